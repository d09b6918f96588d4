import { account } from '../domain/account.ts';
import { Unavailable } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account } from '../ports/accounts.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** `presented` is the account as the presented key found it; returns the new key in the clear. */
export type RotateApiKey = (presented: Account) => Promise<string>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly apiKeys: ApiKeys;
};

/** Replaces the key that was presented and answers when the old one is refused. Throws NotAuthenticated where another rotation was first. */
export const rotateApiKey = (dependencies: Dependencies): RotateApiKey => {
  const { streams, projected, apiKeys } = dependencies;
  const handle = commandHandler(streams, dependencies);
  return async ({ id, email, apiKeyFingerprint }) => {
    const key = apiKeys.generate();
    const position = await handle({
      stream: streamOf.account(email),
      decider: account,
      command: {
        type: 'RotateApiKey',
        presentedFingerprint: apiKeyFingerprint,
        data: { userId: id, sealedApiKey: apiKeys.seal(key), apiKeyFingerprint: apiKeys.fingerprint(key) },
      },
      tenantId: id,
    });
    const { status } = await projected.waitForPosition(['accounts'], [position]);
    if (status === 'stalled') throw new Unavailable('Stored, not yet visible; see GET /api/me shortly');
    return key;
  };
};
