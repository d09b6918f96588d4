import type { BackgroundService } from '../../../concurrency/background-service.ts';
import {
  type BlockRow,
  blocksWithDirection,
  type CodedRow,
  isIntact,
  packedBlock,
  type PackedCodes,
} from './code-blocks.ts';
import { type Database, prepared, transaction } from '../database.ts';
import { encodeRow, floatsOf } from '../../../vector-engine/row-codes.ts';
import { writeMeanDirection } from '../../../vector-engine/sketches.ts';
import { rowsPerRead } from './ticket-index-reader.ts';
import { type Geometry, geometryOf } from '../../../vector-engine/vector-blocks.ts';
import { type VectorKernel, vectorKernel } from '../../../vector-engine/vector-kernel.ts';

/** Stores codes of vectors in blocks. */
export type CodeBlocks = {
  /** Works for some milliseconds; resolves to false if nothing is left to do. */
  readonly step: () => Promise<boolean>;
};

/** The pause between two steps leaves the writer to other work. A round covers all collections; blocks are needed at the next start only. */
const [pauseMs, idleMs] = [5, 10_000];

/** Takes steps. */
export const codeBlocksService = ({ step }: CodeBlocks): BackgroundService => ({
  name: 'the storing of vector codes',
  intervalMs: idleMs,
  runOnce: async () => ((await step()) ? pauseMs : idleMs),
});

/** Collections per step. */
const collectionsPerStep = 50;

const lives = `NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)`;
const end = `(SELECT coalesce(max(number), 0) FROM codes WHERE collection = c.number)`;
const queries = {
  model: `SELECT dimensions FROM model`,
  last: `SELECT seq AS number FROM sqlite_sequence WHERE name = 'vectors'`,
  block: `${blocksWithDirection} WHERE b.number > ? ORDER BY b.number LIMIT 1`,
  direction: `SELECT direction FROM directions WHERE collection = ?`,
  empty: `SELECT b.number, b.collection, ${lives} AS lives,
      (SELECT coalesce(max(number), 0) FROM codes WHERE collection = b.collection AND number < b.number) AS start
      FROM codes b LEFT JOIN collections c ON c.number = b.collection WHERE b.codes IS NULL LIMIT 1`,
  collections: `SELECT c.number, ${end} AS end FROM collections c WHERE c.number > ? AND ${lives} ORDER BY c.number LIMIT ${collectionsPerStep}`,
  count: `SELECT count(*) AS count FROM (SELECT 1 FROM vectors WHERE collection = ? AND number > ? LIMIT ?)`,
  vectors: `SELECT number, vector FROM vectors WHERE collection = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?`,
  store: `INSERT OR REPLACE INTO codes (number, collection, codes, checksum) VALUES (?, ?, ?, ?)`,
  clear: `UPDATE codes SET codes = NULL, checksum = NULL WHERE number = ?`,
  remove: `DELETE FROM codes WHERE number = ?`,
  storeDirection: `INSERT OR REPLACE INTO directions (collection, direction) VALUES (?, ?)`,
  removeDirections: `DELETE FROM directions WHERE collection = ?1 AND NOT EXISTS (SELECT 1 FROM codes WHERE collection = ?1)`,
};

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;

/**
 * Progress: blocks up to `checked` were checked, and in an open round collections up to `collection` were filled. A round begins when there are vectors after
 * `last`.
 */
type Round = { checked: number; collection: number; last: number; isOpen: boolean };

/**
 * Refills emptied blocks, checks each block once for damage, and adds blocks to collections with enough vectors outside of blocks. Runs on the writing connection,
 * between its transactions.
 */
export const sqliteCodeBlocks = (database: Database): CodeBlocks => {
  const statements = prepared(database, queries);
  const round: Round = { checked: 0, collection: 0, last: 0, isOpen: false };
  let kernel: VectorKernel | undefined;
  const step = (): boolean => {
    const dimensions = statements.model.get()?.['dimensions'];
    if (typeof dimensions !== 'number') return false;
    const work = { database, statements, kernel: (kernel ??= vectorKernel()), geometry: geometryOf(dimensions) };
    return fillEmpty(work) || check(work, round) || extend(work, round);
  };
  return { step: async () => Promise.resolve(step()) };
};

