import type { QuantisedVectors } from './quantised-vectors.ts';
import { largestOf, lengthOf } from './row-codes.ts';

/** A query as vector-kernel.as reads it. */
export type PackedQuery = {
  /** Where it is in the kernel's memory. */
  readonly address: number;
  /** Whether it can be compared with sketches. */
  readonly hasTable: boolean;
  /** The bound of the error of an estimate for a row, of which that of its codes is known. */
  readonly errorOf: (error: number) => number;
  /** Sets the least cosine that is looked for, among rows whose codes are wrong by at most `worstError`. */
  readonly setFloor: (floor: number, worstError: number) => void;
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
const floorAt = 24;

/** Packs a unit vector for a search among vectors, into the kernel's memory until it is released; with a table if they have sketches now. */
export const packQuery = ({ kernel, geometry, direction }: QuantisedVectors, unit: Float32Array): PackedQuery => {
  const { stride, size } = geometry;
  const leftOut = direction();
  const packed = new Uint8Array(headBytes + stride * 2 + (leftOut === undefined ? 0 : size * 4));
  const head = new Float32Array(packed.buffer, 0, 6);
  const values = writeValues(unit, new Int16Array(packed.buffer, headBytes, stride));
  const error = values.error + slack;
  head.set([values.finest, error]);
  if (leftOut !== undefined) {
    const rest = kernel.floats(kernel.vector, size).fill(0);
    rest.set(unit);
    kernel.rotate(kernel.vector, kernel.signs, size);
    const along = kernel.takeOut(kernel.vector, leftOut, size);
    const { step, offset } = writeTable(rest, packed.subarray(headBytes + stride * 2));
    head.set([step, offset, along, deviations * lengthOf(rest)], 2);
  }
  const address = kernel.borrow(packed.length);
  kernel.bytes(address, packed.length).set(packed);
  return {
    address,
    hasTable: leftOut !== undefined,
    errorOf: (lost) => lost + (1 + lost) * error,
    setFloor: (floor, worstError) =>
      kernel.floats(address + floorAt, 2).set([floor, floor - worstError - rotatedSlack]),
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

/**
 * Writes for every four dimensions the products of a query with the 16 possible signs, in bytes: a row's product is at most the sum of its entries
 * × `step` + `offset`. The kernel adds two entries in a byte and those of a row in two bytes.
 */
const writeTable = (rest: Float32Array, table: Uint8Array): { readonly step: number; readonly offset: number } => {
  let [largest, total] = [0, 0];
  for (let quad = 0; quad < rest.length; quad += 4) {
    const sum = sumOfSizes(rest, quad);
    total += sum;
    if (sum > largest) largest = sum;
  }
  const step = Math.max((2 * largest) / 127, (2 * total) / (65_535 - rest.length / 4)) || 1;
  let lost = 0;
  for (let quad = 0; quad < rest.length; quad += 4) {
    const sum = sumOfSizes(rest, quad);
    let most = 0;
    for (let bits = 0; bits < 16; bits += 1) {
      const exact = (signedSum(rest, quad, bits) + sum) / step;
      const entry = Math.round(exact);
      table[quad * 4 + bits] = entry;
      if (exact - entry > most) most = exact - entry;
    }
    lost += most * step;
  }
  return { step, offset: lost - total };
};

const sumOfSizes = (values: Float32Array, from: number): number =>
  Math.abs(values[from] as number) +
  Math.abs(values[from + 1] as number) +
  Math.abs(values[from + 2] as number) +
  Math.abs(values[from + 3] as number);

/** The product of four values with the signs of four bits. */
const signedSum = (values: Float32Array, from: number, bits: number): number => {
  let sum = 0;
  for (let i = 0; i < 4; i += 1) sum += (values[from + i] as number) * ((bits >> i) & 1 ? 1 : -1);
  return sum;
};
