import type { RunSteps } from '../../../concurrency/steps.ts';
import { bestFirst } from '../../../domain/answer-order.ts';
import type { EmbeddingModel } from '../../../domain/events.ts';
import { eachShown } from '../../../domain/ticket-details.ts';
import { shownDetails } from '../../../domain/ticket-fields.ts';
import { fullText, problemLengths } from '../../../domain/ticket-record.ts';
import { type Hit, type NearestQuery, withinCharacters } from '../../../ports/ticket-index.ts';
import { codeBlockReader } from './code-blocks.ts';
import { filterCache } from './filter-cache.ts';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';
import { type CommitCount, rowCache } from '../row-cache.ts';
import { floatsOf } from '../../../vector-engine/row-codes.ts';
import { deletedRow, type StoredRows } from '../../../vector-engine/vector-blocks.ts';
import type { CachedVectors } from '../../../vector-engine/vector-cache.ts';
import type { Scored } from '../../../vector-engine/nearest-vectors.ts';

/** Bytes of float32 vectors in one read: about a millisecond of work. */
const pageBytes = 1 << 19;

/** Vectors that are read, or stored as codes, at once. */
export const rowsPerRead = (dimensions: number): number => Math.max(16, Math.floor(pageBytes / 4 / dimensions));

const noLimit = Number.MAX_SAFE_INTEGER;

const lives = 'NOT EXISTS (SELECT 1 FROM deleted d WHERE d.id = c.id)';
// By index alone: the rows of tickets hold their texts.
const isActive = `NOT EXISTS (SELECT 1 FROM tickets t INDEXED BY tickets_stored WHERE t.collection = v.collection AND t.state = ${stateNumber('withdrawn')} AND t.number = v.ticket)`;
const ticketOfVector = `vectors v JOIN tickets t ON t.number = v.ticket WHERE v.number = ? AND t.state = ${stateNumber('active')}`;
const details = shownDetails.map(({ name }) => name).join(', ');
const queries = {
  model: `SELECT model, dimensions FROM model`,
  lastDeletion: `SELECT max(number) AS number FROM deleted`,
  collection: `SELECT number FROM collections c WHERE id = ? AND tenant = ? AND ${lives}`,
  lives: `SELECT 1 FROM collections c WHERE number = ? AND ${lives}`,
  page: `SELECT number, vector FROM vectors v WHERE collection = ? AND number > ? AND number <= ? AND ${isActive} ORDER BY number LIMIT ?`,
  numbers: `SELECT number FROM vectors v WHERE collection = ? AND ${isActive}`,
  vector: `SELECT vector FROM vectors v WHERE number = ? AND ${isActive}`,
  ticketId: `SELECT ticket_id FROM ${ticketOfVector}`,
  ticket: `SELECT ticket_id, ${details}, problem, solution, flagged_at, revision FROM ${ticketOfVector}`,
};

type Statements = ReturnType<typeof prepared<keyof typeof queries>>;
type Reading = { readonly statements: Statements; readonly blocks: ReturnType<typeof codeBlockReader> };

/** Reads of a search from the tables of a generation. Rows that many searches find are cached until the next commit. */
export const ticketIndexReader = (database: Database, commits: CommitCount | undefined) => {
  const statements: Statements = prepared(database, queries);
  const reading = { statements, blocks: codeBlockReader(database) };
  return {
    /** The model of the vectors, which never changes; undefined until it has been chosen. */
    model: (): EmbeddingModel | undefined => {
      const row = statements.model.get();
      return row && { model: row['model'] as string, dimensions: row['dimensions'] as number };
    },
    /** Reads the rows that were committed after the last cached one, after reads in progress. Returns whether there were any. */
    catchUp: async (cached: CachedVectors, run: RunSteps): Promise<boolean> => {
      while (cached.reading) await cached.reading;
      const read = run(readTail(reading, cached)).finally(() => (cached.reading = undefined));
      cached.reading = read;
      return read;
    },
    /** Marks the cached rows that are withdrawn, replaced or deleted. */
    dropDeleted: (cached: CachedVectors, run: RunSteps): Promise<void> => run(markDeleted(statements, cached)),
    /** The numbers of the rows that a filter lets through; `fresh`: with those of a commit that is not counted yet. */
    filtered: filterCache(database, commits),
    ...collectionReader(statements),
    ...ticketReader(statements, commits),
  };
};

const collectionReader = (statements: Statements) => ({
  /** Changes whenever a collection is deleted. */
  lastDeletion: (): unknown => statements.lastDeletion.get()?.['number'],
  /** Returns the number of a tenant's collection; undefined if it does not exist or is deleted. */
  collection: (where: Pick<NearestQuery, 'tenantId' | 'collectionId'>): number | undefined =>
    statements.collection.get(where.collectionId, where.tenantId)?.['number'] as number | undefined,
  lives: (collection: number): boolean => statements.lives.get(collection) !== undefined,
});

/** 8 MiB of vectors. */
const maxCachedFloats = 1 << 21;
/** UTF-16 code units of tickets. */
const maxCachedCharacters = 1 << 22;

