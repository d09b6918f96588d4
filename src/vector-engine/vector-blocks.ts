import type { QuantisedRow } from './row-codes.ts';
import { maxRotatedDimensions, type VectorKernel } from './vector-kernel.ts';

/** The memory layout of the blocks of a store. */
export type Geometry = {
  readonly dimensions: number;
  /** Bytes of a row's codes: the dimensions, rounded up to a multiple of 16. */
  readonly stride: number;
  /** Dimensions of a rotated vector: a power of two, as the Hadamard transform needs; 0 if there are no sketches. */
  readonly size: number;
  /** Rows of a full block, a multiple of 32. */
  readonly rows: number;
  /** The parts of a block in the kernel's memory, one after the other: codes, scales, errors, and of sketches the first plane, its factors, and records of the second. */
  readonly parts: Readonly<Record<PartName, Part>>;
  /** Of a row, in all parts. */
  readonly rowBytes: number;
};

type PartName = 'codes' | 'scales' | 'errors' | 'plane1' | 'factors' | 'seconds';

/** Bytes of each row in this part, and in the parts before it. */
type Part = { readonly bytes: number; readonly before: number };

/** Unit vectors in int8: row i is `scales[i]` × its codes, up to an error vector of length `errors[i]`. */
export type VectorBlock = {
  /** Row numbers of the database; `deletedRow` for a row that was found deleted. */
  numbers: Float64Array;
  errors: Float32Array;
  scales: Float32Array;
  /** Those of a full block are in the kernel's memory instead, from `address` on. */
  codes: Int8Array;
  address: number | undefined;
  count: number;
  /** The number of rows with sketches, from the first on. */
  sketched: number;
};

/** Arrays of a full block that nothing uses any more. */
export type FreedArrays = Pick<VectorBlock, 'codes' | 'scales'>;

/** Replaces the number of a row that no longer exists. */
export const deletedRow = -1;

/** Some rows of a block, from a multiple of 32 on. */
export type Rows = { readonly block: VectorBlock; readonly from: number; readonly count: number };

/** With fewer dimensions sketches would hardly ever rule out a row. */
const minRotatedDimensions = 256;

const codeBytes = 1 << 20;
/** Rows whose sketches are made and compared together. */
export const rowsOfGroup = 32;
const factorBytes = 12;
/** Bytes of a record of the second plane in addition to its bits. */
const recordBytes = 16;
const initialRows = 16;

export const geometryOf = (dimensions: number): Geometry => {
  const stride = Math.ceil(dimensions / 16) * 16;
  const hasSketches = dimensions >= minRotatedDimensions && dimensions <= maxRotatedDimensions;
  const size = hasSketches ? 2 ** Math.ceil(Math.log2(dimensions)) : 0;
  const rows = Math.max(1, Math.floor(codeBytes / stride / rowsOfGroup)) * rowsOfGroup;
  let rowBytes = 0;
  const next = (bytes: number): Part => ({ bytes, before: (rowBytes += bytes) - bytes });
  const parts = {
    codes: next(stride),
    scales: next(4),
    errors: next(4),
    plane1: next(size / 8),
    factors: next(hasSketches ? factorBytes : 0),
    seconds: next(hasSketches ? size / 8 + recordBytes : 0),
  };
  return { dimensions, stride, size, rows, parts, rowBytes };
};

