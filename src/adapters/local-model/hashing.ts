/** Returns a hash continued with one number, a UTF-16 code unit or another hash (FNV-1a); integer arithmetic only, the same on every machine. */
export const hashed = (hash: number, value: number): number => Math.imul(hash ^ value ^ (value >>> 16), 0x01000193);

/** Returns the hash to start from; kinds of features have different salts, so that equal texts of two kinds differ. */
export const salted = (salt: number): number => hashed(0x811c9dc5 | 0, salt);

/** Returns the hash of a text under a salt. */
export const hashText = (text: string, salt: number): number => {
  let hash = salted(salt);
  for (let i = 0; i < text.length; i += 1) hash = hashed(hash, text.charCodeAt(i));
  return hash;
};
