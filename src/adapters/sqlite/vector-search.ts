import { Unavailable } from '../../domain/errors.ts';
import type { Hit, IndexSnapshot, NearestQuery, TicketIndex } from '../../ports/ticket-index.ts';
import type { Database } from './database.ts';
import { firstByTicketId, nearestVectors } from './nearest-vectors.ts';
import { lengthOf } from './quantised-vectors.ts';
import { currentGeneration } from './generations.ts';
import { type SharedScans, sharedScans } from './shared-scans.ts';
import { type Index, ticketIndexReader } from './ticket-index-reader.ts';
import { ticketIndexTables } from './ticket-index-tables.ts';
import { timeSlice, type TimeSlice } from './time-slice.ts';
import { type VectorMemory, vectorMemory } from './vector-memory.ts';
import { scanQuery } from './vector-scan.ts';

const defaultMemory = 1 << 30;
const millisecondsATurn = 4;

type Engine = {
  readonly reader: ReturnType<typeof ticketIndexReader>;
  readonly memory: VectorMemory;
  readonly inTurns: TimeSlice;
  readonly scans: SharedScans;
};

/**
 * Searches the embedded ticket index on a reading connection: exact cosine inside one collection, over everything that was committed
 * when the search began. `memoryBytes` bounds the int8 vectors kept of recently searched collections.
 */
export const sqliteTicketIndex = (database: Database, memoryBytes = defaultMemory): TicketIndex => {
  const active = currentGeneration(database, ticketIndexTables.name, ticketIndexTables.version);
  const inTurns = timeSlice(millisecondsATurn);
  const reader = ticketIndexReader(database, inTurns);
  const engine = { reader, inTurns, memory: vectorMemory(memoryBytes), scans: sharedScans(inTurns) };
  const release = releasing(engine);

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
  const nearest = async (index: Index, where: NearestQuery): Promise<readonly Hit[]> => {
    refuseUnusable(where.vector, index.model.dimensions);
    try {
      return where.count < 1 ? [] : await search(engine, index, where);
    } catch (error) {
      const now = active() === index.generation ? undefined : find();
      if (!now) throw error;
      if (now.model.model !== index.model.model || now.model.dimensions !== index.model.dimensions) {
        throw new Unavailable('The model was changed; search again');
      }
      // A replay has put another copy of the same vectors in this one's place.
      return nearest(now, where);
    }
  };

  return {
    snapshot: () => {
      const index = find();
      if (!index) return Promise.resolve(undefined);
      return Promise.resolve({ model: index.model, nearest: (where) => nearest(index, where) } satisfies IndexSnapshot);
    },
  };
};

/** Frees what is held of copies that are no longer searched and, after a deletion, of collections that are no longer there. */
const releasing = ({ reader, memory }: Engine): ((index: Index | undefined) => void) => {
  let lastDeletion: unknown;
  return (index) => {
    memory.sweep(({ copy }) => copy === index?.generation);
    const deletion = index && reader.lastDeletion(index);
    if (index && deletion !== lastDeletion) memory.sweep(({ collection }) => reader.lives(index, collection));
    lastDeletion = deletion;
  };
};

const search = async (engine: Engine, index: Index, where: NearestQuery): Promise<readonly Hit[]> => {
  const { reader, memory, inTurns, scans } = engine;
  const query = scanQuery(where.vector, where.count);
  for (;;) {
    const collection = reader.collection(index, where);
    if (collection === undefined) return [];
    const held = memory.hold(index.generation, collection, index.model.dimensions);
    if (await reader.catchUp(index, held)) memory.trim();
    const scanned = await scans(held.vectors, query);
    const scored = await inTurns(nearestVectors(scanned, query, (number) => reader.vector(index, number)));
    const first =
      scored && (await inTurns(firstByTicketId(scored, where.count, (number) => reader.ticketId(index, number))));
    if (reader.collection(index, where) === undefined) return [];
    const hits = first && reader.hits(index, first);
    // Without hits a ticket was written anew under the search: what it is now comes with the next look at the tail.
    if (hits) return hits;
  }
};

const refuseUnusable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const length = lengthOf(vector);
  if (!(length > 0 && length < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
