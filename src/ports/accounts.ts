/** A user with what authentication needs; the API key is sealed, its fingerprint finds it. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly plan: string;
  readonly sealedApiKey: string;
  readonly apiKeyFingerprint: string;
  readonly createdAt: string;
};

export type Accounts = {
  readonly byId: (id: string) => Promise<Account | undefined>;
  readonly byEmail: (email: string) => Promise<Account | undefined>;
  readonly byApiKeyFingerprint: (fingerprint: string) => Promise<Account | undefined>;
};

/** What the projection asks for; a change older than the row's position does nothing. */
export type AccountChange =
  | { readonly type: 'put'; readonly account: Account; readonly position: bigint }
  | {
      readonly type: 'replace key';
      readonly userId: string;
      readonly sealedApiKey: string;
      readonly apiKeyFingerprint: string;
      readonly position: bigint;
    };
