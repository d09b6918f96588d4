import { ModelChanged } from '../../../domain/errors.ts';
import { isSameModel } from '../../../domain/vector.ts';
import type { Hit, IndexSnapshot, NearestQuery, TicketIndex } from '../../../ports/ticket-index.ts';
import type { Database } from '../database.ts';
import { firstByTicketId, nearestVectors } from '../../../vector-engine/nearest-vectors.ts';
import type { ScanQuery } from '../../../vector-engine/packed-query.ts';
import { lengthOf } from '../../../vector-engine/row-codes.ts';
import { currentGeneration } from '../generations.ts';
import { type SharedScans, sharedScans } from '../../../vector-engine/shared-scans.ts';
import { type Commits, type RememberedRows, rememberedRows } from '../remembered-rows.ts';
import { type Index, ticketIndexReader } from './ticket-index-reader.ts';
import { ticketIndexTables } from '../tickets/ticket-index-tables.ts';
import { timeSlice, type TimeSlice } from '../../../vector-engine/time-slice.ts';
import { type CachedVectors, type VectorCache, vectorCache } from '../../../vector-engine/vector-cache.ts';
import { scanQuery } from '../../../vector-engine/vector-scan.ts';

const defaultCacheBytes = 1 << 30;
const sliceMs = 4;

type Engine = {
  /** Undefined where commits are not counted. */
  readonly commits: Commits | undefined;
  /** The numbers of collections. */
  readonly numbers: RememberedRows<number>;
  readonly currentName: () => string | undefined;
  readonly reader: ReturnType<typeof ticketIndexReader>;
  readonly cache: VectorCache;
  readonly inTimeSlices: TimeSlice;
  readonly scans: SharedScans;
};

/**
 * Searches the embedded ticket index on a reading connection: exact cosine inside one collection, over everything that was committed
 * when the search began. `cacheBytes` limits the int8 vectors kept of recently searched collections.
 */
export const sqliteTicketIndex = (
  database: Database,
  {
    cacheBytes = defaultCacheBytes,
    commits,
  }: { readonly cacheBytes?: number; readonly commits?: Commits | undefined } = {},
): TicketIndex => {
  const inTimeSlices = timeSlice(sliceMs);
  const engine: Engine = {
    commits,
    currentName: currentGeneration(database, ticketIndexTables, commits),
    numbers: rememberedRows(commits),
    reader: ticketIndexReader(database, inTimeSlices, commits),
    cache: vectorCache(cacheBytes),
    inTimeSlices,
    scans: sharedScans(inTimeSlices),
  };
  const findIndex = indexFinder(engine);
  return {
    snapshot: () => {
      const index = findIndex();
      if (!index) return Promise.resolve(undefined);
      const nearest: IndexSnapshot['nearest'] = (query) => nearestIn({ engine, findIndex }, index, query);
      return Promise.resolve({ model: index.model, nearest });
    },
  };
};

type FindIndex = () => Index | undefined;

/** Returns a function that finds the current generation; undefined before there is one with a model. */
const indexFinder = (engine: Engine): FindIndex => {
  const { commits, currentName, reader } = engine;
  const release = cacheReleaser(engine);
  const remembered = rememberedRows<Index>(commits);
  const find = (): Index | undefined => {
    const name = currentName();
    try {
      const index = name === undefined ? undefined : reader.indexOf(name);
      release(index);
      return index;
    } catch (error) {
      // A replay may replace the generation and drop it between two statements.
      if (currentName() !== name) return find();
      throw error;
    }
  };
  return () => remembered('current', find);
};

/** Frees the cached vectors of generations that are no longer current and, after a deletion, of deleted collections. */
const cacheReleaser = ({ reader, cache }: Engine): ((index: Index | undefined) => void) => {
  let lastDeletion: unknown;
  let current: string | undefined;
  return (index) => {
    if (index?.generation !== current) cache.filter(({ generation }) => generation === index?.generation);
    current = index?.generation;
    const deletion = index && reader.lastDeletion(index);
    if (index && deletion !== lastDeletion) cache.filter(({ collection }) => reader.lives(index, collection));
    lastDeletion = deletion;
  };
};

