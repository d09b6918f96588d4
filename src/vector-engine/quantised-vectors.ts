import { encodeRow, type QuantisedRow } from './row-codes.ts';
import { isUnsketched, makeSketches, type Sketched } from './sketches.ts';
import {
  addressesOf,
  append,
  bytesOf,
  emptyBlock,
  type FreedArrays,
  type Geometry,
  geometryOf,
  deletedRow,
  moveToKernel,
  storedBlock,
  type StoredRows,
  type VectorBlock,
} from './vector-blocks.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** The vectors of one collection, one byte per dimension, in blocks of about 1 MiB. */
export type QuantisedVectors = {
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
  readonly blocks: readonly VectorBlock[];
  readonly add: (number: number, vector: Float32Array) => void;
  /** Adds rows that were encoded before, as many as fit into one block (`geometry.rows`). */
  readonly addStored: (stored: readonly StoredRows[]) => void;
  /** The address of the direction that sketches leave out; undefined until there are any. */
  readonly direction: () => number | undefined;
  /** Whether full blocks have no sketches yet. */
  readonly isUnsketched: () => boolean;
  /** Makes the missing sketches, 32 rows a step. */
  readonly sketch: () => Generator<void, void>;
  readonly bytes: () => number;
  /** Gives the memory to others; nothing may be called afterwards. */
  readonly release: () => void;
};

/** An empty store. Full blocks are in the memory of the kernel, as long as there is room, and get sketches there. */
export const quantisedVectors = (kernel: VectorKernel, dimensions: number): QuantisedVectors => {
  const geometry = geometryOf(dimensions);
  const blocks: VectorBlock[] = [];
  const sketched: Sketched = { kernel, geometry, blocks, direction: undefined };
  let freed: FreedArrays | undefined;
  const addCodes = (number: number, row: QuantisedRow) => {
    const last = blocks.at(-1);
    const block = last && last.count < geometry.rows ? last : emptyBlock(geometry, freed);
    if (block !== last) {
      blocks.push(block);
      freed = undefined;
    }
    append(block, geometry, { ...row, number });
    if (block.count === geometry.rows) freed = moveToKernel(kernel, geometry, block);
  };
  const encoded = new Int8Array(dimensions);
  return {
    kernel,
    geometry,
    blocks,
    add: (number, vector) => addCodes(number, { codes: encoded, ...encodeRow(vector, encoded) }),
    addStored: (stored) => {
      if (addStoredBlock(sketched, blocks, stored)) return;
      for (const some of stored) for (const row of rowsOf(geometry, some)) addCodes(row.number, row);
    },
    direction: () => sketched.direction,
    isUnsketched: () => blocks.some((block) => isUnsketched(geometry, block)),
    sketch: () => makeSketches(sketched),
    bytes: () => blocks.reduce((sum, block) => sum + bytesOf(geometry, block), 0),
    release: () => {
      if (sketched.direction !== undefined) kernel.give(sketched.direction, geometry.size * 4);
      for (const { address } of blocks)
        if (address !== undefined) kernel.give(address, geometry.rows * geometry.rowBytes);
    },
  };
};

/** Adds stored rows as a block of their own, with their sketches, unless they are few or a block is not full. Returns whether it did. */
const addStoredBlock = (sketched: Sketched, blocks: VectorBlock[], stored: readonly StoredRows[]): boolean => {
  const { kernel, geometry } = sketched;
  const last = blocks.at(-1);
  const rows = stored.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if ((last && last.count < geometry.rows) || rows * 2 <= geometry.rows) return false;
  const block = storedBlock(kernel, geometry, stored);
  if (!block) return false;
  block.sketched = stored.every(({ direction }) => leavesOut(sketched, direction)) ? geometry.rows : 0;
  blocks.push(block);
  return true;
};

/** Whether stored sketches can be used: they leave out the same direction as the others, or are the first ones. */
const leavesOut = (sketched: Sketched, direction: Uint8Array | undefined): boolean => {
  const { kernel } = sketched;
  if (!direction) return false;
  if (sketched.direction === undefined) {
    sketched.direction = kernel.take(direction.length);
    if (sketched.direction === undefined) return false;
    kernel.bytes(sketched.direction, direction.length).set(direction);
  }
  return Buffer.compare(kernel.bytes(sketched.direction, direction.length), direction) === 0;
};

/** The rows one by one, without deleted ones. */
function* rowsOf(
  geometry: Geometry,
  { numbers, parts: { buffer, byteOffset } }: StoredRows,
): Generator<QuantisedRow & { readonly number: number }> {
  const { stride } = geometry;
  const at = addressesOf(geometry, byteOffset, numbers.length, 0);
  const scales = new Float32Array(buffer, at.scales, numbers.length);
  const errors = new Float32Array(buffer, at.errors, numbers.length);
  for (const [row, number] of numbers.entries()) {
    if (number === deletedRow) continue;
    const codes = new Int8Array(buffer, at.codes + row * stride, stride);
    yield { number, codes, scale: scales[row] as number, error: errors[row] as number };
  }
}
