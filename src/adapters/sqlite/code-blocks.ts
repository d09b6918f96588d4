import { crc32 } from 'node:zlib';
import { stateNumber } from './collection-tables.ts';
import { type Database, preparedPer } from './database.ts';
import type { QuantisedRow } from './row-codes.ts';

/**
 * The int8 codes of vectors in blocks, so that a search after a start need not read and encode all vectors. Each block has those of a collection from after
 * the block before it up to the vector `number`, in their order; vectors after the last block are in none. Whoever deletes a vector empties its
 * block in the same statement, so that no code outlives its vector; an empty or damaged block is filled again from the vectors (store-code-blocks.ts).
 */
export const codesSchema = (generation: string): string => `
  CREATE TABLE IF NOT EXISTS ${generation}_codes (number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, codes BLOB, checksum INTEGER);
  CREATE INDEX IF NOT EXISTS ${generation}_codes_of_collection ON ${generation}_codes (collection, number);
  CREATE INDEX IF NOT EXISTS ${generation}_codes_empty ON ${generation}_codes (number) WHERE codes IS NULL;
  CREATE TRIGGER IF NOT EXISTS ${generation}_codes_outdated AFTER DELETE ON ${generation}_vectors BEGIN
    UPDATE ${generation}_codes SET codes = NULL, checksum = NULL WHERE codes IS NOT NULL AND number = (
      SELECT c.number FROM ${generation}_codes c WHERE c.collection = old.collection AND c.number >= old.number ORDER BY c.number LIMIT 1
    );
  END`;

/** A vector's number with its codes. */
export type CodedRow = QuantisedRow & { readonly number: number };

export type StoredBlock = { readonly codes: Uint8Array; readonly checksum: number };

/** Bytes of a row beside its codes: number (float64), error (float32), exponent (int32). */
const headBytes = 16;

/** The rows of a block, and a checksum that names the block too, so that one in the place of another is found. */
export const packedBlock = (number: number, rows: readonly CodedRow[]): StoredBlock => {
  const dimensions = rows[0]?.codes.length ?? 0;
  const bytes = new Uint8Array(rows.length * (headBytes + dimensions));
  const view = new DataView(bytes.buffer);
  rows.forEach((row, index) => {
    const at = index * (headBytes + dimensions);
    view.setFloat64(at, row.number, true);
    view.setFloat32(at + 8, row.error, true);
    view.setInt32(at + 12, row.exponent, true);
    bytes.set(new Uint8Array(row.codes.buffer, row.codes.byteOffset, dimensions), at + headBytes);
  });
  return { codes: bytes, checksum: crc32(bytes, number) };
};

/** Whether a block is as it was written; an empty one is not. */
export const isIntact = (
  number: number,
  { codes, checksum }: { readonly codes: unknown; readonly checksum: unknown },
) => codes instanceof Uint8Array && crc32(codes, number) === checksum;

/** The rows of an intact block; their codes are views of it. */
export function* unpackedBlock(block: Uint8Array, dimensions: number): Generator<CodedRow, void> {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  for (let at = 0; at < block.length; at += headBytes + dimensions) {
    yield {
      number: view.getFloat64(at, true),
      error: view.getFloat32(at + 8, true),
      exponent: view.getInt32(at + 12, true),
      codes: new Int8Array(block.buffer, block.byteOffset + at + headBytes, dimensions),
    };
  }
}

const statementsOf = (generation: string) => ({
  block: `SELECT number, codes, checksum FROM ${generation}_codes WHERE collection = ? AND number > ? ORDER BY number LIMIT 1`,
  withdrawn: `SELECT v.number FROM ${generation}_tickets t INDEXED BY ${generation}_tickets_stored JOIN ${generation}_vectors v ON v.ticket = t.number
    WHERE t.collection = ? AND t.state = ${stateNumber('withdrawn')}`,
});

type Place = { readonly generation: string; readonly model: { readonly dimensions: number } };
type Read = { readonly collection: number; readonly last: number };

/** Reads blocks on a reading connection; there are none before the writer has made the table. */
export const codeBlockReader = (database: Database) => {
  const statements = preparedPer(database, statementsOf);
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`);
  return {
    /** The block after the last row that was read; without `rows` if it is empty or damaged. */
    next: ({ generation, model }: Place, { collection, last }: Read) => {
      if (!table.get(`${generation}_codes`)) return undefined;
      const block = statements(generation).block.get(collection, last);
      if (!block) return undefined;
      const [number, codes] = [block['number'] as number, block['codes']];
      if (!isIntact(number, { codes, checksum: block['checksum'] })) return { number };
      return { number, rows: unpackedBlock(codes as Uint8Array, model.dimensions) };
    },
    /** The numbers of the vectors of withdrawn tickets, whose codes are in the blocks too. */
    withdrawn: ({ generation }: Place, { collection }: Read): ReadonlySet<unknown> =>
      new Set(
        statements(generation)
          .withdrawn.all(collection)
          .map((row) => row['number']),
      ),
  };
};
