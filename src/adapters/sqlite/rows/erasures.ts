import { erasureSteps } from '../../../domain/erasure-events.ts';
import { type ErasureRow, type Erasures, type UnprovenErasures, unprovenPage } from '../../../ports/erasures.ts';
import { collectionTables } from './collection-tables.ts';
import { type Database, preparedPer } from '../database.ts';
import { bitsOf } from './erasure-tables.ts';
import { currentGeneration } from '../generations.ts';

const queries = (generation: string) => {
  const live = `${generation}_erasures e JOIN ${generation}_collections c ON c.number = e.collection AND c.deleted IS NULL`;
  return {
    page: `SELECT e.* FROM ${live} WHERE c.id = ? AND e.position < ? ORDER BY e.position DESC LIMIT ?`,
    number: `SELECT count(*) AS number FROM ${live} WHERE c.id = ? AND e.position <= ?`,
    at: `SELECT e.id FROM ${live} WHERE c.id = ? AND e.position = ?`,
  };
};

/** The steps as a number in the text, so that the index of those that are open serves (`erasureIndexes`). */
export const unprovenSql = (generation: string, steps: number): string => `
  SELECT c.id AS collection_id, e.id, e.position FROM ${generation}_erasures e CROSS JOIN ${generation}_collections c ON c.number = e.collection
  WHERE c.deleted IS NULL AND e.proven & ${steps} <> ${steps} AND e.position > ? ORDER BY e.position LIMIT ${unprovenPage}`;

/** Beyond every position. */
const endOfLog = 2n ** 63n - 1n;

/** Reads erasures on any connection, from the current generation of the collections. */
export const sqliteErasures = (database: Database): Erasures => {
  const current = currentGeneration(database, collectionTables);
  const statements = preparedPer(database, queries);
  const unproven = new Map<number, ReturnType<typeof preparedPer<'page'>>>();
  const unprovenPageOf = (generation: string, steps: number) => {
    const prepared = unproven.get(steps) ?? preparedPer(database, (name) => ({ page: unprovenSql(name, steps) }));
    unproven.set(steps, prepared);
    return prepared(generation).page;
  };
  const read = <Result>(nothing: Result, work: (generation: string) => Result): Promise<Result> => {
    const generation = current();
    return Promise.resolve(generation === undefined ? nothing : work(generation));
  };
  return {
    ofCollection: (collectionId, { before = endOfLog, limit }) =>
      read<readonly ErasureRow[]>([], (generation) =>
        statements(generation).page.all(collectionId, before, limit).map(erasureOf),
      ),
    numberAt: (collectionId, position) =>
      read(0, (generation) => Number(statements(generation).number.get(collectionId, position)?.['number'])),
    idAt: (collectionId, position) =>
      read<string | undefined>(
        undefined,
        (generation) => statements(generation).at.get(collectionId, position)?.['id'] as string | undefined,
      ),
    unproven: (steps, after = 0n) =>
      read<UnprovenErasures>({ keys: [], next: undefined }, (generation) => {
        const rows = unprovenPageOf(generation, bitsOf(steps)).all(after);
        const keys = rows.map((row) => ({
          collectionId: row['collection_id'] as string,
          erasureId: row['id'] as string,
        }));
        return { keys, next: rows.length < unprovenPage ? undefined : BigInt(rows.at(-1)?.['position'] as number) };
      }),
  };
};

const erasureOf = (row: Record<string, unknown>): ErasureRow => ({
  id: row['id'] as string,
  requestedAt: row['requested_at'] as string,
  tickets: row['tickets'] as number,
  firstTicketId: row['first_ticket'] as string | null,
  proven: new Set(erasureSteps.filter((step) => ((row['proven'] as number) & bitsOf([step])) !== 0)),
  position: BigInt(row['position'] as number),
});
