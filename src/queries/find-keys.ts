import { isListed } from '../domain/access-key.ts';
import { KeyNotFound } from '../domain/errors.ts';
import type { AccessKey, Accounts } from '../ports/accounts.ts';
import type { KeyUses } from '../ports/key-uses.ts';

/** A key with the minute in which it was last used; null if it never was. */
export type ListedKey = AccessKey & { readonly lastUsedAt: string | null };

/** The keys of an account, oldest first: at most as many as it may have. */
export type FindKeys = (userId: string) => Promise<readonly ListedKey[]>;

/** One of these by its id. Throws KeyNotFound. */
export type FindKey = (userId: string, keyId: string) => Promise<ListedKey>;

type Dependencies = {
  readonly accounts: Pick<Accounts, 'keysOf' | 'keyById'>;
  readonly uses: Pick<KeyUses, 'of'>;
  /** Stores the uses that this process has noted. */
  readonly flush: () => Promise<void>;
  readonly now: () => Date;
};

export const findKeys =
  (dependencies: Dependencies): FindKeys =>
  async (userId) =>
    listed(await dependencies.accounts.keysOf(userId), dependencies);

export const findKey =
  (dependencies: Dependencies): FindKey =>
  async (userId, keyId) => {
    const key = await dependencies.accounts.keyById(userId, keyId);
    const [found] = key ? await listed([key], dependencies) : [];
    if (!found) throw new KeyNotFound();
    return found;
  };

/** Those of keys that are listed, with their last uses. */
const listed = async (
  stored: readonly AccessKey[],
  { uses, flush, now }: Omit<Dependencies, 'accounts'>,
): Promise<readonly ListedKey[]> => {
  const keys = stored.filter((key) => isListed(key, now()));
  await flush();
  const used = await uses.of(keys.map(({ id }) => id));
  const lastUses = new Map(used.map(({ keyId, usedAt }) => [keyId, usedAt]));
  return keys.map((key) => ({ ...key, lastUsedAt: lastUses.get(key.id) ?? null }));
};
