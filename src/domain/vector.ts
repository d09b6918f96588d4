import type { EmbeddingModel } from './events.ts';
import type { StoredVector } from './ticket-events.ts';

/** Whether vectors of two models can be compared: some models have several numbers of dimensions. */
export const isSameModel = (one: EmbeddingModel, other: EmbeddingModel): boolean =>
  one.model === other.model && one.dimensions === other.dimensions;

/** Base64 of the float32 values in platform byte order: little-endian on all supported platforms. */
export const encodeVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

/** The characters that `encodeVector` makes of a vector of so many dimensions. */
export const encodedLength = (dimensions: number): number =>
  Math.ceil((dimensions * Float32Array.BYTES_PER_ELEMENT) / 3) * 4;

/** The inverse of `encodeVector`. */
export const decodeVector = (text: string): Float32Array => {
  const vector = new Float32Array(Buffer.byteLength(text, 'base64') >> 2);
  // In place, since a buffer between them takes as long again. A text that is not whole base64 has fewer bytes than its length says.
  const written = Buffer.from(vector.buffer).write(text, 'base64');
  return written < vector.byteLength ? vector.slice(0, written >> 2) : vector;
};

/** Whether a stored vector is one of the model. */
export const isVectorOf = ({ model: name, values }: StoredVector, { model, dimensions }: EmbeddingModel): boolean =>
  name === model && decodeVector(values).length === dimensions;

/** The vector of length 1 in the same direction; one without a direction stays as it is. */
export const unitVector = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dotProduct(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** Of two vectors of one length; the cosine of unit vectors. */
export const dotProduct = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
};
