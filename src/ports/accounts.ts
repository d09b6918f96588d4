/** A user with the data for authentication; the API key is encrypted and looked up by its fingerprint. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly plan: string;
  readonly sealedApiKey: string;
  readonly apiKeyFingerprint: string;
  readonly createdAt: string;
  /** Tokens issued before are refused; null if the password is the first one. */
  readonly passwordReplacedAt: string | null;
};

export type Accounts = {
  readonly byId: (id: string) => Promise<Account | undefined>;
  readonly byEmail: (email: string) => Promise<Account | undefined>;
  readonly byApiKeyFingerprint: (fingerprint: string) => Promise<Account | undefined>;
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
  | {
      readonly type: 'replace password';
      readonly userId: string;
      readonly passwordHash: string;
      readonly passwordReplacedAt: string;
      readonly position: bigint;
    };
