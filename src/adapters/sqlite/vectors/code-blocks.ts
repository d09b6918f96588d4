import { crc32 } from 'node:zlib';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, preparedPer } from '../database.ts';
import type { QuantisedRow } from '../../../vector-engine/row-codes.ts';
import { sketchRows } from '../../../vector-engine/sketches.ts';
import {
  addressesOf,
  deletedRow,
  type Geometry,
  rowsOfGroup,
  type StoredRows,
} from '../../../vector-engine/vector-blocks.ts';
import type { VectorKernel } from '../../../vector-engine/vector-kernel.ts';

/**
 * The int8 codes and sketches of vectors in blocks, so that a search after a start need not read, encode and sketch all vectors. Each block has those of a collection
 * from after the block before it up to the vector `number`, in their order; vectors after the last block are in none. Whoever deletes a vector empties its
 * block in the same statement, so that no code outlives its vector; an empty or damaged block is filled again from the vectors (store-code-blocks.ts).
 * The sketches of a collection leave out one direction, the mean of the rows of its first block; it goes with the last block.
 */
export const codesSchema = (generation: string): string => `
  CREATE TABLE IF NOT EXISTS ${generation}_codes (number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, codes BLOB, checksum INTEGER);
  CREATE TABLE IF NOT EXISTS ${generation}_directions (collection INTEGER PRIMARY KEY, direction BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS ${generation}_codes_of_collection ON ${generation}_codes (collection, number);
  CREATE INDEX IF NOT EXISTS ${generation}_codes_empty ON ${generation}_codes (number) WHERE codes IS NULL;
  CREATE TRIGGER IF NOT EXISTS ${generation}_codes_outdated AFTER DELETE ON ${generation}_vectors BEGIN
    UPDATE ${generation}_codes SET codes = NULL, checksum = NULL WHERE codes IS NOT NULL AND number = (
      SELECT c.number FROM ${generation}_codes c WHERE c.collection = old.collection AND c.number >= old.number ORDER BY c.number LIMIT 1
    );
  END`;

/** A vector's number with its codes. */
export type CodedRow = QuantisedRow & { readonly number: number };

type StoredBlock = { readonly codes: Uint8Array; readonly checksum: number };

/** Changes with the layout of a block, and with what sketches mean: their rotation and its signs. */
const layout = 3;

/** Names the block and the layout, so that a block in the place of another, or of another release, is found. */
const checksumOf = (block: Uint8Array, number: number): number => crc32(block, (number ^ layout) >>> 0);

/** Before the numbers of the rows (float64) and their parts (vector-blocks.ts): the checksum of the direction (uint32), so that no sketch is used with another. */
const headBytes = 8;
const numberBytes = 8;

/** In place of the checksum of a direction, where there are no sketches. */
const noDirection = 0;

/** Rows of which the codes are packed, at addresses of the kernel. */
export type PackedCodes = { readonly codes: number; readonly scales: number; readonly count: number };

type Packing = {
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
  /** Returns the address of the direction that sketches leave out, which may be the mean of these rows. */
  readonly directionFor: (rows: PackedCodes) => number;
};

/** The rows of a block, filled up to a multiple of 32, and their checksum. */
export const packedBlock = (
  { kernel, geometry, directionFor }: Packing,
  number: number,
  rows: readonly CodedRow[],
): StoredBlock => {
  const { stride, rowBytes } = geometry;
  const count = Math.ceil(rows.length / rowsOfGroup) * rowsOfGroup;
  const place = kernel.room('packed rows', count * rowBytes);
  kernel.bytes(place, count * rowBytes).fill(0);
  const block = new Uint8Array(headBytes + count * (numberBytes + rowBytes));
  const numbers = new Float64Array(block.buffer, headBytes, count).fill(deletedRow);
  const at = (row: number) => addressesOf(geometry, place, count, row);
  const first = at(0);
  const codes = kernel.bytes(first.codes, count * stride);
  const [scales, errors] = [kernel.floats(first.scales, count), kernel.floats(first.errors, count)];
  for (const [index, row] of rows.entries()) {
    numbers[index] = row.number;
    codes.set(row.codes, index * stride);
    scales[index] = row.scale;
    errors[index] = row.error;
  }
  let direction = noDirection;
  if (geometry.size > 0) {
    const leftOut = directionFor({ ...first, count: rows.length });
    direction = crc32(kernel.bytes(leftOut, geometry.size * 4).slice());
    for (let row = 0; row < count; row += rowsOfGroup) sketchRows(kernel, geometry, at(row), leftOut);
  }
  new Uint32Array(block.buffer, 0, 1)[0] = direction;
  block.set(kernel.bytes(place, count * rowBytes), headBytes + count * numberBytes);
  return { codes: block, checksum: checksumOf(block, number) };
};

/** A row of the table of blocks, with the direction of its collection. */
export type BlockRow = { readonly number: number } & Readonly<Record<'codes' | 'checksum' | 'direction', unknown>>;

/** Whether a block is as it was written, by this release, and with this direction; an empty one is not. */
export const isIntact = ({ number, codes, checksum, direction }: BlockRow): boolean => {
  if (!(codes instanceof Uint8Array) || codes.length < headBytes) return false;
  const directionNow = direction instanceof Uint8Array ? crc32(direction) : noDirection;
  const [directionThen] = new Uint32Array(codes.buffer, codes.byteOffset, 1);
  return directionThen === directionNow && checksumOf(codes, number) === checksum;
};

/** The rows of an intact block: views of it. */
const unpackedBlock = ({ codes, direction }: BlockRow, { rowBytes }: Geometry): StoredRows => {
  const block = codes as Uint8Array;
  const count = (block.length - headBytes) / (numberBytes + rowBytes);
  return {
    numbers: new Float64Array(block.buffer, block.byteOffset + headBytes, count),
    parts: block.subarray(headBytes + count * numberBytes),
    direction: direction instanceof Uint8Array ? direction : undefined,
  };
};

/** Blocks with the direction of their collection, as `b`. */
export const blocksWithDirection = (generation: string): string =>
  `SELECT b.number, codes, checksum, direction FROM ${generation}_codes b LEFT JOIN ${generation}_directions d ON d.collection = b.collection`;

const statementsOf = (generation: string) => ({
  block: `${blocksWithDirection(generation)} WHERE b.collection = ? AND b.number > ? ORDER BY b.number LIMIT 1`,
  withdrawn: `SELECT v.number FROM ${generation}_tickets t INDEXED BY ${generation}_tickets_stored JOIN ${generation}_vectors v ON v.ticket = t.number
    WHERE t.collection = ? AND t.state = ${stateNumber('withdrawn')}`,
});

/** Reads blocks on a reading connection; there are none before the writer has made the tables. */
export const codeBlockReader = (database: Database) => {
  const statements = preparedPer(database, statementsOf);
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`);
  return {
    /** The block of a collection after the row `last`; without `rows` if it is empty or damaged. */
    next: (generation: string, geometry: Geometry, collection: number, last: number) => {
      if (!table.get(`${generation}_directions`)) return undefined;
      const block = statements(generation).block.get(collection, last) as BlockRow | undefined;
      return block && { number: block.number, rows: isIntact(block) ? unpackedBlock(block, geometry) : undefined };
    },
    /** The numbers of the vectors of withdrawn tickets, whose codes are in the blocks too. */
    withdrawn: (generation: string, collection: number): ReadonlySet<unknown> =>
      new Set(
        statements(generation)
          .withdrawn.all(collection)
          .map((row) => row['number']),
      ),
  };
};
