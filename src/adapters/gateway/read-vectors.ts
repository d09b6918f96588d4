/** The vectors in the order of the texts, or why the reply cannot be used. */
type Vectors =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'unusable'; readonly detail: string };

/**
 * Validates an embeddings reply: one vector for each of `count` texts (by `index`, else by position), all of one length
 * (`dimensions`, if known), every number finite as float32, and no zero vector, since that has no cosine.
 */
export const readVectors = (body: string, count: number, dimensions: number | undefined): Vectors => {
  const rows = dataOf(body);
  if (rows === undefined) return unusable('it is not JSON with a list of data');
  if (rows.length !== count) return unusable(`${rows.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  let length = dimensions;
  for (const [position, row] of rows.entries()) {
    const vector = vectorOf(row.embedding);
    if (typeof vector === 'string') return unusable(vector);
    length ??= vector.length;
    if (vector.length !== length) return unusable(`a vector of ${vector.length} dimensions in place of ${length}`);
    const index = row.index ?? position;
    if (typeof index !== 'number' || !(index in vectors) || vectors[index]) return unusable('its indexes are no order');
    vectors[index] = vector;
  }
  return { kind: 'vectors', vectors: vectors.filter((vector) => vector !== undefined) };
};

type Row = { readonly index?: unknown; readonly embedding?: unknown };

const unusable = (detail: string): Vectors => ({ kind: 'unusable', detail });

const dataOf = (body: string): readonly Row[] | undefined => {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return undefined;
  }
  const data: unknown = typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : undefined;
  if (!Array.isArray(data)) return undefined;
  return data.every((row) => typeof row === 'object' && row !== null) ? (data as readonly Row[]) : undefined;
};

const vectorOf = (embedding: unknown): Float32Array | string => {
  if (!Array.isArray(embedding) || embedding.length === 0) return 'a vector is no list of numbers';
  const vector = new Float32Array(embedding.length);
  let isZero = true;
  for (const [index, value] of embedding.entries()) {
    if (typeof value !== 'number') return 'a vector is no list of numbers';
    const number = Math.fround(value);
    if (!Number.isFinite(number)) return 'a vector has a number that is not finite';
    if (number !== 0) isZero = false;
    vector[index] = number;
  }
  return isZero ? 'a vector is zero' : vector;
};
