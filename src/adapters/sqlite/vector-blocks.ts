import { type QuantisedRow, scaleOf } from './row-codes.ts';
import { mostRotated, type VectorKernel } from './vector-kernel.ts';

/** How the vectors of a store lie in blocks. */
export type Geometry = {
  readonly dimensions: number;
  /** Bytes of a row's codes: the dimensions, rounded up to a multiple of 16. */
  readonly stride: number;
  /** Dimensions of a rotated vector: a power of two, as the Hadamard transform needs; 0 if there are no sketches. */
  readonly size: number;
  /** Rows of a full block, a multiple of 32. */
  readonly rows: number;
  /** Of a full block in the kernel's memory: codes, scales, errors, two planes of sketches and their factors. */
  readonly blockBytes: number;
};

/** Unit vectors in int8: row i is `scales[i]` × its codes, up to an error vector of length `errors[i]`. */
export type VectorBlock = {
  /** Row numbers of the database; `deletedRow` for a row that was found deleted. */
  numbers: Float64Array;
  errors: Float32Array;
  scales: Float32Array;
  /** Those of a full block are in the kernel's memory instead, from `place` on. */
  codes: Int8Array;
  place: number | undefined;
  count: number;
  worstError: number;
  /** So many of the rows have sketches. */
  sketched: number;
};

/** Arrays of a full block that nothing uses any more. */
export type FreedArrays = Pick<VectorBlock, 'codes' | 'scales'>;

/** Replaces the number of a row that no longer exists. */
export const deletedRow = -1;

/** Some rows of a block, from a multiple of 32 on. */
export type Rows = { readonly block: VectorBlock; readonly from: number; readonly count: number };

/** With fewer dimensions sketches would hardly ever rule out a row. */
const leastRotated = 256;

const codeBytes = 1 << 20;
/** Sketches are made and compared by so many rows. */
export const rowsOfGroup = 32;
const factorBytes = 20;
const initialRows = 16;

export const geometryOf = (dimensions: number): Geometry => {
  const stride = Math.ceil(dimensions / 16) * 16;
  const hasSketches = dimensions >= leastRotated && dimensions <= mostRotated;
  const size = hasSketches ? 2 ** Math.ceil(Math.log2(dimensions)) : 0;
  const rows = Math.max(1, Math.floor(codeBytes / stride / rowsOfGroup)) * rowsOfGroup;
  const sketchBytes = hasSketches ? size / 4 + factorBytes : 0;
  return { dimensions, stride, size, rows, blockBytes: rows * (stride + 8 + sketchBytes) };
};

/** Takes the arrays of a block that was moved, if there are any: for a large collection new ones would be most of its first search. */
export const emptyBlock = ({ stride, rows }: Geometry, freed?: FreedArrays): VectorBlock => ({
  ...(freed
    ? { ...freed, ...numberedRows(rows) }
    : { ...codedRows(initialRows, stride), ...numberedRows(initialRows) }),
  place: undefined,
  count: 0,
  worstError: 0,
  sketched: 0,
});

const codedRows = (rows: number, stride: number) => ({
  codes: new Int8Array(rows * stride),
  scales: new Float32Array(rows),
});

const numberedRows = (rows: number) => ({ numbers: new Float64Array(rows), errors: new Float32Array(rows) });

/** Adds a row to a block that is not full. */
export const append = (block: VectorBlock, geometry: Geometry, row: QuantisedRow & { readonly number: number }) => {
  const { stride, rows } = geometry;
  if (block.count === block.errors.length) grow(block, Math.min(rows, block.count * 2), stride);
  block.codes.set(row.codes, block.count * stride);
  block.numbers[block.count] = row.number;
  block.scales[block.count] = scaleOf(row.exponent);
  block.errors[block.count] = row.error;
  block.worstError = Math.max(block.worstError, row.error);
  block.count += 1;
};

const grow = (block: VectorBlock, rows: number, stride: number) => {
  const [{ codes, scales }, { numbers, errors }] = [codedRows(rows, stride), numberedRows(rows)];
  codes.set(block.codes);
  numbers.set(block.numbers);
  scales.set(block.scales);
  errors.set(block.errors);
  Object.assign(block, { codes, numbers, scales, errors });
};

/** Moves the codes of a full block into the kernel's memory, if there is room: otherwise they are copied for searches. Returns the arrays where they were. */
export const moveToKernel = (
  kernel: VectorKernel,
  { blockBytes, stride, rows }: Geometry,
  block: VectorBlock,
): FreedArrays | undefined => {
  const place = kernel.take(blockBytes);
  if (place === undefined) return undefined;
  const { codes, scales } = block;
  kernel.bytes(place, rows * stride).set(codes);
  kernel.floats(place + rows * stride, rows).set(scales);
  kernel.floats(place + rows * (stride + 4), rows).set(block.errors);
  Object.assign(block, { place, codes: new Int8Array(), scales: new Float32Array() });
  return { codes, scales };
};

export const isInKernel = ({ place }: VectorBlock): boolean => place !== undefined;

/** Where the kernel finds the codes, scales and errors of rows; those of a block that is not in its memory until those of another one are asked for. */
export const placeOf = (kernel: VectorKernel, geometry: Geometry, { block, from }: Rows) => {
  const { stride, rows } = geometry;
  const place = block.place ?? copyToKernel(kernel, geometry, block);
  const scales = place + rows * stride;
  return { codes: place + from * stride, scales: scales + from * 4, errors: scales + (rows + from) * 4 };
};

/** Copies what has been added to a block since it was copied last, or all of it if another one was copied meanwhile. */
const copyToKernel = (kernel: VectorKernel, { stride, rows }: Geometry, block: VectorBlock): number => {
  const { copied } = kernel;
  const place = kernel.room('rows', rows * (stride + 8));
  const from = copied.block === block ? copied.count : 0;
  const { count } = block;
  Object.assign(copied, { block, count });
  if (from === count) return place;
  kernel.bytes(place + from * stride, (count - from) * stride).set(block.codes.subarray(from * stride, count * stride));
  const scales = place + rows * stride;
  kernel.floats(scales + from * 4, count - from).set(block.scales.subarray(from, count));
  kernel.floats(scales + (rows + from) * 4, count - from).set(block.errors.subarray(from, count));
  return place;
};

/** Where two planes and the factors of rows are, as the kernel has made them or will; 0 if some of the first `made` rows are wanted that are not made. */
export const sketchesOf = ({ stride, size, rows }: Geometry, { block, from, count }: Rows, made = block.sketched) => {
  if (block.place === undefined || from + count > made) return { plane1: 0, plane2: 0, factors: 0 };
  const planeBytes = (rows * size) / 8;
  const plane1 = block.place + rows * (stride + 8) + (from * size) / 8;
  const factors = block.place + rows * (stride + 8) + 2 * planeBytes + from * factorBytes;
  return { plane1, plane2: plane1 + planeBytes, factors };
};

export const bytesOf = ({ blockBytes }: Geometry, { place, codes, numbers, scales, errors }: VectorBlock): number =>
  (place === undefined ? codes.length : blockBytes) + numbers.byteLength + scales.byteLength + errors.byteLength;
