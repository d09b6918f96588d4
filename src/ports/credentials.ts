/** Slow by design and safe off the event loop: argon2id. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /** Does the same work whether or not there is a hash to compare with. */
  readonly matches: (password: string, hash: string | undefined) => Promise<boolean>;
};

/** API keys: 32 characters; only the sealed key and its fingerprint are ever stored. */
export type ApiKeys = {
  readonly generate: () => string;
  readonly seal: (key: string) => string;
  /** The key that was sealed; throws where DATA_KEY is not the one that sealed it. */
  readonly open: (sealed: string) => string;
  readonly fingerprint: (key: string) => string;
};

/** Bearer tokens of the web surface. */
export type Tokens = { readonly issue: (userId: string) => string };

export type JwtAlgorithm = 'HS256' | 'HS384' | 'HS512';
