import type { QuantisedVectors } from './quantised-vectors.ts';
import { largestOf, lengthOf } from './row-codes.ts';

/** A query's unit vector, for its `count` nearest rows. */
export type ScanQuery = { readonly unit: Float32Array; readonly count: number };

/** A query as vector-kernel.as reads it. */
export type PackedQuery = {
  /** Where it is in the kernel's memory. */
  readonly address: number;
  /** Whether it can be compared with sketches. */
  readonly hasTable: boolean;
  /** The bound of the error of an estimate for a row, of which that of its codes is known. */
  readonly errorOf: (error: number) => number;
  /** Sets the least cosine that is looked for. */
  readonly setFloor: (floor: number) => void;
  /** Gives its memory to others. */
  readonly release: () => void;
};

/**
 * How many standard deviations a cosine may lie above what a sketch says: more happens once in 10⁹ (docs/decisions/12-sketches.md), and matters only for one
 * of the nearest rows.
 */
const deviations = 6;

/** Upper bound for the effect of float32 rounding, in products and scores, on a cosine; and in rotated vectors. */
const slack = 1e-6;
const rotatedSlack = 1e-5;

const headBytes = 48;
const floorAt = 36;
const countAt = 44;

/** Packs a query for a search among vectors, into the kernel's memory until it is released; with a table if they have sketches now. */
export const packQuery = (
  { kernel, geometry, direction }: QuantisedVectors,
  { unit, count }: ScanQuery,
): PackedQuery => {
  const { stride, size } = geometry;
  const leftOut = direction();
  const packed = new Uint8Array(headBytes + stride * 2 + (leftOut === undefined ? 0 : size * 5));
  const head = new Float32Array(packed.buffer, 0, 9);
  new Int32Array(packed.buffer, countAt, 1)[0] = count;
  const values = writeValues(unit, new Int16Array(packed.buffer, headBytes, stride));
  const error = values.error + slack;
  head.set([values.finest, error]);
  if (leftOut !== undefined) {
    const rest = kernel.floats(kernel.vector, size).fill(0);
    rest.set(unit);
    kernel.rotate(kernel.vector, kernel.signs, size);
    const along = kernel.takeOut(kernel.vector, leftOut, size);
    const [signedAt, tableAt] = [headBytes + stride * 2, headBytes + stride * 2 + size];
    const first = writeTable(rest, packed.subarray(tableAt));
    const second = writeSigned(rest, new Int8Array(packed.buffer, signedAt, size));
    head.set([first.step, first.offset, deviations * first.deviation, second.step, second.offset], 2);
    head.set([along, deviations * lengthOf(rest)], 7);
  }
  const address = kernel.borrow(packed.length);
  kernel.bytes(address, packed.length).set(packed);
  return {
    address,
    hasTable: leftOut !== undefined,
    errorOf: (lost) => lost + (1 + lost) * error,
    setFloor: (floor) => kernel.floats(address + floorAt, 2).set([floor, floor - rotatedSlack]),
    release: () => kernel.give(address, packed.length),
  };
};

/** Writes a unit vector as `finest` × values, as finely as sums of products with codes fit into 32 bits, up to an error vector of length `error`. */
const writeValues = (unit: Float32Array, values: Int16Array): { readonly finest: number; readonly error: number } => {
  const most = Math.min(32_767, Math.floor(2 ** 31 / 128 / unit.length));
  const finest = largestOf(unit) / most;
  let squares = 0;
  for (let i = 0; i < unit.length; i += 1) {
    const exact = unit[i] as number;
    const value = Math.round(exact / finest);
    values[i] = value;
    squares += (exact - value * finest) ** 2;
  }
  return { finest, error: Math.sqrt(squares) };
};

/** A product is a sum × `step` + `offset`. */
type Bound = { readonly step: number; readonly offset: number };
type Rounded = Bound & { readonly deviation: number };

/** Writes the values in bytes: their product with signs is at most twice the sum of those with a plus, in `step`s, + `offset`. */
const writeSigned = (rest: Float32Array, signed: Int8Array): Bound => {
  const unit = largestOf(rest) / 127 || 1;
  let [total, lost] = [0, 0];
  for (let i = 0; i < rest.length; i += 1) {
    const exact = rest[i] as number;
    const value = Math.round(exact / unit);
    signed[i] = value;
    total += value;
    lost += Math.abs(exact - value * unit);
  }
  return { step: 2 * unit, offset: lost - total * unit };
};

/**
 * Writes for every four dimensions the products of a query with the 16 possible signs, in bytes: a row's product is the sum of its entries × `step` + `offset`,
 * up to what is lost by rounding them, which is independent from one to the next; `deviation` is at least the standard deviation of it all. The kernel adds four
 * entries in a byte and those of a row in two bytes.
 */
const writeTable = (rest: Float32Array, table: Uint8Array): Rounded => {
  let [largest, total] = [0, 0];
  for (let quad = 0; quad < rest.length; quad += 4) {
    const sum = sumOfSizes(rest, quad);
    total += sum;
    if (sum > largest) largest = sum;
  }
  const step = Math.max((2 * largest) / 63, (2 * total) / (65_535 - rest.length / 4)) || 1;
  const products = new Float64Array(16);
  let squares = 0;
  for (let quad = 0; quad < rest.length; quad += 4) {
    writeProducts(rest, quad, products);
    let most = 0;
    for (let bits = 0; bits < 16; bits += 1) {
      const exact = (products[bits] as number) / step;
      // No entry is negative: this rounds it at a third of the cost of Math.round.
      const entry = (exact + 0.5) | 0;
      table[quad * 4 + bits] = entry;
      const lost = Math.abs(exact - entry);
      if (lost > most) most = lost;
    }
    squares += (most * step) ** 2;
  }
  return { step, offset: -total, deviation: Math.sqrt(squares) };
};

const sumOfSizes = (values: Float32Array, from: number): number =>
  Math.abs(values[from] as number) +
  Math.abs(values[from + 1] as number) +
  Math.abs(values[from + 2] as number) +
  Math.abs(values[from + 3] as number);

/** Writes the products of four values with the signs of four bits, 1 for a plus, so that the least of them is 0. */
const writeProducts = (values: Float32Array, from: number, products: Float64Array): void => {
  let least = 0;
  products[0] = 0;
  for (let bit = 0; bit < 4; bit += 1) {
    const twice = 2 * (values[from + bit] as number);
    const known = 1 << bit;
    for (let bits = 0; bits < known; bits += 1) products[known + bits] = (products[bits] as number) + twice;
    if (twice < 0) least += twice;
  }
  for (let bits = 0; bits < 16; bits += 1) products[bits] = (products[bits] as number) - least;
};
