/** Length of the vectors of `local-1`. In the benchmark 512 loses less than a point of quality against 4 096, and needs half the space of 1 024. */
export const dimensions = 512;
/** Length of the lexical half of `local-2`. */
export const lexicalDimensions = 192;

/** Each dimension has two slots; the value of the second is subtracted from that of the first. */
export const slotsOf = (length: number): number => 2 * length;

/** A multiple of the slots of both lengths, so that the remainder of a hash slot is the slot in a vector. */
const hashSlots = 3 * slotsOf(dimensions);

/** Returns the hash slot of a hash, from 0 to `hashSlots` − 1; mixed by the finaliser of MurmurHash3. */
export const hashSlot = (hash: number): number => {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) % hashSlots;
};

/** Returns |value|^(13/16) with the sign of the value, by square roots only, which every machine rounds the same. */
const damped = (value: number): number => {
  const half = Math.sqrt(Math.abs(value));
  const quarter = Math.sqrt(half);
  return Math.sign(value) * half * quarter * Math.sqrt(Math.sqrt(quarter));
};

/** Returns the unit vector of the slots, with large values damped so that one word does not dominate; the first axis if they are empty. */
export const unitVector = (slots: Float64Array): Float32Array => {
  const vector = new Float32Array(slots.length / 2);
  let square = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = damped((slots[2 * i] ?? 0) - (slots[2 * i + 1] ?? 0));
    vector[i] = value;
    square += value * value;
  }
  if (square < 1e-12) {
    vector.fill(0);
    vector[0] = 1;
    return vector;
  }
  const length = Math.sqrt(square);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
  return vector;
};
