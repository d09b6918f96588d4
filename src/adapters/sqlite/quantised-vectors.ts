import { encodeRow, type QuantisedRow } from './row-codes.ts';
import { isUnsketched, makeSketches, type Sketched } from './sketches.ts';
import {
  append,
  bytesOf,
  emptyBlock,
  type FreedArrays,
  type Geometry,
  geometryOf,
  moveToKernel,
  type VectorBlock,
} from './vector-blocks.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** The vectors of one collection, one byte per dimension, in blocks of about 1 MiB. */
export type QuantisedVectors = {
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
  readonly blocks: readonly VectorBlock[];
  readonly add: (number: number, vector: Float32Array) => void;
  /** Adds a row that was encoded before (`encodeRow`). */
  readonly addCodes: (number: number, row: QuantisedRow) => void;
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
    addCodes,
    direction: () => sketched.direction,
    isUnsketched: () => blocks.some((block) => isUnsketched(geometry, block)),
    sketch: () => makeSketches(sketched),
    bytes: () => blocks.reduce((sum, block) => sum + bytesOf(geometry, block), 0),
    release: () => {
      if (sketched.direction !== undefined) kernel.give(sketched.direction, geometry.size * 4);
      for (const { place } of blocks) if (place !== undefined) kernel.give(place, geometry.blockBytes);
    },
  };
};
