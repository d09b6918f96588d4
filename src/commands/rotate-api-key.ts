import { account } from '../domain/account.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account } from '../ports/accounts.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** Takes the account that the presented key belongs to; returns the new key in plain text. */
export type RotateApiKey = (presented: Account) => Promise<string>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly apiKeys: ApiKeys;
};

/** Replaces the presented key; resolves once it is refused. Throws NotAuthenticated if another rotation was first, and Unavailable. */
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
    throwIfStalled(await projected.waitForPosition(['accounts'], [position]), 'see GET /api/me shortly');
    return key;
  };
};
