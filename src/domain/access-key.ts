import { QuotaExceeded } from './errors.ts';

/** What a key may do. `search`: search and judge answers; `read`: lists and texts; `upload`: add tickets; `manage`: change and erase them. */
export const scopes = ['search', 'read', 'upload', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** Keys of an account at a time, and collections that one key may name. */
export const maxKeys = 100;
export const maxKeyCollections = 100;

/** How long a key stays in the list after its end. */
const keptAfterEndMs = 30 * 24 * 60 * 60 * 1000;

type Ending = { readonly expiresAt: string | null };

/** Whether a key is refused because its time is over. */
export const isExpired = ({ expiresAt }: Ending, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** Whether a key is listed, and counts towards the keys of its account: until some time after its end. */
export const isListed = ({ expiresAt }: Ending, now: Date): boolean =>
  expiresAt === null || Date.parse(expiresAt) + keptAfterEndMs > now.getTime();

/** Keys that ended after this time are listed. */
export const listedSince = (now: Date): Date => new Date(now.getTime() - keptAfterEndMs);

/** Refuses a key beyond as many as are listed. Throws QuotaExceeded. */
export const requireKeyRoom = (listed: number): void => {
  if (listed >= maxKeys) throw new QuotaExceeded(`Quota exceeded: an account has at most ${maxKeys} keys; revoke one`);
};

/** Who asks: an account, what its credential may do, and the collections that its key is limited to; null for all. */
export type Caller = {
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly collections: readonly string[] | null;
};

/** Whether a collection of the account is one of those that the caller's key names. */
export const mayUseCollection = ({ collections }: Pick<Caller, 'collections'>, collectionId: string): boolean =>
  collections === null || collections.includes(collectionId);
