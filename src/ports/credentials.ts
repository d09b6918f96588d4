/** Password hashing: slow by design, off the event loop. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time with and without a hash, so that it does not reveal whether a user exists. */
  readonly matches: (password: string, hash: string | undefined) => Promise<boolean>;
};

/** Signatures of the receipts of erasures, in hexadecimal. */
export type ReceiptSignatures = {
  readonly sign: (text: string) => string;
  /** Of the bytes of a text in UTF-8. */
  readonly isSigned: (bytes: Uint8Array, signature: string) => boolean;
};

/** API keys of 32 characters; only the encrypted (sealed) key and its fingerprint are stored, of keys beside that of the account the fingerprint alone. */
export type ApiKeys = {
  /** Identifies DATA_KEY without revealing it. */
  readonly dataKeyId: string;
  readonly generate: () => string;
  readonly seal: (key: string) => string;
  /** Decrypts a sealed key; throws if it was sealed with another DATA_KEY. */
  readonly open: (sealed: string) => string;
  readonly fingerprint: (key: string) => string;
};

/** Bearer tokens of the web interface's API; `issuedAt` is a second of Unix time. */
export type Tokens = { readonly issue: (userId: string, issuedAt: number) => string };

export type JwtAlgorithm = 'HS256' | 'HS384' | 'HS512';
