import type { Client } from '@elastic/elasticsearch';
import { shortTimeoutAfterFailure } from '../../concurrency/timeout.ts';
import { ModelChanged, Unavailable } from '../../domain/errors.ts';
import type { EmbeddingModel } from '../../domain/events.ts';
import { isSameModel } from '../../domain/vector.ts';
import type { Hit, NearestQuery, TicketIndex } from '../../ports/ticket-index.ts';
import { type Elasticsearch, ElasticsearchError, unavailable } from './connection.ts';
import { readWithStatus } from './current-generation.ts';
import { currentName } from './generations.ts';
import { modelOf } from './indices.ts';
import { nearestTickets, poolFor } from './nearest-tickets.ts';

type Index = { readonly generation: string; readonly model: EmbeddingModel };

/** A search in one generation. With `allowStale` the generation must still be current, otherwise it must still exist. */
type Search = { readonly index: Index; readonly query: NearestQuery; readonly allowStale: boolean };

/**
 * Searches the ticket index in Elasticsearch: approximate neighbours from a pool large enough that they are the true ones, with exact scores.
 * Throws Unavailable if Elasticsearch does not answer.
 */
export const elasticsearchTicketIndex = (server: Pick<Elasticsearch, 'client' | 'prefix'>): TicketIndex => {
  const index = currentIndex(server);
  const documents = documentCounts(server.client);
  const withReaderErrors = readersErrors();

  const nearest = async (search: Search): Promise<readonly Hit[]> => {
    try {
      return await searchGeneration(server, search, documents(search.index.generation));
    } catch (error) {
      if (!(error instanceof ElasticsearchError)) throw error;
      // A replay may have replaced the generation; one with the same model holds the same vectors.
      index.forget();
      const now = await index.find();
      if (!now || now.generation === search.index.generation) throw error;
      if (!isSameModel(now.model, search.index.model)) throw new ModelChanged();
      return nearest({ index: now, query: search.query, allowStale: false });
    }
  };

  return {
    snapshot: ({ allowStale } = { allowStale: false }) =>
      withReaderErrors(async () => {
        const found = (allowStale ? index.lastFound() : undefined) ?? (await index.find());
        return (
          found && {
            model: found.model,
            nearest: (query) =>
              withReaderErrors(async () => {
                requireUsable(query.vector, found.model.dimensions);
                return query.count < 1 ? [] : nearest({ index: found, query, allowStale });
              }),
          }
        );
      }),
  };
};

/** Looks up the current generation, and its model once. */
const currentIndex = ({ client, prefix }: Pick<Elasticsearch, 'client' | 'prefix'>) => {
  let last: Index | undefined;
  return {
    lastFound: () => last,
    forget: () => {
      last = undefined;
    },
    find: async (): Promise<Index | undefined> => {
      let generation = await currentName(client, prefix);
      while (generation !== undefined) {
        if (last?.generation === generation) return last;
        const model = await modelOf(client, generation);
        if (model) return (last = { generation, model });
        // One that was replaced and dropped meanwhile has no model any more.
        const now = await currentName(client, prefix);
        if (now === generation) break;
        generation = now;
      }
      return (last = undefined);
    },
  };
};

/** In ms: how often the documents of an index are counted, and how long a count holds. */
const counting = { everyMs: 10_000, maxAgeMs: 60_000 };

/** Returns the last known number of documents of a generation; Infinity if unknown. Counting runs in the background: searches never wait for it. */
const documentCounts = (client: Client) => {
  let last = { generation: '', count: Infinity, at: -Infinity };
  let running: Promise<void> | undefined;
  const count = async (generation: string) => {
    const at = performance.now();
    const { count: found } = await client.count({ index: generation });
    last = { generation, count: found, at };
  };
  return (generation: string): number => {
    const age = last.generation === generation ? performance.now() - last.at : Infinity;
    if (age > counting.everyMs) {
      running ??= count(generation)
        // A search reports an unreachable index itself.
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    }
    return age > counting.maxAgeMs ? Infinity : last.count;
  };
};

const searchGeneration = async (
  server: Pick<Elasticsearch, 'client' | 'prefix'>,
  { index: { generation }, query, allowStale }: Search,
  documents: number,
): Promise<readonly Hit[]> => {
  const pool = poolFor(query.count, documents);
  const source = { generation, collectionId: query.collectionId };
  const [hits, { current, deleted }] = await readWithStatus(server, source, () =>
    nearestTickets(server.client, { generation, pool }, query),
  );
  // Treated like an index that does not exist any more, which may happen at any moment.
  if (allowStale && current !== generation) throw new ElasticsearchError(404, 'copy_replaced');
  return deleted ? [] : hits;
};

/** Hides the details of Elasticsearch's errors from clients. */
const readersErrors = () => {
  const limitTime = shortTimeoutAfterFailure({
    isUnreachable: (error) => error instanceof Unavailable,
    onTimeout: unavailable,
  });
  return async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      return await limitTime(read());
    } catch (error) {
      throw error instanceof ElasticsearchError ? unavailable() : error;
    }
  };
};

const requireUsable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  if (!(squares > 0 && squares < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