type Work = {
  readonly database: Database;
  readonly statements: Statements;
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
};

/** Fills an empty block, or removes it if its vectors are gone; returns whether there was one. */
const fillEmpty = (work: Work): boolean => {
  const { database, statements } = work;
  const block = statements.empty.get() as Readonly<Record<string, number>> | undefined;
  if (!block) return false;
  const { number, collection, start, lives } = block as Record<'number' | 'collection' | 'start' | 'lives', number>;
  transaction(database, () => {
    const rows = lives ? codedRows(work, { collection, after: start, upTo: number }) : [];
    if (rows.length > 0) store(work, { number, collection, rows });
    else {
      statements.remove.run(number);
      statements.removeDirections.run(collection);
    }
  });
  return true;
};

/** Empties the next block if it is damaged; returns whether there was a block to check. */
const check = ({ statements }: Work, round: Round): boolean => {
  const block = statements.block.get(round.checked) as BlockRow | undefined;
  if (!block) return false;
  round.checked = block.number;
  if (block.codes !== null && !isIntact(block)) statements.clear.run(block.number);
  return true;
};

/** Adds a block to the next collection that has enough vectors in none; returns whether there may be more to do. */
const extend = (work: Work, round: Round): boolean => {
  const { database, statements, geometry } = work;
  if (!round.isOpen) {
    const last = statements.last.get()?.['number'];
    if (typeof last !== 'number' || last === round.last) return false;
    Object.assign(round, { collection: 0, last, isOpen: true });
  }
  const wanted = rowsPerRead(geometry.dimensions);
  const collections = statements.collections.all(round.collection) as {
    readonly number: number;
    readonly end: number;
  }[];
  for (const { number: collection, end } of collections) {
    if (statements.count.get(collection, end, wanted)?.['count'] === wanted) {
      transaction(database, () => {
        const rows = codedRows(work, { collection, after: end, upTo: Number.MAX_SAFE_INTEGER });
        store(work, { number: rows.at(-1)?.number ?? end, collection, rows });
      });
      return true;
    }
    round.collection = collection;
  }
  round.isOpen = collections.length === collectionsPerStep;
  return round.isOpen;
};

type Range = { readonly collection: number; readonly after: number; readonly upTo: number };

const codedRows = (
  { statements, geometry: { dimensions } }: Work,
  { collection, after, upTo }: Range,
): readonly CodedRow[] =>
  statements.vectors.all(collection, after, upTo, rowsPerRead(dimensions)).map((row) => {
    const codes = new Int8Array(dimensions);
    return { number: row['number'] as number, codes, ...encodeRow(floatsOf(row['vector']), codes) };
  });

type Block = { readonly number: number; readonly collection: number; readonly rows: readonly CodedRow[] };

const store = (work: Work, { number, collection, rows }: Block): void => {
  const { kernel, geometry, statements } = work;
  const directionFor = (packed: PackedCodes) => directionOf(work, collection, packed);
  const { codes, checksum } = packedBlock({ kernel, geometry, directionFor }, number, rows);
  statements.store.run(number, collection, codes, checksum);
};

/** The address of the direction that the sketches of a collection leave out: the stored one, or else the mean of these rows, which is stored. */
const directionOf = ({ kernel, geometry, statements }: Work, collection: number, rows: PackedCodes): number => {
  const at = kernel.room('direction', geometry.size * 4);
  const direction = kernel.bytes(at, geometry.size * 4);
  const stored = statements.direction.get(collection)?.['direction'];
  if (stored instanceof Uint8Array && stored.length === direction.length) direction.set(stored);
  else {
    writeMeanDirection(kernel, geometry, rows, at);
    statements.storeDirection.run(collection, direction.slice());
  }
  return at;
};
