import type { Collection, CollectionSettings, Found, Plan, SimilarityLevels, User } from './records.ts';
import { ApiError } from './api-error.ts';
import { serverSentEvents } from './event-stream.ts';
import type { Send } from './request.ts';

type Credentials = { readonly email: string; readonly password: string };
type Query = { readonly collectionId: string; readonly query: string; readonly generateAnswer: boolean };

/** The service's API. Every method throws ApiError. */
export type ApiClient = {
  /** For endpoints without a method here. */
  readonly send: Send;
  /** `register` and `logIn` return the access token. */
  readonly register: (account: Credentials & { readonly plan: Plan }) => Promise<string>;
  readonly logIn: (credentials: Credentials) => Promise<string>;
  readonly me: () => Promise<User>;
  /** Replaces the given key; returns the new one. Status 401: the key was already replaced. */
  readonly rotateKey: (key: string) => Promise<string>;
  readonly collections: () => Promise<readonly Collection[]>;
  readonly collection: (id: string) => Promise<Collection>;
  /** Repeating a request with the same idempotency key creates no second collection. */
  readonly createCollection: (name: string, idempotencyKey: string) => Promise<Collection>;
  readonly deleteCollection: (id: string) => Promise<Collection>;
  /** The address of a collection's tickets in their desk, with `{ticket_id}`; null if there is none. */
  readonly ticketUrl: (collectionId: string) => Promise<string | null>;
  readonly configureCollection: (id: string, settings: CollectionSettings) => Promise<Collection>;
  readonly search: (query: Query, options?: SearchOptions) => Promise<Found>;
};

export type SearchOptions = {
  readonly signal?: AbortSignal;
  /** Receives the sources as soon as they are found; the answer comes with the promise. One request has both. */
  readonly onSources?: (found: Found) => void;
};

/** The API's endpoints over `send`. */
export const apiClient = (send: Send): ApiClient => {
  const json = async <Value>(...request: Parameters<Send>): Promise<Value> =>
    (await (await send(...request)).json()) as Value;
  const token = async (endpoint: string, body: unknown) =>
    (await json<{ readonly access_token: string }>(endpoint, { body })).access_token;
  return {
    send,
    register: (body) => token('POST /api/register', body),
    logIn: (body) => token('POST /api/login', body),
    me: () => json('GET /api/me'),
    rotateKey: async (key) => (await json<{ readonly api_key: string }>('PATCH /api/v1/me/api-key', { key })).api_key,
    collections: () => json('GET /api/collections'),
    collection: (id) => json(`GET /api/collections/${id}`),
    createCollection: (name, idempotencyKey) =>
      json('POST /api/collections', { body: { name }, headers: { 'Idempotency-Key': idempotencyKey } }),
    deleteCollection: (id) => json(`DELETE /api/collections/${id}`),
    ticketUrl: async (id) => (await send(`GET /api/collections/${id}`)).headers.get('Ticket-Url'),
    configureCollection: (id, settings) => json(`PATCH /api/collections/${id}`, { body: settings }),
    search: async ({ collectionId, query, generateAnswer }, { signal, onSources } = {}) => {
      const body = { collection_id: collectionId, query, generate_answer: generateAnswer };
      const headers = onSources ? { Accept: 'text/event-stream, application/json;q=0.9' } : {};
      const response = await send('POST /api/search', { body, headers, signal });
      if (!isEventStream(response)) return foundOf(response, (await response.json()) as Reply);
      let reply: Reply | undefined;
      for await (const data of eventsOf(response)) {
        if (!reply) onSources?.(foundOf(response, { answer: null, sources: [], ...data }));
        reply = { answer: null, sources: [], ...reply, ...data };
      }
      // Neither is missing from a stream that came to its end.
      if (!reply || (generateAnswer && reply.answer === null))
        throw new ApiError(500, 'Internal error', { requestId: response.headers.get('X-Request-Id') ?? undefined });
      return foundOf(response, reply);
    },
  };
};

type Reply = Pick<Found, 'answer' | 'sources'>;

const isEventStream = ({ headers }: Response): boolean =>
  (headers.get('Content-Type') ?? '').startsWith('text/event-stream');

/** The fields that each event has. */
async function* eventsOf({ body }: Response): AsyncGenerator<Partial<Reply>> {
  try {
    for await (const { data } of body ? serverSentEvents(body) : []) yield JSON.parse(data) as Partial<Reply>;
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0, error.message);
    throw error;
  }
}

const foundOf = ({ headers }: Response, { answer, sources }: Reply): Found => {
  const lengths = lengthsOf(headers.get('Problem-Lengths'));
  const flagged = (headers.get('Flagged-Sources') ?? '').split(', ');
  return {
    answer,
    sources: sources.map((source, index) => ({
      ...source,
      problemLengths: lengths[index],
      isFlagged: flagged.includes(String(index + 1)),
    })),
    levels: levelsOf(headers.get('Similarity-Levels')),
  };
};

/** `very-similar=0.600, similar=0.400`. */
const levelsOf = (header: string | null): SimilarityLevels | undefined => {
  const [, verySimilar, similar] = /^very-similar=(\S+), similar=(\S+)$/.exec(header ?? '') ?? [];
  return verySimilar === undefined ? undefined : { verySimilar: Number(verySimilar), similar: Number(similar) };
};

/** `(24 77), (31)`: a list for each source. */
const lengthsOf = (header: string | null): readonly (readonly number[])[] =>
  [...(header ?? '').matchAll(/\(([\d ]*)\)/g)].map(([, list = '']) => list.split(' ').map(Number));
