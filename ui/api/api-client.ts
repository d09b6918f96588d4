import type { Collection, CollectionSettings, Found, Plan, SimilarityLevels, User } from './records.ts';
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
  readonly search: (query: Query, signal?: AbortSignal) => Promise<Found>;
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
    search: async ({ collectionId, query, generateAnswer }, signal) => {
      const body = { collection_id: collectionId, query, generate_answer: generateAnswer };
      const response = await send('POST /api/search', { body, signal });
      const found = (await response.json()) as Found;
      const lengths = lengthsOf(response.headers.get('Problem-Lengths'));
      const sources = found.sources.map((source, index) => ({ ...source, problemLengths: lengths[index] }));
      return { ...found, sources, levels: levelsOf(response.headers.get('Similarity-Levels')) };
    },
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
