import { fairLimit, type FairLimit } from '../../../concurrency/fair-limit.ts';
import { fairTimeSlices, sharedTimeSlices } from '../../../concurrency/fair-time-slices.ts';
import { inSlicesOf, type RunSteps } from '../../../concurrency/steps.ts';
import { ModelChanged } from '../../../domain/errors.ts';
import type { EmbeddingModel } from '../../../domain/events.ts';
import { isLimiting } from '../../../domain/ticket-filter.ts';
import { isSameModel } from '../../../domain/vector.ts';
import type { Hit, IndexSnapshot, NearestQuery, TicketIndex } from '../../../ports/ticket-index.ts';
import type { Database } from '../database.ts';
import { firstByTicketId, nearestAmong, nearestVectors } from '../../../vector-engine/nearest-vectors.ts';
import type { ScanQuery } from '../../../vector-engine/packed-query.ts';
import { lengthOf } from '../../../vector-engine/row-codes.ts';
import { type SharedScans, sharedScans } from '../../../vector-engine/shared-scans.ts';
import { type CommitCount, type RowCache, rowCache } from '../row-cache.ts';
import { ticketIndexReader } from './ticket-index-reader.ts';
import { type CachedVectors, type VectorCache } from '../../../vector-engine/vector-cache.ts';
import { scanQuery } from '../../../vector-engine/vector-scan.ts';

type TimeSlices = ReturnType<typeof fairTimeSlices>;

/** Searches with filters of one tenant at a time, each of which holds the numbers of its rows: as many as share a pass. */
const maxFiltered = 8;

type Engine = {
  readonly generation: string;
  /** Undefined where commits are not counted. */
  readonly commits: CommitCount | undefined;
  /** The numbers of collections. */
  readonly numbers: RowCache<number>;
  readonly reader: ReturnType<typeof ticketIndexReader>;
  readonly cache: VectorCache;
  readonly timeSlices: TimeSlices;
  /** The time for sketches, beside that of searches. */
  readonly sketchSlices: TimeSlices;
  readonly limitFiltered: FairLimit;
  readonly scans: SharedScans;
};

type Options = {
  /** Names the vectors of this generation in the cache. */
  readonly generation: string;
  /** The int8 vectors of recently searched collections, which outlives the generation. */
  readonly cache: VectorCache;
  readonly commits?: CommitCount | undefined;
  /** The time of the thread, which tenants share; by default only the searches of this generation do. */
  readonly timeSlices?: TimeSlices;
};

/** An index of one generation. */
type GenerationIndex = {
  readonly snapshot: () => Promise<(IndexSnapshot & { readonly generation: string }) | undefined>;
};

/** Searches a generation of the embedded ticket index: exact cosine inside one collection, over everything that was committed when the search began. */
export const sqliteTicketIndex = (
  database: Database,
  { generation, cache, commits, timeSlices = sharedTimeSlices() }: Options,
): GenerationIndex => {
  const reader = ticketIndexReader(database, commits);
  const engine: Engine = {
    ...{ generation, commits, numbers: rowCache<number>(commits), reader, cache, timeSlices, scans: sharedScans() },
    sketchSlices: fairTimeSlices(undefined, sketchMs),
    limitFiltered: fairLimit(Infinity, maxFiltered),
  };
  const release = cacheReleaser(engine);
  const modelCache = rowCache<EmbeddingModel>(commits);
  const modelNow = () => {
    release();
    return reader.model();
  };
  return {
    snapshot: () => {
      const model = modelCache('model', modelNow);
      return Promise.resolve(model && { generation, model, nearest: (query) => nearestIn(engine, model, query) });
    },
  };
};

/**
 * A snapshot of an index that may be replaced meanwhile searches the current one if that has the same model, and else its own while that is retained; then it throws
 * ModelChanged.
 */
export const followingCurrent = (index: GenerationIndex, isInUse: (generation: string) => boolean): TicketIndex => ({
  snapshot: async () => {
    const taken = await index.snapshot();
    if (!taken) return undefined;
    const nearest: IndexSnapshot['nearest'] = async (query) => {
      const current = await index.snapshot();
      if (current && isSameModel(current.model, taken.model)) return current.nearest(query);
      if (!isInUse(taken.generation)) throw new ModelChanged();
      return taken.nearest(query);
    };
    return { model: taken.model, nearest };
  },
});

/** Frees the cached vectors of other generations and, after a deletion, of deleted collections. */
const cacheReleaser = ({ generation, reader, cache }: Engine): (() => void) => {
  let lastDeletion: unknown;
  cache.filter((cached) => cached.generation === generation);
  return () => {
    const deletion = reader.lastDeletion();
    if (deletion !== lastDeletion) cache.filter(({ collection }) => reader.lives(collection));
    lastDeletion = deletion;
  };
};

