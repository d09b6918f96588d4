import { setTimeout } from 'node:timers/promises';
import { reasonOf } from '../../domain/reason-of.ts';
import { type CodedRow, isIntact, packedBlock } from './code-blocks.ts';
import { type Database, preparedPer, transaction } from './database.ts';
import { currentGeneration } from './generations.ts';
import { encodeRow } from './row-codes.ts';
import { floatsOf, rowsAtOnce } from './ticket-index-reader.ts';
import { ticketIndexTables } from './ticket-index-tables.ts';

/** Stores codes of vectors in blocks. */
export type CodeBlocks = {
  /** Does some milliseconds of what is to do; resolves to false if nothing is left. */
  readonly step: () => Promise<boolean>;
};

type Running = {
  readonly signal: AbortSignal;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Takes steps, with pauses that leave the writer time for others, until the signal aborts. */
export const storeCodes = async ({ step }: CodeBlocks, { signal, warn }: Running): Promise<void> => {
  while (!signal.aborted) {
    const isMore = await step().catch((error: unknown) => {
      warn('codes of vectors cannot be stored now and are tried again', { error: reasonOf(error) });
      return false;
    });
    await setTimeout(isMore ? pauseMs : idleMs, undefined, { signal }).catch(() => undefined);
  }
};

/** A round looks at all collections; nobody waits for a block before the next start. */
const [pauseMs, idleMs] = [5, 10_000];

/** Collections that one step looks at. */
const collectionsPerStep = 50;

const statementsOf = (generation: string) => {
  const lives = `NOT EXISTS (SELECT 1 FROM ${generation}_deleted d WHERE d.id = c.id)`;
  const end = `(SELECT coalesce(max(number), 0) FROM ${generation}_codes WHERE collection = c.number)`;
  return {
    model: `SELECT dimensions FROM ${generation}_model`,
    last: `SELECT seq AS number FROM sqlite_sequence WHERE name = '${generation}_vectors'`,
    block: `SELECT number, codes, checksum FROM ${generation}_codes WHERE number > ? ORDER BY number LIMIT 1`,
    empty: `SELECT b.number, b.collection, ${lives} AS lives,
      (SELECT coalesce(max(number), 0) FROM ${generation}_codes WHERE collection = b.collection AND number < b.number) AS start
      FROM ${generation}_codes b LEFT JOIN ${generation}_collections c ON c.number = b.collection WHERE b.codes IS NULL LIMIT 1`,
    collections: `SELECT c.number, ${end} AS end FROM ${generation}_collections c WHERE c.number > ? AND ${lives} ORDER BY c.number LIMIT ${collectionsPerStep}`,
    count: `SELECT count(*) AS count FROM (SELECT 1 FROM ${generation}_vectors WHERE collection = ? AND number > ? LIMIT ?)`,
    vectors: `SELECT number, vector FROM ${generation}_vectors WHERE collection = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?`,
    store: `INSERT OR REPLACE INTO ${generation}_codes (number, collection, codes, checksum) VALUES (?, ?, ?, ?)`,
    clear: `UPDATE ${generation}_codes SET codes = NULL, checksum = NULL WHERE number = ?`,
    remove: `DELETE FROM ${generation}_codes WHERE number = ?`,
  };
};

type Statements = ReturnType<ReturnType<typeof preparedPer<keyof ReturnType<typeof statementsOf>>>>;

/**
 * How far the work on a generation is: blocks up to `checked` have been looked at, and in an open round collections up to `collection`. A round begins
 * when there are vectors after `last`.
 */
type Round = { readonly generation: string; checked: number; collection: number; last: number; isOpen: boolean };

/**
 * Works on the current generation: fills blocks that were emptied, looks at each block once for damage, and adds blocks to collections whose rest is long
 * enough. A folder of an earlier release gets all its blocks so. Runs on the writing connection, between its transactions.
 */
export const sqliteCodeBlocks = (database: Database): CodeBlocks => {
  const currentName = currentGeneration(database, ticketIndexTables);
  const statements = preparedPer(database, statementsOf);
  let round: Round | undefined;
  const step = (): boolean => {
    const generation = currentName();
    if (generation === undefined) return false;
    if (round?.generation !== generation) round = { generation, checked: 0, collection: 0, last: 0, isOpen: false };
    const prepared = statements(generation);
    const dimensions = prepared.model.get()?.['dimensions'];
    if (typeof dimensions !== 'number') return false;
    return (
      fillEmpty(database, prepared, dimensions) ||
      check(prepared, round) ||
      extend({ database, prepared, dimensions }, round)
    );
  };
  return { step: async () => Promise.resolve(step()) };
};

/** Fills an empty block, or removes it if its vectors are gone; returns whether there was one. */
const fillEmpty = (database: Database, statements: Statements, dimensions: number): boolean => {
  const block = statements.empty.get() as Readonly<Record<string, number>> | undefined;
  if (!block) return false;
  const { number, collection, start, lives } = block as Record<'number' | 'collection' | 'start' | 'lives', number>;
  transaction(database, () => {
    const rows = lives ? codedRows(statements, { collection, after: start, upTo: number, dimensions }) : [];
    if (rows.length > 0) store(statements, { number, collection, rows });
    else statements.remove.run(number);
  });
  return true;
};

/** Empties the next block if it is damaged; returns whether there is one that has not been looked at. */
const check = (statements: Statements, round: Round): boolean => {
  const block = statements.block.get(round.checked);
  if (!block) return false;
  const number = block['number'] as number;
  round.checked = number;
  if (block['codes'] !== null && !isIntact(number, { codes: block['codes'], checksum: block['checksum'] }))
    statements.clear.run(number);
  return true;
};

type Extending = { readonly database: Database; readonly prepared: Statements; readonly dimensions: number };

/** Adds a block to the next collection that has enough vectors in none; returns whether there may be more to do. */
const extend = ({ database, prepared, dimensions }: Extending, round: Round): boolean => {
  if (!round.isOpen) {
    const last = prepared.last.get()?.['number'];
    if (typeof last !== 'number' || last === round.last) return false;
    Object.assign(round, { collection: 0, last, isOpen: true });
  }
  const wanted = rowsAtOnce(dimensions);
  const collections = prepared.collections.all(round.collection) as { readonly number: number; readonly end: number }[];
  for (const { number: collection, end } of collections) {
    if (prepared.count.get(collection, end, wanted)?.['count'] === wanted) {
      transaction(database, () => {
        const rows = codedRows(prepared, { collection, after: end, upTo: Number.MAX_SAFE_INTEGER, dimensions });
        store(prepared, { number: rows.at(-1)?.number ?? end, collection, rows });
      });
      return true;
    }
    round.collection = collection;
  }
  round.isOpen = collections.length === collectionsPerStep;
  return round.isOpen;
};

type Range = {
  readonly collection: number;
  readonly after: number;
  readonly upTo: number;
  readonly dimensions: number;
};

const codedRows = (statements: Statements, { collection, after, upTo, dimensions }: Range): readonly CodedRow[] =>
  statements.vectors.all(collection, after, upTo, rowsAtOnce(dimensions)).map((row) => {
    const codes = new Int8Array(dimensions);
    return { number: row['number'] as number, codes, ...encodeRow(floatsOf(row['vector']), codes) };
  });

type Block = { readonly number: number; readonly collection: number; readonly rows: readonly CodedRow[] };

const store = (statements: Statements, { number, collection, rows }: Block): void => {
  const { codes, checksum } = packedBlock(number, rows);
  statements.store.run(number, collection, codes, checksum);
};
