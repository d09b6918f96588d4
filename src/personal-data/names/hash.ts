/** Returns a number of 32 bits for a text (FNV-1a), 0 for the empty one alone. */
export const hashOf = (text: string): number => {
  if (text === '') return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) || 1;
};

/** Returns the hash of one thing that another is said of. */
export const mixed = (hash: number, value: number): number => {
  const product = Math.imul(hash ^ value, 0x9e3779b1);
  return product ^ (product >>> 15);
};