/** Takes the arrays of a block that was moved, if there are any: for a large collection new ones would be most of its first search. */
export const emptyBlock = ({ stride, rows }: Geometry, freed?: FreedArrays): VectorBlock => ({
  ...(freed
    ? { ...freed, ...numberedRows(rows) }
    : { ...codedRows(initialRows, stride), ...numberedRows(initialRows) }),
  address: undefined,
  count: 0,
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
  block.scales[block.count] = row.scale;
  block.errors[block.count] = row.error;
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
export const moveToKernel = (kernel: VectorKernel, geometry: Geometry, block: VectorBlock): FreedArrays | undefined => {
  const { rowBytes, stride, rows } = geometry;
  const address = kernel.take(rows * rowBytes);
  if (address === undefined) return undefined;
  const { codes, scales } = block;
  const at = addressesOf(geometry, address, rows, 0);
  kernel.bytes(at.codes, rows * stride).set(codes);
  kernel.floats(at.scales, rows).set(scales);
  kernel.floats(at.errors, rows).set(block.errors);
  Object.assign(block, { address, codes: new Int8Array(), scales: new Float32Array() });
  return { codes, scales };
};

/** Rows as they are stored, a multiple of 32: their numbers, the parts of a block of so many rows, and the direction (rotated, in float32) that their sketches leave out. */
export type StoredRows = {
  readonly numbers: Float64Array;
  readonly parts: Uint8Array;
  readonly direction: Uint8Array | undefined;
};

/** A full block in the kernel's memory of stored rows, which fit into it; its other rows are deleted ones. Undefined if there is no room. */
export const storedBlock = (
  kernel: VectorKernel,
  geometry: Geometry,
  stored: readonly StoredRows[],
): VectorBlock | undefined => {
  const { rows, parts, rowBytes } = geometry;
  const address = kernel.take(rows * rowBytes);
  if (address === undefined) return undefined;
  const numbers = new Float64Array(rows).fill(deletedRow);
  const all = kernel.bytes(address, rows * rowBytes);
  let row = 0;
  for (const some of stored) {
    const count = some.numbers.length;
    numbers.set(some.numbers, row);
    for (const { bytes, before } of Object.values(parts)) {
      all.set(some.parts.subarray(before * count, (before + bytes) * count), before * rows + row * bytes);
    }
    row += count;
  }
  for (const { bytes, before } of Object.values(parts))
    all.fill(0, before * rows + row * bytes, (before + bytes) * rows);
  const errors = kernel.floats(addressesOf(geometry, address, rows, 0).errors, rows).slice();
  const inKernel = { codes: new Int8Array(), scales: new Float32Array(), address };
  return { numbers, errors, ...inKernel, count: rows, sketched: 0 };
};

export const isInKernel = ({ address }: VectorBlock): boolean => address !== undefined;

/** The addresses of the parts of rows. */
export type PartAddresses = Readonly<Record<PartName, number>>;

/** The addresses of the parts of the rows from a row on, in a block of so many rows at an address. */
export const addressesOf = ({ parts }: Geometry, address: number, rows: number, from: number): PartAddresses => {
  const at = ({ bytes, before }: Part): number => address + before * rows + from * bytes;
  const { codes, scales, errors, plane1, factors, seconds } = parts;
  return {
    codes: at(codes),
    scales: at(scales),
    errors: at(errors),
    plane1: at(plane1),
    factors: at(factors),
    seconds: at(seconds),
  };
};

/**
 * The addresses of parts of rows in the memory of the kernel; a block that is not in it is copied, until the next one
 * is. Of sketches 0, if some of these rows are not among the first `made`.
 */
export const kernelAddressesOf = (
  kernel: VectorKernel,
  geometry: Geometry,
  { block, from, count }: Rows,
  made = block.sketched,
): PartAddresses => {
  const address = block.address ?? copyToKernel(kernel, geometry, block);
  const addresses = addressesOf(geometry, address, geometry.rows, from);
  const hasSketches = block.address !== undefined && from + count <= made;
  return hasSketches ? addresses : { ...addresses, plane1: 0, factors: 0, seconds: 0 };
};

/** Copies what has been added to a block since it was copied last, or all of it if another one was copied meanwhile. */
const copyToKernel = (kernel: VectorKernel, geometry: Geometry, block: VectorBlock): number => {
  const { stride, rows } = geometry;
  const { copied } = kernel;
  const address = kernel.room('rows', rows * (stride + 8));
  const from = copied.block === block ? copied.count : 0;
  const { count } = block;
  Object.assign(copied, { block, count });
  if (from === count) return address;
  const at = addressesOf(geometry, address, rows, from);
  kernel.bytes(at.codes, (count - from) * stride).set(block.codes.subarray(from * stride, count * stride));
  kernel.floats(at.scales, count - from).set(block.scales.subarray(from, count));
  kernel.floats(at.errors, count - from).set(block.errors.subarray(from, count));
  return address;
};

export const bytesOf = (
  { rows, rowBytes }: Geometry,
  { address, codes, numbers, scales, errors }: VectorBlock,
): number =>
  (address === undefined ? codes.length : rows * rowBytes) + numbers.byteLength + scales.byteLength + errors.byteLength;
