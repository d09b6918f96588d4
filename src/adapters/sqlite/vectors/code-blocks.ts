import { crc32 } from 'node:zlib';
import { stateNumber } from '../stored-numbers.ts';
import { type Database, prepared } from '../database.ts';
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

/** A vector's number with its codes. */
export type CodedRow = QuantisedRow & { readonly number: number };

type StoredBlock = { readonly codes: Uint8Array; readonly checksum: number };

/** Changes with the layout of a block, and with what sketches mean: their rotation and its signs. */
const layout = 3;

/**
 * Names the block and the layout, so that a block that was put where another belongs, or is of another release, is
 * found.
 */
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
  const address = kernel.room('packed rows', count * rowBytes);
  kernel.bytes(address, count * rowBytes).fill(0);
  const block = new Uint8Array(headBytes + count * (numberBytes + rowBytes));
  const numbers = new Float64Array(block.buffer, headBytes, count).fill(deletedRow);
  const at = (row: number) => addressesOf(geometry, address, count, row);
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
  block.set(kernel.bytes(address, count * rowBytes), headBytes + count * numberBytes);
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
export const blocksWithDirection = `SELECT b.number, codes, checksum, direction FROM codes b LEFT JOIN directions d ON d.collection = b.collection`;

const queries = {
  block: `${blocksWithDirection} WHERE b.collection = ? AND b.number > ? ORDER BY b.number LIMIT 1`,
  withdrawn: `SELECT v.number FROM tickets t INDEXED BY tickets_stored JOIN vectors v ON v.ticket = t.number
    WHERE t.collection = ? AND t.state = ${stateNumber('withdrawn')}`,
};

/** Reads blocks on a reading connection. */
export const codeBlockReader = (database: Database) => {
  const statements = prepared(database, queries);
  return {
    /** The block of a collection after the row `last`; without `rows` if it is empty or damaged. */
    next: (geometry: Geometry, collection: number, last: number) => {
      const block = statements.block.get(collection, last) as BlockRow | undefined;
      return block && { number: block.number, rows: isIntact(block) ? unpackedBlock(block, geometry) : undefined };
    },
    /** The numbers of the vectors of withdrawn tickets, whose codes are in the blocks too. */
    withdrawn: (collection: number): ReadonlySet<unknown> =>
      new Set(statements.withdrawn.all(collection).map((row) => row['number'])),
  };
};
