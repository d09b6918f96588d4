/** A unit vector in int8: `scaleOf(exponent)` × codes, up to an error vector of length `error`. */
export type QuantisedRow = { readonly exponent: number; readonly error: number; readonly codes: Int8Array };

/** The length of a vector, in double precision. */
export const lengthOf = (vector: Float32Array): number => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number;
    squares += value * value;
  }
  return Math.sqrt(squares);
};

/** Quantises a vector at the smallest scale, a quarter power of two, that fits its largest value; writes its codes into `codes`, which has its length. */
export const encodeRow = (vector: Float32Array, codes: Int8Array): Omit<QuantisedRow, 'codes'> => {
  const length = lengthOf(vector);
  const exponent = Math.ceil(4 * Math.log2(largestOf(vector) / length));
  const scale = scaleOf(exponent);
  return { exponent, error: encode(vector, length * scale, codes) * scale };
};

/** What a row's codes are multiplied with. */
export const scaleOf = (exponent: number): number => 2 ** (exponent / 4) / 127;

/** The largest absolute value of a vector. */
export const largestOf = (vector: Float32Array): number => {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number);
    if (size > largest) largest = size;
  }
  return largest;
};

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