const nearestIn = async (engine: Engine, model: EmbeddingModel, query: NearestQuery): Promise<readonly Hit[]> => {
  refuseUnusable(query.vector, model.dimensions);
  if (query.count < 1) return [];
  const search = () => searchIndex(engine, model, query);
  return query.filter && isLimiting(query.filter) ? engine.limitFiltered(query.tenantId, search) : search();
};

/** Deleted rows are usually found one by one; after this many repeats of a search all of them are looked up, as after many withdrawals. */
const repeatsBeforeDrop = 2;

const searchIndex = async (
  engine: Engine,
  { dimensions }: EmbeddingModel,
  query: NearestQuery,
): Promise<readonly Hit[]> => {
  const { generation, reader, cache } = engine;
  const { filter } = query;
  const run = inSlicesOf(engine.timeSlices.of(query.tenantId, query.customer));
  const isLimited = filter !== undefined && isLimiting(filter);
  for (let repeats = 0; ; repeats += 1) {
    const collection = numberOf(engine, query);
    if (collection === undefined) return [];
    // Before the rest is read: a row that is replaced from here on is found deleted.
    const among = isLimited ? await reader.filtered({ collection, filter, fresh: repeats > 0 }, run) : undefined;
    const prepared = scanQuery(query.vector, query.count, among);
    if (among && among.size <= maxCompared) {
      const few = await nearestFew(reader, { among, query: prepared }, run);
      if (numberOf(engine, query) === undefined) return [];
      const hits = few && reader.hits(few, query);
      if (hits) return hits;
      continue;
    }
    const cached = cache.get(generation, collection, dimensions);
    try {
      // On a repeat there may be a commit that is not counted yet.
      if (repeats > 0 || hasChanged(engine, cached)) await catchUp(engine, cached, run);
      if (repeats === repeatsBeforeDrop) await reader.dropDeleted(cached, run);
      const first = await nearestTickets(engine, { cached, query: prepared }, run);
      if (numberOf(engine, query) === undefined) return [];
      const hits = first && reader.hits(first, query);
      // No hits: a ticket was replaced during the search; its new row is among the next that are read.
      if (hits) return hits;
    } finally {
      sketch(engine, cached, query.tenantId);
      cache.release(cached);
    }
  }
};

const numberOf = ({ numbers, reader }: Engine, query: NearestQuery): number | undefined =>
  numbers(`${query.tenantId} ${query.collectionId}`, () => reader.collection(query));

/** Whether there were commits since all of a collection was read. */
const hasChanged = ({ commits }: Engine, { readAt }: CachedVectors): boolean => !commits || commits() !== readAt;

const catchUp = async ({ commits, reader, cache }: Engine, cached: CachedVectors, run: RunSteps): Promise<void> => {
  const now = commits?.();
  if (await reader.catchUp(cached, run)) cache.evict();
  cached.readAt = now;
};

/** So many vectors are compared one by one, without a scan of all, in some milliseconds. */
const maxCompared = 1_000;

type Few = { readonly among: Set<number>; readonly query: ScanQuery };

/** The nearest of few rows in their order; undefined if one of them was deleted meanwhile. */
const nearestFew = async (reader: Engine['reader'], { among, query }: Few, run: RunSteps) => {
  const scored = await run(nearestAmong(among, query, reader.vector));
  return scored && run(firstByTicketId(scored, query.count, reader.ticketId));
};

type Cached = { readonly cached: CachedVectors; readonly query: ScanQuery };

/** The nearest rows in their order; undefined if one was found deleted. */
const nearestTickets = async ({ reader, scans }: Engine, { cached, query }: Cached, run: RunSteps) => {
  const candidates = await scans(cached.vectors, query, run);
  const scored = await run(nearestVectors(candidates, query, reader.vector));
  return scored && run(firstByTicketId(scored, query.count, reader.ticketId));
};

/** Of each turn of the event loop: a fifth of the time that searches leave it when they never end. */
const sketchMs = 1;

/** Makes missing sketches between the slices of searches. */
const sketch = ({ cache, sketchSlices }: Engine, cached: CachedVectors, tenantId: string): void => {
  if (cached.isSketching || !cached.vectors.isUnsketched()) return;
  cached.isSketching = true;
  cache.retain(cached);
  const run = inSlicesOf(sketchSlices.of(tenantId));
  void run(cached.vectors.sketch()).then(() => {
    cached.isSketching = false;
    cache.release(cached);
  });
};

const refuseUnusable = (vector: Float32Array, dimensions: number) => {
  if (vector.length !== dimensions) {
    throw new RangeError(`A query of ${vector.length} dimensions for an index of ${dimensions}`);
  }
  const length = lengthOf(vector);
  if (!(length > 0 && length < Infinity)) throw new RangeError('A query vector must be finite and not zero');
};