type Ticket = Omit<Hit, 'score'>;

const ticketReader = (statements: Statements, commits: CommitCount | undefined) => {
  const vectors = rowCache<Float32Array>(commits, { maxSize: maxCachedFloats, sizeOf: ({ length }) => length });
  const ids = rowCache<string>(commits);
  const tickets = rowCache<Ticket>(commits, {
    maxSize: maxCachedCharacters,
    sizeOf: ({ fullText }) => fullText.length,
  });
  const ticketOf = (number: number): Ticket | undefined =>
    tickets(String(number), () => {
      const row = statements.ticket.get(number);
      return row && storedTicket(row);
    });
  return {
    /** Returns a row's vector; undefined if the row has been deleted or its ticket is withdrawn. */
    vector: (number: number): Float32Array | undefined =>
      vectors(String(number), () => {
        const row = statements.vector.get(number);
        return row && floatsOf(row['vector']);
      }),
    /** Returns a row's ticket id; undefined if the row has been deleted. */
    ticketId: (number: number): string | undefined =>
      ids(String(number), () => statements.ticketId.get(number)?.['ticket_id'] as string | undefined),
    /** Returns the tickets of rows, the best first, those of one score by their ids; undefined if one of them has been deleted. */
    hits: (scored: readonly Scored[], query: NearestQuery): readonly Hit[] | undefined => {
      let deleted = 0;
      const read = function* (): Generator<Hit, void> {
        for (const { number, score } of scored.toSorted((a, b) => b.score - a.score)) {
          const ticket = ticketOf(number);
          if (ticket) yield { ...ticket, score };
          else deleted += 1;
        }
      };
      const hits = withinCharacters(read(), query);
      if (deleted > 0) return undefined;
      return hits.toSorted(bestFirst);
    },
  };
};

/** Reads a block of codes if an intact one follows, otherwise vectors. Returns whether there were any. */
function* readTail({ statements, blocks }: Reading, cached: CachedVectors): Generator<void, boolean> {
  const rows = rowsPerRead(cached.vectors.geometry.dimensions);
  const before = cached.last;
  // What was added since the last search is rarely so much that there is a block of it.
  let isLong = before === 0;
  for (;;) {
    const end = isLong ? yield* readBlocks(blocks, cached) : undefined;
    const page = statements.page.all(cached.collection, cached.last, end ?? noLimit, rows);
    for (const row of page) {
      cached.last = row['number'] as number;
      cached.vectors.add(cached.last, floatsOf(row['vector']));
      yield;
    }
    isLong = end !== undefined || page.length === rows;
    if (!isLong) return cached.last > before;
    if (end !== undefined && page.length < rows) cached.last = end;
  }
}

/** Reads the intact blocks that follow. Returns the last row of a block that is not intact; undefined if none follows. */
function* readBlocks(blocks: Reading['blocks'], cached: CachedVectors): Generator<void, number | undefined> {
  const { vectors, collection } = cached;
  let { last } = cached;
  let gathered: StoredRows[] = [];
  let room = vectors.geometry.rows;
  let withdrawn: ReadonlySet<unknown> | undefined;
  const addGathered = () => {
    vectors.addStored(gathered);
    cached.last = last;
    // They were copied. The garbage collector would come several times for so much memory, and find it late.
    for (const { parts } of gathered) (parts.buffer as ArrayBuffer).transfer(0);
    gathered = [];
    room = vectors.geometry.rows;
  };
  for (;;) {
    const block = blocks.next(vectors.geometry, collection, last);
    if (!block?.rows) {
      addGathered();
      return block?.number;
    }
    const { numbers } = block.rows;
    withdrawn ??= blocks.withdrawn(collection);
    if (withdrawn.size > 0) numbers.forEach((number, row) => withdrawn?.has(number) && (numbers[row] = deletedRow));
    if (numbers.length > room) addGathered();
    gathered.push(block.rows);
    room -= numbers.length;
    last = block.number;
    yield;
  }
}

function* markDeleted(statements: Statements, cached: CachedVectors): Generator<void, void> {
  const live = new Set<number>();
  for (const row of statements.numbers.all(cached.collection)) live.add(row['number'] as number);
  yield;
  for (const block of cached.vectors.blocks) {
    for (let row = 0; row < block.count; row += 1) {
      if (!live.has(block.numbers[row] as number)) block.numbers[row] = deletedRow;
    }
    yield;
  }
}

const storedTicket = (row: Record<string, unknown>): Ticket => {
  const details = eachShown(({ name }) => row[name] as string | null);
  const problem = JSON.parse(row['problem'] as string) as readonly string[];
  const solution = JSON.parse(row['solution'] as string) as readonly string[];
  const ticket = { ...details, problem, solution };
  return {
    ...details,
    ticketId: row['ticket_id'] as string,
    fullText: fullText(ticket),
    problemLengths: problemLengths(ticket),
    isFlagged: row['flagged_at'] !== null,
    revision: row['revision'] as number,
  };
};
