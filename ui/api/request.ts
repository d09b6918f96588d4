import { ApiError } from './api-error.ts';

export type Request = {
  /** Sent as JSON unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The API key, for paths under /api/v1; the session's token without it. */
  readonly key?: string;
};

/** Sends a request; returns the successful response. Throws ApiError, or the signal's AbortError. */
export type Send = (endpoint: string, request?: Request) => Promise<Response>;

type Needs = {
  readonly token: () => string | undefined;
  /** Told when the service refuses the session's token. */
  readonly expired: () => void;
  readonly language: () => string;
};

const bodyOf = (body: unknown): BodyInit | undefined => {
  if (body === undefined) return undefined;
  return body instanceof FormData ? body : JSON.stringify(body);
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, detailOf(text) ?? response.statusText, seconds > 0 ? seconds : undefined);
};

/** The reason that an answer gives, undefined without one: a proxy in front of the service may answer something else than the service's `{"detail"}`. */
export const detailOf = (text: string): string | undefined => {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
};

/** Requests to the service's own address. A token that it refuses ends the session; nothing is repeated by itself. */
export const sender =
  ({ token, expired, language }: Needs): Send =>
  async (endpoint, { body, headers = {}, signal, key } = {}) => {
    const [method = 'GET', path = '/'] = endpoint.split(' ');
    const held = token();
    const credential = key ?? held;
    const sent = await fetch(path, {
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
    if (sent.ok) return sent;
    // Another session may have begun meanwhile: only the token that was sent is over.
    if (sent.status === 401 && key === undefined && held !== undefined && held === token()) expired();
    throw await failureOf(sent);
  };
