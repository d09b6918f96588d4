import type { EmbeddingModel } from '../domain/events.ts';

type Request = {
  readonly tenantId: string;
  readonly model: EmbeddingModel;
  readonly question: string;
  /** A search for sources always embeds and caches; a search with an answer may use the cached vector. */
  readonly purpose: 'sources' | 'answer';
};

/** The vector of a query: cached, of a call that is already running, or of `embed`, whose errors are thrown and not cached. */
export type QueryVectorCache = (request: Request, embed: () => Promise<Float32Array>) => Promise<Float32Array>;

const lifetimeMs = 60_000;
const maxEntries = 200;

type Entry = { readonly vector: Float32Array; readonly expiresAt: number };

/**
 * A client that shows the sources first and the answer later searches twice, but the query is embedded once. Tenants share no entries: how fast
 * an answer comes would tell what others asked. `now` in milliseconds.
 */
export const queryVectorCache = (now: () => number = Date.now): QueryVectorCache => {
  const running = new Map<string, Promise<Float32Array>>();
  /** Oldest first. */
  const entries = new Map<string, Entry>();

  const begin = (key: string, embed: () => Promise<Float32Array>) => {
    const vector = embed().finally(() => running.delete(key));
    running.set(key, vector);
    return vector;
  };

  const store = (key: string, vector: Float32Array) => {
    entries.delete(key);
    entries.set(key, { vector, expiresAt: now() + lifetimeMs });
    for (const [oldest, { expiresAt }] of entries) {
      if (entries.size <= maxEntries && expiresAt > now()) return;
      entries.delete(oldest);
    }
  };

  return async ({ tenantId, model, question, purpose }, embed) => {
    const key = `${tenantId} ${model.model} ${model.dimensions} ${question}`;
    const entry = entries.get(key);
    if (purpose === 'answer' && entry && entry.expiresAt > now()) return entry.vector;
    const vector = await (running.get(key) ?? begin(key, embed));
    if (purpose === 'sources') store(key, vector);
    return vector;
  };
};