type Search = { readonly engine: Engine; readonly findIndex: FindIndex };

/** Searches a generation, or the one that has replaced it meanwhile. Throws ModelChanged if that has vectors of another model. */
const nearestIn = async (search: Search, index: Index, query: NearestQuery): Promise<readonly Hit[]> => {
  const { engine, findIndex } = search;
  refuseUnusable(query.vector, index.model.dimensions);
  try {
    return query.count < 1 ? [] : await searchIndex(engine, index, query);
  } catch (error) {
    const current = engine.currentName() === index.generation ? undefined : findIndex();
    if (!current) throw error;
    if (!isSameModel(current.model, index.model)) throw new ModelChanged();
    return nearestIn(search, current, query);
  }
};

/** Deleted rows are found one by one; after so many repeats of a search all of them are looked up, as after many tickets have been withdrawn. */
const repeatsBeforeDrop = 2;

const searchIndex = async (engine: Engine, index: Index, query: NearestQuery): Promise<readonly Hit[]> => {
  const { reader, cache } = engine;
  const prepared = scanQuery(query.vector, query.count);
  for (let repeats = 0; ; repeats += 1) {
    const collection = numberOf(engine, index, query);
    if (collection === undefined) return [];
    const cached = cache.get(index.generation, collection, index.model.dimensions);
    try {
      // Repeats are for what is committed and may not be counted yet.
      if (repeats > 0 || hasChanged(engine, cached)) await catchUp(engine, index, cached);
      if (repeats === repeatsBeforeDrop) await reader.dropDeleted(index, cached);
      const first = await nearestTickets(engine, index, { cached, query: prepared });
      if (numberOf(engine, index, query) === undefined) return [];
      const hits = first && reader.hits(index, first);
      // No hits: a ticket was replaced during the search; its new row is among the next that are read.
      if (hits) return hits;
    } finally {
      sketch(engine, cached);
      cache.release(cached);
    }
  }
};

const numberOf = ({ numbers, reader }: Engine, index: Index, query: NearestQuery): number | undefined =>
  numbers(`${index.generation} ${query.tenantId} ${query.collectionId}`, () => reader.collection(index, query));

/** Whether there were commits since all of a collection was read. */
const hasChanged = ({ commits }: Engine, { readAt }: CachedVectors): boolean => !commits || commits() !== readAt;

const catchUp = async ({ commits, reader, cache }: Engine, index: Index, cached: CachedVectors): Promise<void> => {
  const now = commits?.();
  if (await reader.catchUp(index, cached)) cache.evict();
  cached.readAt = now;
};

type Cached = { readonly cached: CachedVectors; readonly query: ScanQuery };

/** The nearest rows in their order; undefined if one was found deleted. */
const nearestTickets = async ({ reader, inTimeSlices, scans }: Engine, index: Index, { cached, query }: Cached) => {
  const candidates = await scans(cached.vectors, query);
  const scored = await inTimeSlices(nearestVectors(candidates, query, (row) => reader.vector(index, row)));
  return scored && inTimeSlices(firstByTicketId(scored, query.count, (row) => reader.ticketId(index, row)));
};

/** Of each turn of the event loop: a fifth of the time that searches leave it when they never end. */
const sketchMs = 1;

/** Makes missing sketches between the slices of searches. */
const sketch = ({ cache }: Engine, cached: CachedVectors): void => {
  if (cached.isSketching || !cached.vectors.isUnsketched()) return;
  cached.isSketching = true;
  cache.retain(cached);
  const work = cached.vectors.sketch();
  const step = () => {
    const until = performance.now() + sketchMs;
    let isDone = false;
    while (!isDone && performance.now() < until) isDone = work.next().done === true;
    if (!isDone) return setImmediate(step);
    cached.isSketching = false;
    cache.release(cached);
  };
  setImmediate(step);
};

const refuseUnusable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const length = lengthOf(vector);
  if (!(length > 0 && length < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
