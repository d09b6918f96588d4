/** A vector as text for an event: base64 of its float32 values in little-endian order, which is that of every machine Node 24 runs on here. */
export const encodeVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

/** The vector that `encodeVector` wrote. */
export const decodeVector = (text: string): Float32Array => {
  const bytes = Buffer.from(text, 'base64');
  const vector = new Float32Array(bytes.length >> 2);
  new Uint8Array(vector.buffer).set(bytes.subarray(0, vector.byteLength));
  return vector;
};
