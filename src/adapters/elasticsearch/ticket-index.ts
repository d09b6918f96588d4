import { Unavailable } from '../../domain/errors.ts';
import type { EmbeddingModel } from '../../domain/events.ts';
import type { Hit, Neighbourhood, TicketIndex } from '../../ports/ticket-index.ts';
import type { Elasticsearch } from './connect.ts';
import { ElasticsearchAnswered, noAnswer } from './failures.ts';
import { modelOf } from './indices.ts';
import { nearestTickets } from './nearest-tickets.ts';
import { copyPointers } from './pointers.ts';
import { isDeleted } from './tombstones.ts';

type Index = { readonly copy: string; readonly model: EmbeddingModel };

/**
 * Searches the ticket index in Elasticsearch: approximate neighbours from a pool large enough that they are the true ones, with exact scores.
 * Throws Unavailable where Elasticsearch does not answer.
 */
export const elasticsearchTicketIndex = ({ client, prefix }: Pick<Elasticsearch, 'client' | 'prefix'>): TicketIndex => {
  const pointers = copyPointers(client, prefix);
  let known: Index | undefined;

  const find = async (): Promise<Index | undefined> => {
    const { current: copy } = await pointers.read();
    if (copy === undefined || known?.copy === copy) return copy === undefined ? undefined : known;
    const model = await modelOf(client, copy);
    return (known = model && { copy, model });
  };

  const search = async ({ copy }: Index, where: Neighbourhood): Promise<readonly Hit[]> => {
    const [hits, deleted] = await Promise.all([
      nearestTickets(client, copy, where),
      isDeleted(client, copy, where.collectionId),
    ]);
    return deleted ? [] : hits;
  };

  const nearest = async (index: Index, where: Neighbourhood): Promise<readonly Hit[]> => {
    refuseUnusable(where.vector, index.model.dimensions);
    if (where.count < 1) return [];
    try {
      return await search(index, where);
    } catch (error) {
      if (!(error instanceof ElasticsearchAnswered)) throw error;
      known = undefined;
      const now = await find();
      if (!now || now.copy === index.copy) throw error;
      if (now.model.model !== index.model.model || now.model.dimensions !== index.model.dimensions) {
        throw new Unavailable('The model was changed; search again');
      }
      // A replay has put another copy of the same vectors in this one's place, and this one was dropped.
      return nearest(now, where);
    }
  };

  return {
    inUse: () =>
      forReaders(async () => {
        const index = await find();
        return index && { model: index.model, nearest: (where) => forReaders(() => nearest(index, where)) };
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
