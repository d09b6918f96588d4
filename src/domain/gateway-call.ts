/** One request to the model gateway and how it ended: `ok` with status 200, `error` with another one, or without an answer. */
export type GatewayCall = {
  readonly path: 'embeddings' | 'chat/completions';
  readonly outcome: 'ok' | 'error' | 'no-answer';
  readonly milliseconds: number;
  /** An earlier attempt failed. */
  readonly isRetry: boolean;
};
