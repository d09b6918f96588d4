/**
 * Pieces of the texts that an erasure looks for, kept from before the streams are erased until the texts were looked for, so that a restart looks for them
 * too. They are encrypted.
 */
export type KeptPieces = {
  /** Replaces those of an erasure; durable when it resolves. */
  readonly save: (erasureId: string, pieces: readonly string[]) => Promise<void>;
  /** Empty if there are none, or they cannot be decrypted any more. */
  readonly load: (erasureId: string) => Promise<readonly string[]>;
  readonly remove: (erasureId: string) => Promise<void>;
  /** Of which erasures there are pieces. */
  readonly ids: () => Promise<readonly string[]>;
};
