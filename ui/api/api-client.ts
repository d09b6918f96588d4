import type {
  AnswerSources,
  AnswerText,
  ApiKey,
  ConfiguredCollection,
  FinishedAnswer,
  Token,
} from '../../client/records.gen.ts';
import type { Collection, CollectionSettings, Found, Plan, Usage, User } from './records.ts';
import { levelsIn } from './similarity-levels.ts';
import { ApiError } from './api-error.ts';
import { serverSentEvents } from './event-stream.ts';
import type { Send } from './request.ts';
import type { TicketFilter } from './tickets.ts';

type Credentials = { readonly email: string; readonly password: string };
type Query = {
  readonly collectionId: string;
  readonly query: string;
  readonly generateAnswer: boolean;
  /** What is searched; all tickets if undefined. */
  readonly filter?: Pick<TicketFilter, 'categories' | 'resolvedAfter' | 'resolvedBefore'> | undefined;
};

/** The service's API. Every method throws ApiError. */
export type ApiClient = {
  /** For endpoints without a method here. */
  readonly send: Send;
  /** `register` and `logIn` return the access token. */
  readonly register: (account: Credentials & { readonly plan: Plan }) => Promise<string>;
  readonly logIn: (credentials: Credentials) => Promise<string>;
  readonly me: () => Promise<User>;
  readonly usage: () => Promise<Usage>;
  /** Replaces the given key; returns the new one. Status 401: the key was already replaced. */
  readonly rotateKey: (key: string) => Promise<string>;
  readonly collections: () => Promise<readonly Collection[]>;
  readonly collection: (id: string) => Promise<Collection>;
  /** Repeating a request with the same idempotency key creates no second collection. */
  readonly createCollection: (name: string, idempotencyKey: string) => Promise<Collection>;
  readonly deleteCollection: (id: string) => Promise<Collection>;
  /** The address of a collection's tickets in their desk, with `{ticket_id}`; null if there is none. */
  readonly ticketUrl: (collectionId: string) => Promise<string | null>;
  /** The words that are never taken for names in a collection. */
  readonly notNames: (collectionId: string) => Promise<readonly string[]>;
  readonly configureCollection: (id: string, settings: CollectionSettings) => Promise<Collection>;
  readonly search: (query: Query, options?: SearchOptions) => Promise<Found>;
};

/** A search for an answer is one request, which also brings what comes before the promise. */
export type SearchOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Receives the sources as soon as they are found. */
  readonly onSources?: (found: Found) => void;
  /** Receives each piece of the answer as the model writes it; the one that comes with the promise replaces them. */
  readonly onText?: (text: string) => void;
};

/** The API's endpoints over `send`. */
export const apiClient = (send: Send): ApiClient => {
  const json = async <Value>(...request: Parameters<Send>): Promise<Value> =>
    (await (await send(...request)).json()) as Value;
  const token = async (endpoint: string, body: unknown) => (await json<Token>(endpoint, { body })).access_token;
  return {
    send,
    register: (body) => token('POST /api/register', body),
    logIn: (body) => token('POST /api/login', body),
    me: () => json('GET /api/me'),
    usage: () => json('GET /api/me/usage'),
    rotateKey: async (key) => (await json<ApiKey>('PATCH /api/v1/me/api-key', { key })).api_key,
    collections: () => json('GET /api/collections'),
    collection: (id) => json(`GET /api/collections/${id}`),
    createCollection: (name, idempotencyKey) =>
      json('POST /api/collections', { body: { name }, headers: { 'Idempotency-Key': idempotencyKey } }),
    deleteCollection: (id) => json(`DELETE /api/collections/${id}`),
    ticketUrl: async (id) => (await send(`GET /api/collections/${id}`)).headers.get('Ticket-Url'),
    notNames: async (id) => (await json<ConfiguredCollection>(`GET /api/collections/${id}/settings`)).not_names,
    configureCollection: (id, settings) => json(`PATCH /api/collections/${id}`, { body: settings }),
    search: async ({ collectionId, query, generateAnswer, filter }, options = {}) => {
      const where = { collection_id: collectionId, ...(filter && { filter: filterBody(filter) }) };
      const body = { ...where, query, distinct: true };
      const { signal } = options;
      if (generateAnswer) return followedAnswer(await send('POST /api/answers', { body, signal }), options);
      const response = await send('POST /api/search', { body: { ...body, generate_answer: false }, signal });
      return foundOf(response, (await response.json()) as Reply);
    },
  };
};

const filterBody = ({ categories, resolvedAfter, resolvedBefore }: NonNullable<Query['filter']>) => ({
  category: categories,
  resolved_after: resolvedAfter,
  resolved_before: resolvedBefore,
});

const followedAnswer = async (response: Response, { onSources, onText }: SearchOptions): Promise<Found> => {
  let found: Found | undefined;
  for await (const [name, data] of eventsOf(response)) {
    if (name === 'sources') {
      const { sources = [], answer_id: answerId } = data;
      onSources?.((found = { ...foundOf(response, { answer: null, sources }), answerId: answerId ?? undefined }));
    } else if (name === 'text') onText?.(data.text ?? '');
    else if (found && data.answer !== undefined) return { ...found, answer: data.answer };
  }
  // The stream came to its end without one.
  throw new ApiError(500, 'Internal error', {
    code: 'internal-error',
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  });
};

type Reply = Pick<Found, 'answer' | 'sources'>;

/** What the events `sources`, `text`, and `answer` or `failed` have. */
type AnswerData = Partial<AnswerSources & AnswerText & FinishedAnswer>;

async function* eventsOf({ body }: Response): AsyncGenerator<readonly [name: string, AnswerData]> {
  try {
    for await (const { name, data } of body ? serverSentEvents(body) : []) yield [name, JSON.parse(data) as AnswerData];
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0, error.message);
    throw error;
  }
}

const foundOf = ({ headers }: Response, { answer, sources }: Reply): Found => {
  const lengths = lengthsOf(headers.get('Problem-Lengths'));
  const flagged = (headers.get('Flagged-Sources') ?? '').split(', ');
  const resolved = resolvedOf(headers.get('Resolved-Sources'));
  const links = linksOf(headers.get('Source-Links'));
  return {
    answer,
    sources: sources.map((source, index) => ({
      ...source,
      problemLengths: lengths[index],
      isFlagged: flagged.includes(String(index + 1)),
      resolvedAt: resolved.get(index + 1),
      url: links.get(index + 1),
    })),
    levels: levelsIn(headers),
    isExtractive: headers.get('Answer-Model') === 'extractive',
    answerId: headers.get('Answer-Id') ?? undefined,
  };
};

/** `(24 77), (31)`: a list for each source. */
const lengthsOf = (header: string | null): readonly (readonly number[])[] =>
  [...(header ?? '').matchAll(/\(([\d ]*)\)/g)].map(([, list = '']) => list.split(' ').map(Number));

/** `1;at=@1684886400, 3;at=@1716422400`: times in ms by the number of the source. */
const resolvedOf = (header: string | null): ReadonlyMap<number, number> =>
  new Map(
    [...(header ?? '').matchAll(/(\d+);at=@(-?\d+)/g)].map(([, number, at]) => [Number(number), Number(at) * 1_000]),
  );

/** `1;url="https://desk.example.com/tickets/4812"`: addresses by the number of the source. */
const linksOf = (header: string | null): ReadonlyMap<number, string> =>
  new Map(
    [...(header ?? '').matchAll(/(\d+);url="([^"]*)"/g)].map(([, number, url = '']) => [
      Number(number),
      url.replaceAll('\\\\', '\\'),
    ]),
  );
