import { isListed } from '../domain/access-key.ts';
import type { AccessKey, Accounts } from '../ports/accounts.ts';
import type { KeyUses } from '../ports/key-uses.ts';

/** A key with the minute in which it was last used; null if it never was. */
export type ListedKey = AccessKey & { readonly lastUsedAt: string | null };

/** The keys of an account, oldest first: at most as many as it may have. */
export type FindKeys = (userId: string) => Promise<readonly ListedKey[]>;

type Dependencies = {
  readonly accounts: Pick<Accounts, 'keysOf'>;
  readonly uses: Pick<KeyUses, 'of'>;
  /** Stores the uses that this process has noted. */
  readonly flush: () => Promise<void>;
  readonly now: () => Date;
};

export const findKeys =
  ({ accounts, uses, flush, now }: Dependencies): FindKeys =>
  async (userId) => {
    const keys = (await accounts.keysOf(userId)).filter((key) => isListed(key, now()));
    await flush();
    const used = await uses.of(keys.map(({ id }) => id));
    const lastUses = new Map(used.map(({ keyId, usedAt }) => [keyId, usedAt]));
    return keys.map((key) => ({ ...key, lastUsedAt: lastUses.get(key.id) ?? null }));
  };
