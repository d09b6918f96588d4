type Named = { readonly retryAfter?: number | undefined; readonly requestId?: string | undefined };

/** A failed request. Status 0: the service could not be reached. `retryAfter`: seconds, with status 429. `requestId`: how the log of the service names the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  constructor(status: number, detail: string, { retryAfter, requestId }: Named = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** Narrows a caught error to ApiError; rethrows any other. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** True for a request cancelled by its AbortSignal. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
