/** Vectors of one scale: row i is `codes[i·d … i·d + d)`, and scale × code stands for the unit vector up to an error of length `errors[i]`. */
export type QuantisedBlock = {
  readonly scale: number;
  codes: Int8Array;
  /** The row number in the database; `gone` once that row no longer exists. */
  numbers: Float64Array;
  errors: Float32Array;
  count: number;
  worstError: number;
};

/** Stands for the number of a row that no longer exists. */
export const gone = -1;

/** A unit vector in int8: `scale` × `codes`, wrong by a vector of length `error`. */
type Quantised = { readonly scale: number; readonly error: number };

/** The vectors of one collection, a byte a dimension, in blocks of at most 1 MiB. */
export type QuantisedVectors = {
  readonly dimensions: number;
  readonly blocks: readonly QuantisedBlock[];
  readonly add: (number: number, vector: Float32Array) => void;
  readonly bytes: () => number;
};

const blockBytes = 1 << 20;
const firstRows = 16;

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
 * An empty store. Scales are a fourth of a power of two apart, and a vector takes the smallest that holds its largest value: rows of one scale
 * can be ranked by the integer product of their codes alone, which is twice as fast as the cosine of codes.
 */
export const quantisedVectors = (dimensions: number): QuantisedVectors => {
  const blocks: QuantisedBlock[] = [];
  const open = new Map<number, QuantisedBlock>();
  const mostRows = Math.max(firstRows, Math.floor(blockBytes / dimensions));

  const blockOf = (scale: number): QuantisedBlock => {
    const current = open.get(scale);
    if (current && current.count < mostRows) {
      if (current.count === current.errors.length) widen(current, Math.min(mostRows, current.count * 2), dimensions);
      return current;
    }
    const block = { scale, count: 0, worstError: 0, ...emptyRows(firstRows, dimensions) };
    blocks.push(block);
    open.set(scale, block);
    return block;
  };

  return {
    dimensions,
    blocks,
    add: (number, vector) => {
      const length = lengthOf(vector);
      const block = blockOf(scaleOf(vector, length));
      const row = block.count;
      const codes = block.codes.subarray(row * dimensions, (row + 1) * dimensions);
      const error = encode(vector, length * block.scale, codes) * block.scale;
      block.numbers[row] = number;
      block.errors[row] = error;
      block.worstError = Math.max(block.worstError, error);
      block.count += 1;
    },
    bytes: () =>
      blocks.reduce(
        (sum, { codes, numbers, errors }) => sum + codes.length + numbers.byteLength + errors.byteLength,
        0,
      ),
  };
};

/** A query in the finest scale that holds it; `codes` has its length. */
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

const widen = (block: QuantisedBlock, rows: number, dimensions: number) => {
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

const scaleOf = (vector: Float32Array, length: number): number =>
  2 ** (Math.ceil(4 * Math.log2(largestOf(vector) / length)) / 4) / 127;

/** Writes the vector's codes in steps of `step` and returns the length of what rounding lost, in steps. */
const encode = (vector: Float32Array, step: number, codes: Int8Array): number => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const exact = (vector[i] as number) / step;
    // Rounds to the nearest like Math.round, at a third of its cost; a value that rounding made 128 stays in a byte.
    const rounded = ((exact + 128.5) | 0) - 128;
    const code = rounded > 127 ? 127 : rounded;
    codes[i] = code;
    const lost = exact - code;
    squares += lost * lost;
  }
  return Math.sqrt(squares);
};
