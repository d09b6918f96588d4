import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import type { SyncCursor, TicketsPreview, Upload, Uploads } from '../../client/records.gen.ts';
import { bodyText, mebibyte, refusalText } from '../body-text.ts';
import { TemporaryFailure, RefusedByService, StillRunning } from './failures.ts';
import { type Content, type HttpRequest, httpRequest, IdleTimeout } from './http-request.ts';
import type { Options } from './options.ts';
import { longestPause, type Pace } from './pace.ts';
import { retryRequest, type RetryContext } from './retry-request.ts';

export type Outcomes = Upload['outcomes'];

export const uploadsListed = 100;

/** In bytes: more than the service ever sends for a part. An event has as many characters. */
const maxAnswer = { json: 16 * mebibyte, skipped: 64 * mebibyte, event: mebibyte };

export type Delivery = Content & { readonly id: string };

/** An event of a server-sent event stream (WHATWG HTML, 9.2). */
export type StreamEvent = { readonly event: string; readonly data: string };

/** The service's API for keys. All methods throw RefusedByService; `deliver` and `progress` also TemporaryFailure, the others retry and throw RetriesExhausted. */
export type ApiClient = {
  /** The newest uploads into the collection, at most `uploadsListed`. */
  readonly uploads: () => Promise<readonly Upload[]>;
  readonly upload: (id: string) => Promise<Upload>;
  /** Sends a part; resolves when its tickets are stored. Throws StillRunning. */
  readonly deliver: (
    part: Delivery,
    options: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
  ) => Promise<void>;
  readonly progress: (id: string, signal: AbortSignal) => AsyncIterable<StreamEvent>;
  /** The skipped tickets of an upload as CSV. */
  readonly skipped: (id: string) => Promise<string>;
  readonly preview: (content: Content) => Promise<TicketsPreview>;
  /** Where the pull from a source goes on; null if it has not begun. */
  readonly syncCursor: (source: string) => Promise<string | null>;
  readonly advanceSync: (source: string, cursor: string) => Promise<void>;
};

type Dependencies = Pick<Options, 'url' | 'key' | 'collection' | 'onDuplicate' | 'language' | 'messages'> & {
  readonly pace: Pace;
  readonly retries: RetryContext;
};

export const apiClient = (dependencies: Dependencies): ApiClient => {
  const { collection, onDuplicate, retries } = dependencies;
  const { signal } = retries;
  const readOnce = (path: string, options: ReadOptions) => readBody(dependencies, path, options);
  const read = (path: string, bytes?: number) => retryRequest(() => readOnce(path, { signal, bytes }), retries);
  const readJson = async (path: string) => parseJson(await read(path), dependencies);
  const uploads = `/api/v1/collections/${collection}/uploads`;
  const cursors = `/api/v1/collections/${collection}/sync-cursors`;
  const into = `collection_id=${collection}${onDuplicate === 'update' ? '&on_duplicate=update' : ''}`;
  return {
    uploads: async () => {
      const page = (await readJson(`${uploads}?limit=${uploadsListed}`)) as Uploads;
      return page.uploads;
    },
    upload: async (id) => (await readJson(`${uploads}/${id}`)) as Upload,
    deliver: async ({ id, ...content }, options) => {
      const path = `/api/v1/tickets?${into}`;
      await readOnce(path, { ...options, content, headers: { 'Upload-Id': id } });
    },
    progress: (id, until) => streamEvents(dependencies, `${uploads}/${id}/progress`, until),
    skipped: (id) => read(`${uploads}/${id}/skipped.csv`, maxAnswer.skipped),
    preview: async (content) => {
      const path = `/api/v1/tickets/preview?${into}`;
      const body = await retryRequest(() => readOnce(path, { content, signal }), retries);
      return parseJson(body, dependencies) as TicketsPreview;
    },
    syncCursor: async (source) => ((await readJson(`${cursors}/${source}`)) as SyncCursor).cursor,
    advanceSync: async (source, cursor) => {
      const content = contentOf(JSON.stringify({ cursor }));
      await retryRequest(() => readOnce(`${cursors}/${source}`, { method: 'PUT', content, signal }), retries);
    },
  };
};

