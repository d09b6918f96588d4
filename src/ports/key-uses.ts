/** When keys were last used, to the minute. No fact of the log, which would grow by each minute of each key; a loss of them harms nobody. */
export type KeyUses = {
  /** Keeps the later one of two times of a key. */
  readonly record: (uses: readonly KeyUse[]) => Promise<void>;
  /** Those of the keys that were used. */
  readonly of: (keyIds: readonly string[]) => Promise<readonly KeyUse[]>;
  readonly remove: (keyIds: readonly string[]) => Promise<void>;
};

/** `usedAt`: the beginning of a minute, ISO 8601, UTC. */
export type KeyUse = { readonly keyId: string; readonly usedAt: string };
