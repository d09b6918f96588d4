/**
 * A vector of the same direction and length 1, for JSON. Elasticsearch takes any vector whose squared length is within .001 of 1 for one of
 * length 1, which would put cosines off by as much as .0005. What has no direction becomes null in JSON, which Elasticsearch refuses.
 */
export const unitVector = (vector: Float32Array): number[] => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return Array.from(vector, (value) => value / length);
};