const contentOf = (text: string): Content => {
  const bytes = Buffer.from(text);
  return {
    bytes: bytes.length,
    async *read() {
      yield await Promise.resolve(bytes);
    },
  };
};

type RequestOptions = Pick<HttpRequest, 'content' | 'onSent' | 'signal'> &
  Partial<Pick<HttpRequest, 'headers' | 'method'>>;

/** Sends one authenticated request within the rate limit; returns a response of status 200 with its body unread. */
const send = async (
  dependencies: Dependencies,
  path: string,
  { headers = {}, method, ...rest }: RequestOptions,
): Promise<IncomingMessage> => {
  const { url, key, language, pace } = dependencies;
  await pace.wait(rest.signal);
  const response = await httpRequest(url + path, {
    ...rest,
    method: method ?? (rest.content ? 'POST' : 'GET'),
    headers: {
      Authorization: `Bearer ${key}`,
      'Accept-Language': language,
      'User-Agent': 'precedent-upload',
      ...(rest.content ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
  }).catch((error: unknown) => {
    throw asFailure(error, dependencies, rest.signal);
  });
  pace.record(response.headers);
  if (response.statusCode === 200) return response;
  const body = await refusalText(response);
  throw refusal(response.statusCode ?? 0, response.headers, detailOf(body, dependencies));
};

/** `bytes`: the limit of the answer. */
type ReadOptions = RequestOptions & { readonly bytes?: number | undefined };

const readBody = async (
  dependencies: Dependencies,
  path: string,
  { bytes = maxAnswer.json, ...options }: ReadOptions,
): Promise<string> => {
  const response = await send(dependencies, path, options);
  try {
    return await bodyText(response, { bytes, tooLarge: () => tooLarge(bytes, dependencies) });
  } catch (error) {
    throw asFailure(error, dependencies, options.signal);
  } finally {
    response.destroy();
  }
};

const tooLarge = (bytes: number, { messages }: Dependencies): Error =>
  new RefusedByService(200, messages.tooLarge(bytes / mebibyte));

async function* streamEvents(
  dependencies: Dependencies,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  const response = await send(dependencies, path, { signal });
  try {
    yield* parseEvents(response as AsyncIterable<Buffer>, dependencies);
  } catch (error) {
    throw asFailure(error, dependencies, signal);
  } finally {
    response.destroy();
  }
}

/** Time-outs, rate limits, and errors of a service or proxy that is overloaded, stopping or unreachable. */
const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504]);

const refusal = (status: number, headers: IncomingHttpHeaders, detail: string): Error => {
  // Sent again, what its user has stopped would go on.
  if (headers['error-code'] === 'upload-stopped') return new RefusedByService(status, detail);
  if (status === 409) return new StillRunning(detail);
  if (!temporaryStatuses.has(status)) return new RefusedByService(status, detail);
  const after = Number(headers['retry-after'] ?? Number.NaN);
  return new TemporaryFailure(
    `${status}: ${detail}`,
    Number.isFinite(after) ? Math.min(Math.max(1, after), longestPause) : undefined,
  );
};

/** The signal's reason if aborted; TemporaryFailure for network errors; other errors unchanged. */
const asFailure = (error: unknown, { messages }: Dependencies, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof IdleTimeout) return new TemporaryFailure(messages.silent);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? error : new TemporaryFailure(messages.noConnection(code));
};

const detailOf = (body: string, { messages }: Dependencies): string => {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : messages.notPrecedent;
  } catch {
    return messages.notPrecedent;
  }
};

const parseJson = (body: string, { messages }: Dependencies): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new RefusedByService(200, messages.notPrecedent);
  }
};

/** Parses server-sent events as they arrive; comments are skipped. Throws RefusedByService for an event that never ends. */
async function* parseEvents(
  chunks: AsyncIterable<Buffer>,
  dependencies: Dependencies,
): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder();
  const events: StreamEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxAnswer.event,
    onEvent: ({ event = 'message', data }) => events.push({ event, data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLarge(maxAnswer.event, dependencies);
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events.splice(0);
  }
}
