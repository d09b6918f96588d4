import type { EmbeddingModel } from '../../domain/events.ts';
import { fullText } from '../../domain/ticket-record.ts';
import type { Hit, NearestQuery } from '../../ports/ticket-index.ts';
import type { Database } from './database.ts';
import { preparedPer } from './prepared.ts';
import type { TimeSlice } from './time-slice.ts';
import type { HeldVectors } from './vector-memory.ts';
import type { Scored } from './nearest-vectors.ts';

/** One copy and the model of its vectors, which never changes. */
export type Index = { readonly generation: string; readonly model: EmbeddingModel };

/** Bytes of float32 vectors read into memory at once: about a millisecond of work. */
const pageBytes = 1 << 19;

const statementsOf = (copy: string) => {
  const lives = `NOT EXISTS (SELECT 1 FROM ${copy}_deleted d WHERE d.id = c.id)`;
  return {
    model: `SELECT model, dimensions FROM ${copy}_model`,
    lastDeletion: `SELECT max(number) AS number FROM ${copy}_deleted`,
    collection: `SELECT number FROM ${copy}_collections c WHERE id = ? AND tenant = ? AND ${lives}`,
    lives: `SELECT 1 FROM ${copy}_collections c WHERE number = ? AND ${lives}`,
    page: `SELECT number, vector FROM ${copy}_vectors WHERE collection = ? AND number > ? ORDER BY number LIMIT ?`,
    vector: `SELECT vector FROM ${copy}_vectors WHERE number = ?`,
    ticketId: `SELECT ticket_id FROM ${copy}_tickets WHERE number = ?`,
    ticket: `SELECT ticket_id, category, problem, solution FROM ${copy}_tickets WHERE number = ?`,
  };
};

/** The questions that a search asks the tables of a copy; all of them throw where the copy was dropped. */
export const ticketIndexReader = (database: Database, inTurns: TimeSlice) => {
  const statements = preparedPer(database, statementsOf);

  function* readTail({ generation: copy, model }: Index, held: HeldVectors): Generator<void, boolean> {
    const rows = Math.max(16, Math.floor(pageBytes / 4 / model.dimensions));
    const before = held.last;
    for (;;) {
      const page = statements(copy).page.all(held.collection, held.last, rows);
      for (const row of page) {
        held.last = row['number'] as number;
        held.vectors.add(held.last, floatsOf(row['vector']));
        yield;
      }
      if (page.length < rows) return held.last > before;
    }
  }

  return {
    /** Undefined until the copy has been told its model. */
    indexOf: (copy: string): Index | undefined => {
      const row = statements(copy).model.get();
      if (!row) return undefined;
      const model = { model: row['model'] as string, dimensions: row['dimensions'] as number };
      return { generation: copy, model };
    },
    /** Changes whenever a collection is deleted. */
    lastDeletion: ({ generation: copy }: Index): unknown => statements(copy).lastDeletion.get()?.['number'],
    /** The number of one tenant's collection; undefined where there is none, or it is deleted. */
    collection: (
      { generation: copy }: Index,
      where: Pick<NearestQuery, 'tenantId' | 'collectionId'>,
    ): number | undefined =>
      statements(copy).collection.get(where.collectionId, where.tenantId)?.['number'] as number | undefined,
    lives: ({ generation: copy }: Index, collection: number): boolean =>
      statements(copy).lives.get(collection) !== undefined,
    /** Reads what was committed after the last row held; searches that come meanwhile wait for it, then look themselves. True if there was anything. */
    catchUp: async (index: Index, held: HeldVectors): Promise<boolean> => {
      while (held.reading) await held.reading;
      const reading = inTurns(readTail(index, held)).finally(() => (held.reading = undefined));
      held.reading = reading;
      return reading;
    },
    /** A row's vector; undefined once the row is gone. */
    vector: ({ generation: copy }: Index, number: number): Float32Array | undefined => {
      const row = statements(copy).vector.get(number);
      return row && floatsOf(row['vector']);
    },
    /** Returns a row's ticket id; undefined if the row has been deleted. */
    ticketId: ({ generation: copy }: Index, number: number) =>
      statements(copy).ticketId.get(number)?.['ticket_id'] as string | undefined,
    /** The tickets of these rows; undefined if one of them is gone. */
    hits: ({ generation: copy }: Index, scored: readonly Scored[]): readonly Hit[] | undefined => {
      const hits = scored.flatMap(({ number, score }): readonly Hit[] => {
        const row = statements(copy).ticket.get(number);
        return row ? [hitOf(row, score)] : [];
      });
      return hits.length === scored.length ? hits : undefined;
    },
  };
};

const floatsOf = (blob: unknown): Float32Array => {
  const { buffer, byteOffset, byteLength } = blob as Uint8Array;
  return new Float32Array(buffer, byteOffset, byteLength / 4);
};

const hitOf = (row: Record<string, unknown>, score: number): Hit => {
  const category = row['category'] as string;
  const problem = JSON.parse(row['problem'] as string) as readonly string[];
  const solution = JSON.parse(row['solution'] as string) as readonly string[];
  return { ticketId: row['ticket_id'] as string, score, category, fullText: fullText({ category, problem, solution }) };
};
