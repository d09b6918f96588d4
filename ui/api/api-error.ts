type Named = {
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly erasureId?: string | undefined;
};

/** A failed request. Status 0: the service could not be reached. `retryAfter`: seconds, with status 429. `requestId`: how the log of the service names the request. `erasureId`: that of an erased ticket, with status 410. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly erasureId: string | undefined;
  constructor(status: number, detail: string, { retryAfter, requestId, erasureId }: Named = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    this.erasureId = erasureId;
  }
}

/** Narrows a caught error to ApiError; rethrows any other. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** True for a request cancelled by its AbortSignal. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
