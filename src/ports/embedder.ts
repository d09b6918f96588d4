/** Turns texts into vectors that can be compared by cosine. */
export type Embedder = {
  readonly model: string;
  /** Length of every vector; undefined until the first reply of a gateway whose model is not known has told it. */
  readonly dimensions: () => number | undefined;
  /** How many texts one call of `embedTickets` should carry at the most. */
  readonly batchSize: number;
  /** One vector a text, in their order. Throws EmbeddingRefused (this content, for good) or EmbeddingFailed (try later). */
  readonly embedTickets: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** The vector of a query; all attempts together within the time of one call. Throws like `embedTickets`. */
  readonly embedQuery: (text: string) => Promise<Float32Array>;
};
