/** What a proxy says with a status alone. */
const codesOfStatuses: Readonly<Record<number, string>> = {
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'headers-too-large',
  431: 'headers-too-large',
  502: 'service-unreachable',
  503: 'service-unreachable',
  504: 'service-timeout',
};

type Named = {
  readonly code?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly erasureId?: string | undefined;
};

/** A failed request. Status 0: the service could not be reached. `code`: what went wrong, for programs; empty if that is not known. `retryAfter`: seconds, with status 429. `requestId`: how the log of the service names the request. `erasureId`: that of an erased ticket, with status 410. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly erasureId: string | undefined;
  constructor(status: number, detail: string, { code, retryAfter, requestId, erasureId }: Named = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.code = code ?? codesOfStatuses[status] ?? '';
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

/** Whether the same request may succeed later. */
export const isPassing = ({ status }: ApiError): boolean => [0, 408, 429].includes(status) || status >= 500;

/** True for a request cancelled by its AbortSignal. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
