/** Larger than what most arrays take together before they are forgotten, small beside what they save. */
const bufferBytes = 64 * 1024;

/**
 * Gives out places in buffers that arrays share, for the many small ones of a cache: a buffer of its own costs an array of a few numbers more than a kilobyte. A buffer lives
 * for as long as one of its arrays does.
 */
const placesIn = (elementBytes: number) => {
  let buffer = new ArrayBuffer(0);
  let end = 0;
  return (length: number): readonly [buffer: ArrayBuffer, at: number, length: number] => {
    const bytes = length * elementBytes;
    if (end + bytes > buffer.byteLength) {
      buffer = new ArrayBuffer(Math.max(bytes, bufferBytes));
      end = 0;
    }
    const at = end;
    end += bytes;
    return [buffer, at, length];
  };
};

const placeOfIntegers = placesIn(Int32Array.BYTES_PER_ELEMENT);
const placeOfFloats = placesIn(Float64Array.BYTES_PER_ELEMENT);

/** Returns an array of zeros that shares its buffer. */
export const smallIntegers = (length: number): Int32Array => new Int32Array(...placeOfIntegers(length));

/** Returns an array of zeros that shares its buffer. */
export const smallFloats = (length: number): Float64Array => new Float64Array(...placeOfFloats(length));
