import { lengthOf } from './row-codes.ts';
import { type Geometry, placeOf, sketchesOf, type VectorBlock } from './vector-blocks.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** Vectors with the direction that their sketches leave out: where it is, rotated, in the kernel's memory; undefined before the first sketch. */
export type Sketched = {
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
  readonly blocks: readonly VectorBlock[];
  direction: number | undefined;
};

const rowsOfStep = 32;

/** Rows of which the mean is taken: a millisecond of work. With 256 it has a cosine of .997 to that of 100 000 tickets. */
const rowsOfMean = 256;

/** Whether a block is full, and has no sketches of some rows. */
export const isUnsketched = ({ size }: Geometry, { place, count, sketched }: VectorBlock): boolean =>
  size > 0 && place !== undefined && sketched < count;

/** Makes the sketches that full blocks lack (docs/decisions/12-sketches.md), 32 rows a step. */
export function* makeSketches(sketched: Sketched): Generator<void, void> {
  const { geometry, blocks } = sketched;
  for (const block of [...blocks]) {
    if (!isUnsketched(geometry, block)) continue;
    sketched.direction ??= meanDirection(sketched, block);
    if (sketched.direction === undefined) return;
    while (block.sketched < block.count) {
      yield;
      sketchRows(sketched, block, sketched.direction);
    }
  }
}

/**
 * Writes the mean direction of a block's rows, rotated, and returns its address. Texts of one kind share some of their direction: without it the rest of a
 * vector is shorter, and with that all errors of a sketch.
 */
const meanDirection = ({ kernel, geometry }: Sketched, block: VectorBlock): number | undefined => {
  const { stride, size, dimensions } = geometry;
  const at = kernel.take(size * 4);
  if (at === undefined) return undefined;
  const count = Math.min(block.count, rowsOfMean);
  const place = placeOf(kernel, geometry, { block, from: 0, count });
  const codes = new Int8Array(kernel.bytes(place.codes, count * stride).buffer, place.codes, count * stride);
  const scales = kernel.floats(place.scales, count);
  const mean = kernel.floats(at, size).fill(0);
  for (let row = 0; row < count; row += 1) {
    const scale = scales[row] as number;
    for (let i = 0; i < dimensions; i += 1) {
      mean[i] = (mean[i] as number) + (codes[row * stride + i] as number) * scale;
    }
  }
  const length = lengthOf(mean) || 1;
  for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] as number) / length;
  kernel.rotate(at, kernel.signs, size);
  return at;
};

const sketchRows = ({ kernel, geometry }: Sketched, block: VectorBlock, direction: number): void => {
  const { stride, size } = geometry;
  const rows = { block, from: block.sketched, count: rowsOfStep };
  const { codes, scales } = placeOf(kernel, geometry, rows);
  const { plane1, plane2, factors } = sketchesOf(geometry, rows, block.count);
  kernel.sketch(codes, stride, scales, size, kernel.signs, direction, kernel.vector, plane1, plane2, factors);
  block.sketched += rowsOfStep;
};
