/** A vector whose values are normally distributed. */
export const randomVector = (random: () => number, dimensions: number): Float32Array =>
  Float32Array.from(
    { length: dimensions },
    () => Math.sqrt(-2 * Math.log(random() + Number.MIN_VALUE)) * Math.cos(2 * Math.PI * random()),
  );

/** Vectors in clusters of about 20, of lengths from 0.5 to 2: near neighbours among many that are far. */
export const clusteredVectors = (
  random: () => number,
  { count, dimensions }: { readonly count: number; readonly dimensions: number },
): readonly Float32Array[] => {
  const centres = Array.from({ length: Math.ceil(count / 20) }, () => randomVector(random, dimensions));
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? new Float32Array(dimensions);
    const length = 0.5 + 1.5 * random();
    return randomVector(random, dimensions).map((value, index) => (value * 0.7 + (centre[index] ?? 0)) * length);
  });
};

/** The cosine of the angle between two vectors, in double precision. */
export const cosineOf = (a: Float32Array, b: Float32Array): number => {
  let [product, aSquares, bSquares] = [0, 0, 0];
  a.forEach((value, index) => {
    const other = b[index] ?? 0;
    product += value * other;
    aSquares += value * value;
    bSquares += other * other;
  });
  return product / Math.sqrt(aSquares * bSquares);
};

/** The indexes of the `count` vectors closest to a query by exact cosine, best first, with their scores. */
export const bruteForce = (
  vectors: readonly Float32Array[],
  query: Float32Array,
  count: number,
): readonly { readonly index: number; readonly score: number }[] =>
  vectors
    .map((vector, index) => ({ index, score: cosineOf(vector, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
