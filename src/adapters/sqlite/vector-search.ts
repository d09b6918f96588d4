import { Unavailable } from '../../domain/errors.ts';
import type { Hit, IndexInUse, Neighbourhood, TicketIndex } from '../../ports/ticket-index.ts';
import type { Database } from './database.ts';
import { activeCopy } from './read-model.ts';
import { type Index, ticketIndexReader } from './ticket-index-reader.ts';
import { ticketIndexTables } from './ticket-index-tables.ts';
import { takingTurns } from './turns.ts';
import { vectorMemory } from './vector-memory.ts';
import { lengthOf } from './quantised-vectors.ts';
import { nearestVectors } from './nearest-vectors.ts';
import { sharedScans } from './shared-scans.ts';
import { scanQuery } from './vector-scan.ts';

const defaultMemory = 1 << 30;
const millisecondsATurn = 4;

/**
 * Searches the embedded ticket index on a reading connection: exact cosine inside one collection, over everything that was committed
 * when the search began. `memoryBytes` bounds the int8 vectors kept of recently searched collections.
 */
export const sqliteTicketIndex = (database: Database, memoryBytes = defaultMemory): TicketIndex => {
  // Pages mapped into memory would count as the service's own: 400 MB for 100 000 vectors that are read once, and no faster.
  database.exec('PRAGMA mmap_size = 0');
  const active = activeCopy(database, ticketIndexTables.name, ticketIndexTables.version);
  const memory = vectorMemory(memoryBytes);
  const inTurns = takingTurns(millisecondsATurn);
  const scans = sharedScans(inTurns);
  const reader = ticketIndexReader(database, inTurns);
  let lastDeletion: unknown;

  const release = (index: Index | undefined) => {
    memory.sweep(({ epoch }) => epoch === index?.epoch);
    const deletion = index && reader.lastDeletion(index);
    if (index && deletion !== lastDeletion) memory.sweep(({ collection }) => reader.lives(index, collection));
    lastDeletion = deletion;
  };

  const find = (): Index | undefined => {
    const copy = active();
    try {
      const index = copy === undefined ? undefined : reader.indexOf(copy);
      release(index);
      return index;
    } catch (error) {
      // A replay may replace the copy and drop it between two statements.
      if (active() !== copy) return find();
      throw error;
    }
  };

  const search = async (index: Index, { vector, count, ...where }: Neighbourhood): Promise<readonly Hit[]> => {
    const query = scanQuery(vector, count);
    for (;;) {
      if (reader.indexOf(index.copy)?.epoch !== index.epoch)
        throw new Unavailable('The model was changed; search again');
      const collection = reader.collection(index, where);
      if (collection === undefined) return [];
      const held = memory.hold(index.epoch, collection, index.model.dimensions);
      if (await reader.catchUp(index, held)) memory.trim();
      const scanned = await scans(held.vectors, query);
      const scored = await inTurns(nearestVectors(scanned, query, (number) => reader.vector(index, number)));
      if (reader.collection(index, where) === undefined) return [];
      const hits = scored && reader.hits(index, scored);
      // Without hits a ticket was written anew under the search: what it is now comes with the next look at the tail.
      if (hits) return hits.toSorted(byScore).slice(0, count);
    }
  };

  const nearest = async (index: Index, where: Neighbourhood): Promise<readonly Hit[]> => {
    refuseUnusable(where.vector, index.model.dimensions);
    try {
      return where.count < 1 ? [] : await search(index, where);
    } catch (error) {
      const now = active() === index.copy ? undefined : find();
      // A replay has put another copy of the same vectors in this one's place.
      if (now?.model.model === index.model.model && now.model.dimensions === index.model.dimensions) {
        return nearest(now, where);
      }
      throw error;
    }
  };

  return {
    inUse: () => {
      const index = find();
      if (!index) return Promise.resolve(undefined);
      return Promise.resolve({ model: index.model, nearest: (where) => nearest(index, where) } satisfies IndexInUse);
    },
  };
};

const byScore = (a: Hit, b: Hit): number => b.score - a.score || (a.ticketId < b.ticketId ? -1 : 1);

const refuseUnusable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const length = lengthOf(vector);
  if (!(length > 0 && length < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
