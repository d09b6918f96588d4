import { setImmediate } from 'node:timers/promises';
import { ModelChanged } from '../../domain/errors.ts';
import type { EmbeddingModel } from '../../domain/events.ts';
import type { Hit, NearestQuery, TicketIndex } from '../../ports/ticket-index.ts';
import type { Elasticsearch } from './connect.ts';
import { ElasticsearchAnswered, noAnswer } from './failures.ts';
import { modelOf } from './indices.ts';
import { nearestTickets } from './nearest-tickets.ts';
import { copyPointers } from './pointers.ts';
import { readStanding } from './standing.ts';

type Index = { readonly copy: string; readonly model: EmbeddingModel };

/** A search in one copy. One that was only remembered counts where it is in use; one that was looked up before counts as long as it is there. */
type Search = { readonly index: Index; readonly where: NearestQuery; readonly allowStale: boolean };

/**
 * Searches the ticket index in Elasticsearch: approximate neighbours from a pool large enough that they are the true ones, with exact scores.
 * Throws Unavailable where Elasticsearch does not answer.
 */
export const elasticsearchTicketIndex = ({ client, prefix }: Pick<Elasticsearch, 'client' | 'prefix'>): TicketIndex => {
  const pointers = copyPointers(client, prefix);
  let known: Index | undefined;

  const find = async (): Promise<Index | undefined> => {
    const { current: copy } = await pointers.read();
    if (copy !== undefined && known?.copy === copy) return known;
    const model = copy === undefined ? undefined : await modelOf(client, copy);
    return (known = copy !== undefined && model ? { copy, model } : undefined);
  };

  const search = async ({ index: { copy }, where, allowStale }: Search): Promise<readonly Hit[]> => {
    const [hits, { current, deleted }] = await Promise.all([
      nearestTickets(client, copy, where),
      // Sent when the other request has left: it is answered sooner, and is not waited for.
      setImmediate().then(() => readStanding(client, { prefix, copy, collectionId: where.collectionId })),
    ]);
    // As if it were gone already, which it may be at any moment.
    if (allowStale && current !== copy) throw new ElasticsearchAnswered(404, 'copy_replaced');
    return deleted ? [] : hits;
  };

  const nearest = async (asked: Search): Promise<readonly Hit[]> => {
    const { index, where } = asked;
    refuseUnusable(where.vector, index.model.dimensions);
    if (where.count < 1) return [];
    try {
      return await search(asked);
    } catch (error) {
      if (!(error instanceof ElasticsearchAnswered)) throw error;
      known = undefined;
      const now = await find();
      if (!now || now.copy === index.copy) throw error;
      if (now.model.model !== index.model.model || now.model.dimensions !== index.model.dimensions) {
        throw new ModelChanged();
      }
      // A replay has put another copy of the same vectors in this one's place.
      return nearest({ index: now, where, allowStale: false });
    }
  };

  return {
    snapshot: ({ allowStale } = { allowStale: false }) =>
      forReaders(async () => {
        const index = (allowStale ? known : undefined) ?? (await find());
        return (
          index && { model: index.model, nearest: (where) => forReaders(() => nearest({ index, where, allowStale })) }
        );
      }),
  };
};

/** What a caller is told is the same whatever Elasticsearch failed with. */
const forReaders = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ElasticsearchAnswered ? noAnswer() : error;
  }
};

const refuseUnusable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  if (!(squares > 0 && squares < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
