/** Values that share a least value and a step. */
const blockSize = 64;
/** What share of a block's range its 16 codes may span: what lies outside gets the nearest code. */
const ranges = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];

const number = new DataView(new ArrayBuffer(4));

/** The upper half of a float32, rounded to nearest. */
const upperHalf = (value: number): number => {
  number.setFloat32(0, value);
  return (number.getUint32(0) + 0x7fff + ((number.getUint32(0) >>> 16) & 1)) >>> 16;
};

const fromUpperHalf = (half: number): number => {
  number.setUint32(0, half << 16);
  return number.getFloat32(0);
};

/** A block in codes: value = least + step × code. */
type Block = { readonly min: number; readonly step: number; readonly codes: Uint8Array; readonly error: number };

const codesOf = (values: Float32Array, min: number, step: number): Block => {
  const codes = new Uint8Array(values.length);
  let error = 0;
  values.forEach((value, at) => {
    const code = step === 0 ? 0 : Math.min(15, Math.max(0, Math.round((value - min) / step)));
    codes[at] = code;
    error += (min + step * code - value) ** 2;
  });
  return { min, step, codes, error };
};

/** The codes of a block with the least squared error among the ranges that are tried. */
const packBlock = (values: Float32Array): Block => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  let best: Block | undefined;
  for (const range of ranges) {
    const min = fromUpperHalf(upperHalf((low + high) / 2 - (range * (high - low)) / 2));
    const step = fromUpperHalf(upperHalf((range * (high - low)) / 15));
    const block = codesOf(values, min, step);
    if (!best || block.error < best.error) best = block;
  }
  if (!best) throw new RangeError('a block has no values');
  return best;
};

/** The table of vectors in the file: codes of 4 bits, and for each block the upper halves of its least value and step. */
export type PackedVectors = { readonly nibbles: Uint8Array; readonly scales: Uint16Array };

/** Packs vectors of `width` values, whose number is a multiple of 64. Byte i of a block holds its values i (the low half) and i + 32. */
export const packVectors = (vectors: readonly Float32Array[], width: number): PackedVectors => {
  const blocks = width / blockSize;
  const nibbles = new Uint8Array((vectors.length * width) / 2);
  const scales = new Uint16Array(vectors.length * blocks * 2);
  vectors.forEach((vector, row) => {
    for (let block = 0; block < blocks; block += 1) {
      const { min, step, codes } = packBlock(vector.subarray(block * blockSize, (block + 1) * blockSize));
      const at = row * blocks + block;
      scales.set([upperHalf(min), upperHalf(step)], at * 2);
      for (let i = 0; i < blockSize / 2; i += 1) {
        nibbles[(at * blockSize) / 2 + i] = (codes[i] ?? 0) | ((codes[i + blockSize / 2] ?? 0) << 4);
      }
    }
  });
  return { nibbles, scales };
};
