/** Unit vectors of one scale in int8: row i is scale × `codes[i·d … i·d + d)`, up to an error vector of length `errors[i]`. */
export type QuantisedBlock = {
  readonly scale: number;
  codes: Int8Array;
  /** Row numbers of the database; `deletedRow` for a row that was found deleted. */
  numbers: Float64Array;
  errors: Float32Array;
  count: number;
  worstError: number;
};

/** Replaces the number of a row that no longer exists. */
export const deletedRow = -1;

/** A unit vector in int8: `scale` × codes, up to an error vector of length `error`. */
type Quantised = { readonly scale: number; readonly error: number };

/** A row in int8: `scaleOf(exponent)` × codes, up to an error vector of length `error`. */
export type QuantisedRow = { readonly exponent: number; readonly error: number; readonly codes: Int8Array };

/** The vectors of one collection, one byte per dimension, in blocks of at most 1 MiB. */
export type QuantisedVectors = {
  readonly dimensions: number;
  readonly blocks: readonly QuantisedBlock[];
  readonly add: (number: number, vector: Float32Array) => void;
  /** Adds a row that was encoded before (`encodeRow`). */
  readonly addCodes: (number: number, row: QuantisedRow) => void;
  readonly bytes: () => number;
};

const blockBytes = 1 << 20;
const initialRows = 16;

/** The length of a vector, in double precision. */
export const lengthOf = (vector: Float32Array): number => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number;
    squares += value * value;
  }
  return Math.sqrt(squares);
};

/**
 * Returns an empty store. Scales are quarter powers of two, and a vector gets the smallest one that fits its largest value: rows of one scale
 * are ranked by the integer product of their codes, which is twice as fast as the cosine of codes.
 */
export const quantisedVectors = (dimensions: number): QuantisedVectors => {
  const blocks: QuantisedBlock[] = [];
  const open = new Map<number, QuantisedBlock>();
  const maxRows = Math.max(initialRows, Math.floor(blockBytes / dimensions));

  const blockOf = (exponent: number): QuantisedBlock => {
    const current = open.get(exponent);
    if (current && current.count < maxRows) {
      if (current.count === current.errors.length) grow(current, Math.min(maxRows, current.count * 2), dimensions);
      return current;
    }
    const block = { scale: scaleOf(exponent), count: 0, worstError: 0, ...emptyRows(initialRows, dimensions) };
    blocks.push(block);
    open.set(exponent, block);
    return block;
  };
  const addCodes = (number: number, { exponent, error, codes }: QuantisedRow) => {
    const block = blockOf(exponent);
    block.codes.set(codes, block.count * dimensions);
    block.numbers[block.count] = number;
    block.errors[block.count] = error;
    block.worstError = Math.max(block.worstError, error);
    block.count += 1;
  };
  const encoded = new Int8Array(dimensions);

  return {
    dimensions,
    blocks,
    add: (number, vector) => addCodes(number, { codes: encoded, ...encodeRow(vector, encoded) }),
    addCodes,
    bytes: () =>
      blocks.reduce(
        (sum, { codes, numbers, errors }) => sum + codes.length + numbers.byteLength + errors.byteLength,
        0,
      ),
  };
};

/** Quantises a vector at the scale of its block; writes its codes into `codes`, which has its length. */
export const encodeRow = (vector: Float32Array, codes: Int8Array): Omit<QuantisedRow, 'codes'> => {
  const length = lengthOf(vector);
  const exponent = Math.ceil(4 * Math.log2(largestOf(vector) / length));
  const scale = scaleOf(exponent);
  return { exponent, error: encode(vector, length * scale, codes) * scale };
};

/** Quantises a query at the finest scale that fits it; writes its codes into `codes`, which has its length. */
export const quantise = (vector: Float32Array, codes: Int8Array): Quantised => {
  const length = lengthOf(vector);
  const scale = largestOf(vector) / length / 127;
  return { scale, error: encode(vector, length * scale, codes) * scale };
};

const emptyRows = (rows: number, dimensions: number) => ({
  codes: new Int8Array(rows * dimensions),
  numbers: new Float64Array(rows),
  errors: new Float32Array(rows),
});

const grow = (block: QuantisedBlock, rows: number, dimensions: number) => {
  const { codes, numbers, errors } = emptyRows(rows, dimensions);
  codes.set(block.codes);
  numbers.set(block.numbers);
  errors.set(block.errors);
  Object.assign(block, { codes, numbers, errors });
};

const largestOf = (vector: Float32Array): number => {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number);
    if (size > largest) largest = size;
  }
  return largest;
};

const scaleOf = (exponent: number): number => 2 ** (exponent / 4) / 127;

/** Writes the vector's codes in units of `step`; returns the length of the rounding error, in steps. */
const encode = (vector: Float32Array, step: number, codes: Int8Array): number => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const exact = (vector[i] as number) / step;
    // Rounds like Math.round at a third of its cost; 128 does not fit a byte.
    const rounded = ((exact + 128.5) | 0) - 128;
    const code = rounded > 127 ? 127 : rounded;
    codes[i] = code;
    const lost = exact - code;
    squares += lost * lost;
  }
  return Math.sqrt(squares);
};
