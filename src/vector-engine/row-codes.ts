/** A unit vector in int8: `scale` × codes, up to an error vector of length `error`. */
export type QuantisedRow = { readonly scale: number; readonly error: number; readonly codes: Int8Array };

/** A stored vector, without a copy. */
export const floatsOf = (blob: unknown): Float32Array => {
  const { buffer, byteOffset, byteLength } = blob as Uint8Array;
  return new Float32Array(buffer, byteOffset, byteLength / 4);
};

/** The length of a vector, in double precision. */
export const lengthOf = (vector: Float32Array): number => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = vector[i] as number;
    squares += value * value;
  }
  return Math.sqrt(squares);
};

/** Quantises a vector at the smallest scale, a quarter power of two in units of 1/127, that fits its largest value; writes its codes into `codes`, which has its length. */
export const encodeRow = (vector: Float32Array, codes: Int8Array): Omit<QuantisedRow, 'codes'> => {
  const length = lengthOf(vector);
  const exponent = Math.ceil(4 * Math.log2(largestOf(vector) / length));
  const scale = 2 ** (exponent / 4) / 127;
  return { scale, error: encode(vector, length * scale, codes) * scale };
};

/** The largest absolute value of a vector. */
const largestOf = (vector: Float32Array): number => {
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
