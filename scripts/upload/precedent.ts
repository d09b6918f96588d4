import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TicketOutcome } from '../../src/ports/uploads.ts';
import { type StreamEvent, eventsOf } from './event-stream.ts';
import { type Content, type Exchange, exchange, SilentLine } from './exchange.ts';
import { NotNow, RefusedByService, StillRunning } from './failures.ts';
import type { Options } from './options.ts';
import type { Pace } from './pace.ts';
import { retryRequest, type RetryContext } from './retry-request.ts';

export type Outcomes = Readonly<Record<TicketOutcome, number>>;

/** An upload as the ledger has it. */
export type UploadRecord = {
  readonly id: string;
  readonly state: 'running' | 'finished' | 'failed' | 'interrupted';
  readonly outcomes: Outcomes;
};

/** What would become of a part. */
export type PreviewRecord = {
  readonly outcomes: Outcomes;
  readonly tickets: readonly {
    readonly ticket_id: string;
    readonly category: string;
    readonly problem: string;
    readonly solution: string;
  }[];
  readonly skipped: readonly { readonly ticket_id: string; readonly index: number; readonly outcome: TicketOutcome }[];
};

export type Delivery = Content & { readonly id: string };

/** The service over its API-key surface. Everything throws RefusedByService; `deliver` and `progress` also NotNow, the others repeat until GaveUp. */
export type Precedent = {
  /** The newest uploads into the collection. */
  readonly uploads: () => Promise<readonly UploadRecord[]>;
  readonly upload: (id: string) => Promise<UploadRecord>;
  /** Sends a part; resolves when its tickets are stored. Throws StillRunning. */
  readonly deliver: (
    part: Delivery,
    watch: { readonly sent: (bytes: number) => void; readonly signal: AbortSignal },
  ) => Promise<void>;
  readonly progress: (id: string, signal: AbortSignal) => AsyncIterable<StreamEvent>;
  /** The skipped tickets of an upload as CSV. */
  readonly skipped: (id: string) => Promise<string>;
  readonly preview: (content: Content) => Promise<PreviewRecord>;
};

type Dependencies = Pick<Options, 'url' | 'key' | 'collection' | 'language' | 'words'> & {
  readonly pace: Pace;
  readonly retries: RetryContext;
};

export const precedent = (dependencies: Dependencies): Precedent => {
  const { collection, retries } = dependencies;
  const ask = asking(dependencies);
  const readOnce = async (path: string, asked: Ask) => {
    const response = await ask(path, asked);
    return bodyOf(response).catch((error: unknown) => {
      throw asFailure(error, dependencies, asked.signal);
    });
  };
  const { signal } = retries;
  const read = (path: string) => retryRequest(() => readOnce(path, { signal }), retries);
  const readJson = async (path: string) => parsed(await read(path), dependencies);
  const uploads = `/api/v1/collections/${collection}/uploads`;
  return {
    uploads: async () => {
      const page = (await readJson(`${uploads}?limit=100`)) as { readonly uploads: readonly UploadRecord[] };
      return page.uploads;
    },
    upload: async (id) => (await readJson(`${uploads}/${id}`)) as UploadRecord,
    deliver: async ({ id, ...content }, watch) => {
      const path = `/api/v1/tickets?collection_id=${collection}`;
      await readOnce(path, { ...watch, content, headers: { 'Upload-Id': id } });
    },
    progress: async function* (id, until) {
      const response = await ask(`${uploads}/${id}/progress`, { signal: until });
      try {
        yield* eventsOf(response as AsyncIterable<Buffer>);
      } catch (error) {
        throw asFailure(error, dependencies, until);
      } finally {
        response.destroy();
      }
    },
    skipped: (id) => read(`${uploads}/${id}/skipped.csv`),
    preview: async (content) => {
      const path = `/api/v1/tickets/preview?collection_id=${collection}`;
      return parsed(
        await retryRequest(() => readOnce(path, { content, signal }), retries),
        dependencies,
      ) as PreviewRecord;
    },
  };
};

type Ask = Pick<Exchange, 'content' | 'sent' | 'signal'> & Partial<Pick<Exchange, 'headers'>>;

/** One request with the key at the right pace; returns a response of status 200 with its body unread. */
const asking =
  (dependencies: Dependencies) =>
  async (path: string, { headers = {}, ...rest }: Ask): Promise<IncomingMessage> => {
    await dependencies.pace.wait(rest.signal);
    const response = await exchange(dependencies.url + path, {
      ...rest,
      method: rest.content ? 'POST' : 'GET',
      headers: {
        ...{
          Authorization: `Bearer ${dependencies.key}`,
          'Accept-Language': dependencies.language,
          'User-Agent': 'precedent-upload',
        },
        ...(rest.content ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
    }).catch((error: unknown) => {
      throw asFailure(error, dependencies, rest.signal);
    });
    dependencies.pace.record(response.headers);
    if (response.statusCode === 200) return response;
    const body = await bodyOf(response).catch(() => '');
    throw refusal(response.statusCode ?? 0, response.headers, detailOf(body, dependencies));
  };

const bodyOf = async (response: IncomingMessage): Promise<string> => {
  try {
    return await text(response);
  } finally {
    response.destroy();
  }
};

/** What may be repeated: too many requests, and what a service or a proxy says of itself while it is busy, stopping or away. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

const refusal = (status: number, headers: IncomingHttpHeaders, detail: string): Error => {
  if (status === 409) return new StillRunning(detail);
  if (!passing.has(status)) return new RefusedByService(status, detail);
  const after = Number(headers['retry-after'] ?? Number.NaN);
  return new NotNow(`${status}: ${detail}`, Number.isFinite(after) ? Math.max(1, after) : undefined);
};

/** A failure of the line; whoever aborted is told so. */
const asFailure = (error: unknown, { words }: Dependencies, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof SilentLine) return new NotNow(words.silent);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? error : new NotNow(words.noConnection(code));
};

const detailOf = (body: string, { words }: Dependencies): string => {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : words.notPrecedent;
  } catch {
    return words.notPrecedent;
  }
};

const parsed = (body: string, { words }: Dependencies): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new RefusedByService(200, words.notPrecedent);
  }
};
