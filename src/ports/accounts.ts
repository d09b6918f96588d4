import type { Scope } from '../domain/access-key.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';

/** A user with the data for authentication; the API key is encrypted and looked up by its fingerprint. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly plan: string;
  readonly sealedApiKey: string;
  readonly apiKeyFingerprint: string;
  readonly createdAt: string;
  /** Tokens issued before this second of Unix time are refused. */
  readonly tokensFrom: number;
};

/** A key beside the API key of an account; it is looked up by its fingerprint, which is all that is stored of it. */
export type AccessKey = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for all, those that come later too. */
  readonly collections: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
};

export type Accounts = {
  readonly byId: (id: string) => Promise<Account | undefined>;
  readonly byEmail: (email: string) => Promise<Account | undefined>;
  readonly byApiKeyFingerprint: (fingerprint: string) => Promise<Account | undefined>;
  /** Of the keys that are not revoked, also those whose time is over. */
  readonly keyByFingerprint: (fingerprint: string) => Promise<AccessKey | undefined>;
  /** A user's own, in the order in which they were created, as `keyByFingerprint`. */
  readonly keysOf: (userId: string) => Promise<readonly AccessKey[]>;
  /** One of these by its id. */
  readonly keyById: (userId: string, keyId: string) => Promise<AccessKey | undefined>;
  /** The number of these without an end, or with one after a time. */
  readonly countKeys: (userId: string, endingAfter: Date) => Promise<number>;
  /** What a user's keys and the settings of its collections, deleted ones included, occupy for ever. */
  readonly settingsBytes: (id: string) => Promise<number>;
};

/** An erasure of an account that has steps to prove. */
export type UnprovenAccount = { readonly erasureId: string; readonly userId: string };

/** The erasures of accounts that are deleted. */
export type AccountErasures = {
  /** All for which not all of the steps are proven, oldest first: some wait for long, such as for a scavenge, and keep later ones from nothing. */
  readonly unproven: (steps: readonly AccountErasureStep[]) => Promise<readonly UnprovenAccount[]>;
};

/** What the projection changes; a change older than the account's position has no effect. */
export type AccountChange =
  | { readonly type: 'put'; readonly account: Account; readonly position: bigint }
  | {
      readonly type: 'replace key';
      readonly userId: string;
      readonly sealedApiKey: string;
      readonly apiKeyFingerprint: string;
      readonly position: bigint;
    }
  /** What an event adds to the bytes of settings. */
  | { readonly type: 'count event'; readonly userId: string; readonly bytes: number; readonly position: bigint }
  | {
      readonly type: 'replace password';
      readonly userId: string;
      readonly passwordHash: string;
      readonly position: bigint;
    }
  /** Tokens issued before this second are refused; the latest one counts. */
  | { readonly type: 'end sessions'; readonly userId: string; readonly tokensFrom: number }
  | {
      readonly type: 'add key';
      readonly key: AccessKey;
      readonly fingerprint: string;
      readonly position: bigint;
    }
  | { readonly type: 'rename key'; readonly keyId: string; readonly name: string; readonly position: bigint }
  /** Leaves a tombstone, so that what is applied again does not bring the key back. */
  | { readonly type: 'revoke key'; readonly keyId: string }
  /** Leaves tombstones of the account and its keys, and opens its erasure. */
  | {
      readonly type: 'delete account';
      readonly userId: string;
      readonly erasureId: string;
      readonly position: bigint;
    }
  | { readonly type: 'prove account step'; readonly erasureId: string; readonly step: AccountErasureStep };
