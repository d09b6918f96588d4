/** A vector as it is stored, and whose it is. */
export type StoredVector = { readonly id: string; readonly vector: Float32Array };

/** A vector engine without the service around it, looking at one collection. */
export type BareEngine = {
  /** Asks for the five nearest. */
  readonly ask: (vector: Float32Array) => Promise<unknown>;
  readonly stored: () => Iterable<StoredVector> | AsyncIterable<StoredVector>;
  readonly close: () => Promise<void> | void;
};

/** A collection of one tenant. */
export type Where = { readonly tenantId: string; readonly collectionId: string };

/** How many nearest tickets a search gives. */
export const nearestWanted = 5;
