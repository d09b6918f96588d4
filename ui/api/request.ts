import { ApiError } from './api-error.ts';

export type Request = {
  /** Sent as JSON unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The API key, for paths under /api/v1; the session's token without it. */
  readonly key?: string;
};

/** Sends a request to an endpoint (`GET /path`); returns the successful response. Throws ApiError, or the signal's AbortError. */
export type Send = (endpoint: string, request?: Request) => Promise<Response>;

/** Requests left, and for how many seconds. */
export type Budget = { readonly remaining: number; readonly seconds: number };

/** Called with a failure that the service has answered with, which is thrown when this has ended. */
export type OnRefusal = (failure: ApiError) => Promise<void>;

type Dependencies = {
  readonly token: () => string | undefined;
  /** Called when the service refuses the session's token. */
  readonly onExpired: () => void;
  /** Called when a collection is not found: it may have been deleted elsewhere. */
  readonly onCollectionGone: () => void;
  readonly language: () => string;
  readonly onRefusal: OnRefusal;
  /** Called with what the rate limit leaves of its minute; not if the service has none. */
  readonly onBudget: (budget: Budget) => void;
};

const bodyOf = (body: unknown): BodyInit | undefined => {
  if (body === undefined) return undefined;
  return body instanceof FormData ? body : JSON.stringify(body);
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const text = await response.text().catch(() => '');
  return new ApiError(
    response.status,
    errorDetail(text) ?? (response.statusText || `HTTP ${response.status}`),
    named((name) => response.headers.get(name)),
  );
};

/** What an error answer says in its headers. */
export const named = (header: (name: string) => string | null) => {
  const seconds = Number(header('Retry-After'));
  return {
    code: header('Error-Code') ?? undefined,
    retryAfter: seconds > 0 ? seconds : undefined,
    requestId: header('X-Request-Id') ?? undefined,
    erasureId: header('Erasure-Id') ?? undefined,
  };
};

/** The `detail` of an error body; undefined for other bodies, for example of a proxy. */
export const errorDetail = (text: string): string | undefined => {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
};

/** Sends requests to the page's origin, without retries. A refused session token ends the session. */
export const createSend =
  ({ token, onExpired, onCollectionGone, language, onRefusal, onBudget }: Dependencies): Send =>
  async (endpoint, { body, headers = {}, signal, key } = {}) => {
    const [method = 'GET', path = '/'] = endpoint.split(' ');
    const sessionToken = token();
    const credential = key ?? sessionToken;
    const response = await fetch(path, {
      method,
      headers: {
        'Accept-Language': language(),
        ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: bodyOf(body) ?? null,
      signal: signal ?? null,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, error instanceof Error ? error.message : String(error));
    });
    const remaining = response.headers.get('RateLimit-Remaining');
    if (remaining !== null)
      onBudget({ remaining: Number(remaining), seconds: Number(response.headers.get('RateLimit-Reset')) });
    if (response.ok) return response;
    // Another session may have begun since the request was sent; it must not be ended.
    if (response.status === 401 && key === undefined && sessionToken !== undefined && sessionToken === token())
      onExpired();
    const failure = await failureOf(response);
    // An upload that is not found yet says nothing of its collection.
    if (failure.code === 'collection-not-found') onCollectionGone();
    await onRefusal(failure);
    throw failure;
  };
