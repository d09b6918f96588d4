/** A request that failed. Status 0: the service could not be reached. `retryAfter` in seconds, of a 429. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly retryAfter: number | undefined;
  constructor(status: number, detail: string, retryAfter?: number) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** What was thrown as an ApiError; anything unforeseen rises on. */
export const apiErrorOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** True for a request that was given up by its own AbortSignal. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
