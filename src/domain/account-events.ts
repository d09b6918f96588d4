import type { Scope } from './access-key.ts';

/** An account with its first API key; `plan` is `free`, `starter`, `pro` or `enterprise`. */
export type UserRegistered = {
  readonly type: 'UserRegistered';
  readonly data: {
    readonly userId: string;
    /** Trimmed, in lower case. */
    readonly email: string;
    /** Argon2id, in PHC format. */
    readonly passwordHash: string;
    readonly plan: string;
    /** AES-256-GCM; see docs/contract.md, "Users". */
    readonly sealedApiKey: string;
    /** HMAC-SHA-256, to look up a presented key. */
    readonly apiKeyFingerprint: string;
  };
};

/** From here on only the new key is valid. */
export type ApiKeyRotated = {
  readonly type: 'ApiKeyRotated';
  readonly data: { readonly userId: string; readonly sealedApiKey: string; readonly apiKeyFingerprint: string };
};

/** From here on only the new password is valid, and no token that was issued before. */
export type PasswordReplaced = {
  readonly type: 'PasswordReplaced';
  readonly data: {
    readonly userId: string;
    /** Argon2id, in PHC format. */
    readonly passwordHash: string;
    /** Tokens are valid from this second on (of Unix time); absent in earlier versions, where it is the time of the event. */
    readonly tokensFrom?: number;
  };
};

/** From here on no token that was issued before is valid. */
export type SessionsEnded = {
  readonly type: 'SessionsEnded';
  /** `tokensFrom`: tokens are valid from this second on (of Unix time). */
  readonly data: { readonly userId: string; readonly tokensFrom: number };
};

/** A key that may do less than the API key of the account, and that is shown once: no more than its fingerprint is stored. */
export type AccessKeyCreated = {
  readonly type: 'AccessKeyCreated';
  readonly data: {
    readonly userId: string;
    readonly keyId: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** Null for all, those that come later too. */
    readonly collections: readonly string[] | null;
    /** ISO 8601, UTC; null for no end. */
    readonly expiresAt: string | null;
    /** HMAC-SHA-256, to look up a presented key. */
    readonly fingerprint: string;
  };
};

/** A key has another name. */
export type AccessKeyRenamed = {
  readonly type: 'AccessKeyRenamed';
  readonly data: { readonly userId: string; readonly keyId: string; readonly name: string };
};

/** From here on the key is refused. */
export type AccessKeyRevoked = {
  readonly type: 'AccessKeyRevoked';
  readonly data: { readonly userId: string; readonly keyId: string };
};

/** The account is no more: its sessions and keys are refused, its e-mail is free, and all that it has is erased. Alone in its stream once that is done. */
export type AccountDeleted = {
  readonly type: 'AccountDeleted';
  /** `erasureId`: its erasure, which was requested before. */
  readonly data: { readonly userId: string; readonly erasureId: string };
};

/** What happens to an account. */
export type AccountEvent =
  | UserRegistered
  | ApiKeyRotated
  | PasswordReplaced
  | SessionsEnded
  | AccessKeyCreated
  | AccessKeyRenamed
  | AccessKeyRevoked
  | AccountDeleted;
