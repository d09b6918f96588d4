import { listedSince, requireKeyRoom } from '../domain/access-key.ts';
import { account, type KeyCommand } from '../domain/account.ts';
import type { AccessKeyCreated } from '../domain/account-events.ts';
import { CollectionNotFound } from '../domain/errors.ts';
import { streamOf } from '../domain/streams.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { ApiKeys } from '../ports/credentials.ts';
import type { Streams } from '../ports/event-store.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { AdmitChanges } from './admit-changes.ts';
import { commandHandler, type CommandContext } from './command-handler.ts';

/** As the session was checked that asks. */
type Owner = Pick<Account, 'id' | 'email' | 'tokensFrom'>;

export type NewKey = Pick<AccessKeyCreated['data'], 'name' | 'scopes' | 'collections' | 'expiresAt'>;

/** What the owner of an account does with its keys; each resolves once it can be seen. Each throws NotAuthenticated if the session that asks was ended. */
export type ManageKeys = {
  /**
   * Refuses a key before anything is read of the log or appended. Throws QuotaExceeded with as many keys as there may be, and CollectionNotFound if one of those that it is
   * to name is unknown, deleted or another's.
   */
  readonly requireRoom: (owner: Owner, wanted: Pick<NewKey, 'collections'>) => Promise<void>;
  /** Returns the id of the key, and the key in plain text, which nobody sees again. Throws QuotaExceeded with as many keys as there may be. */
  readonly create: (owner: Owner, wanted: NewKey) => Promise<{ readonly keyId: string; readonly key: string }>;
  /** Throws KeyNotFound. */
  readonly rename: (owner: Owner, keyId: string, name: string) => Promise<void>;
  /** Refused from then on by every instance. Throws KeyNotFound. */
  readonly revoke: (owner: Owner, keyId: string) => Promise<void>;
};

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly accounts: Pick<Accounts, 'countKeys'>;
  readonly collections: Pick<Collections, 'namedOfUser'>;
  readonly apiKeys: Pick<ApiKeys, 'generate' | 'fingerprint'>;
  readonly admit: AdmitChanges;
};

/** Creates, renames and revokes keys. Also throws DiskFull, QuotaExceeded and TooManyAttempts of `admit`, but for a revocation, and Unavailable. */
export const manageKeys = (dependencies: Dependencies): ManageKeys => {
  const { streams, projected, accounts, collections, apiKeys, admit, now, newId } = dependencies;
  const handle = commandHandler(streams, dependencies);
  const change = async ({ id, email, tokensFrom }: Owner, command: KeyCommand): Promise<void> => {
    const position = await handle({
      stream: streamOf.account(email),
      decider: account,
      command: { ...command, presentedTokensFrom: tokensFrom },
      tenantId: id,
      ...(command.type !== 'RevokeKey' && { admit: (events) => admit(id, events) }),
    });
    throwIfStalled(await projected.waitForPosition(['accounts'], [position]), 'see GET /api/keys shortly');
  };
  return {
    requireRoom: async ({ id }, { collections: named }) => {
      requireKeyRoom(await accounts.countKeys(id, listedSince(now())));
      if (named && (await collections.namedOfUser(id, named)).length < named.length) throw new CollectionNotFound();
    },
    create: async (owner, wanted) => {
      const [keyId, key] = [newId(), apiKeys.generate()];
      const data = { userId: owner.id, keyId, ...wanted, fingerprint: apiKeys.fingerprint(key) };
      await change(owner, { type: 'CreateKey', now: now(), data });
      return { keyId, key };
    },
    rename: (owner, keyId, name) => change(owner, { type: 'RenameKey', data: { userId: owner.id, keyId, name } }),
    revoke: (owner, keyId) => change(owner, { type: 'RevokeKey', data: { userId: owner.id, keyId } }),
  };
};
