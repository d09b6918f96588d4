/** Pieces of text of this many bytes are looked for. */
export const pieceBytes = 24;

/** Each occurrence of a piece covers a whole block of this many bytes at a multiple of `stride`. */
const blockBytes = 16;
const stride = pieceBytes - blockBytes;
const tableBits = 20;

/**
 * Returns a function that finds each piece once: a multi-pattern search that hashes a block every few bytes and looks it up in a table of all blocks of the pieces;
 * bytes are compared on a match only. Its cost hardly depends on the number of pieces. What is no text where it stands, as the caller says, is not found.
 */
export const pieceScanner = (texts: readonly string[]) => {
  const pieces = texts.map((text) => Buffer.from(text));
  const byHash = Map.groupBy(pieces, (piece) => hashOf(piece));
  /** By the hash of a block, a bit for each of its offsets in a piece. */
  const offsetMasks = new Uint16Array(1 << tableBits);
  for (const piece of pieces)
    for (let offset = 0; offset <= stride; offset += 1) {
      const at = blockHash(viewOf(piece), offset);
      offsetMasks[at] = (offsetMasks[at] as number) | (1 << offset);
    }
  return function* (bytes: Buffer, isText: (at: number) => boolean = () => true): Generator<string> {
    if (pieces.length === 0) return;
    const view = viewOf(bytes);
    for (let block = 0; block + blockBytes <= bytes.length; block += stride) {
      const found = offsetMasks[blockHash(view, block)] as number;
      if (found === 0) continue;
      for (let offset = 0; offset <= stride; offset += 1) {
        const start = block - offset;
        if ((found & (1 << offset)) === 0 || start < 0 || start + pieceBytes > bytes.length) continue;
        const here = bytes.subarray(start, start + pieceBytes);
        const hash = hashOf(here);
        const alike = byHash.get(hash) ?? [];
        if (!alike.some((piece) => piece.equals(here)) || !isText(start)) continue;
        byHash.set(
          hash,
          alike.filter((piece) => !piece.equals(here)),
        );
        yield here.toString();
      }
    }
  };
};

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength);

const factors = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1] as const;

/** Bits of a block's hash. */
const blockHash = (view: DataView, at: number): number => {
  let hash = Math.imul(view.getInt32(at, true), factors[0]);
  hash = Math.imul(hash ^ (hash >>> 15) ^ view.getInt32(at + 4, true), factors[1]);
  hash = Math.imul(hash ^ (hash >>> 13) ^ view.getInt32(at + 8, true), factors[2]);
  hash = Math.imul(hash ^ (hash >>> 15) ^ view.getInt32(at + 12, true), factors[3]);
  return hash >>> (32 - tableBits);
};

const base = 16_777_619;

/** Of the first bytes, as an unsigned number of 32 bits. */
const hashOf = (bytes: Buffer): number => {
  let hash = 0;
  for (let at = 0; at < pieceBytes; at += 1) hash = (Math.imul(hash, base) + (bytes[at] as number)) | 0;
  return hash >>> 0;
};
