import { lengthOf } from './row-codes.ts';
import {
  type Geometry,
  type PartAddresses,
  kernelAddressesOf,
  rowsOfGroup,
  type VectorBlock,
} from './vector-blocks.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** Vectors with the direction that their sketches leave out: where it is, rotated, in the kernel's memory; undefined before the first sketch. */
export type Sketched = {
  readonly kernel: VectorKernel;
  readonly geometry: Geometry;
  readonly blocks: readonly VectorBlock[];
  direction: number | undefined;
};

/** Rows of which the mean is taken: a millisecond of work. With 256 it has a cosine of .997 to that of 100 000 tickets. */
const rowsOfMean = 256;

/** Whether a block is full, and has no sketches of some rows. */
export const isUnsketched = ({ size }: Geometry, { address, count, sketched }: VectorBlock): boolean =>
  size > 0 && address !== undefined && sketched < count;

/** Makes the sketches that full blocks lack (docs/decisions/12-sketches.md), 32 rows a step. */
export function* makeSketches(sketched: Sketched): Generator<void, void> {
  const { geometry, blocks } = sketched;
  for (const block of [...blocks]) {
    if (!isUnsketched(geometry, block)) continue;
    sketched.direction ??= meanDirection(sketched, block);
    if (sketched.direction === undefined) return;
    while (block.sketched < block.count) {
      yield;
      const rows = { block, from: block.sketched, count: rowsOfGroup };
      sketchRows(
        sketched.kernel,
        geometry,
        kernelAddressesOf(sketched.kernel, geometry, rows, block.count),
        sketched.direction,
      );
      block.sketched += rowsOfGroup;
    }
  }
}

const meanDirection = ({ kernel, geometry }: Sketched, block: VectorBlock): number | undefined => {
  const at = kernel.take(geometry.size * 4);
  if (at === undefined) return undefined;
  const addresses = kernelAddressesOf(kernel, geometry, { block, from: 0, count: block.count });
  writeMeanDirection(kernel, geometry, { ...addresses, count: block.count }, at);
  return at;
};

/** The addresses of codes and their scales. */
type Codes = { readonly codes: number; readonly scales: number };

/**
 * Writes the mean direction of the first rows, rotated, to an address with room for `size` floats. Texts of one kind share some of their direction: without it the rest of a
 * vector is shorter, and with that all errors of a sketch.
 */
export const writeMeanDirection = (
  kernel: VectorKernel,
  { stride, size, dimensions }: Geometry,
  addresses: Codes & { readonly count: number },
  at: number,
): void => {
  const count = Math.min(addresses.count, rowsOfMean);
  const codes = new Int8Array(kernel.bytes(addresses.codes, count * stride).buffer, addresses.codes, count * stride);
  const scales = kernel.floats(addresses.scales, count);
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
};

/** Makes the sketches of 32 rows, which leave out the direction at an address. */
export const sketchRows = (
  kernel: VectorKernel,
  { stride, size }: Geometry,
  { codes, scales, errors, plane1, factors, seconds }: PartAddresses,
  direction: number,
): void => {
  kernel.sketch(
    ...[codes, stride, scales, errors, size, kernel.signs, direction, kernel.vector],
    ...[plane1, factors, seconds],
  );
};
