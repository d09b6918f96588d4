import { isUtf8 } from 'node:buffer';

/** Checks bytes that arrive in chunks: `write` and `end` return the offset of the first byte that is no UTF-8, or -1. A character may be split between chunks. */
export type Utf8Check = { readonly write: (chunk: Buffer) => number; readonly end: () => number };

export const utf8Check = (): Utf8Check => {
  let tail: Buffer = Buffer.alloc(0);
  let offset = 0;
  return {
    write: (chunk) => {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const whole = bytes.length - unfinishedBytes(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) return offset + firstInvalid(bytes);
      tail = Buffer.from(bytes.subarray(whole));
      offset += whole;
      return -1;
    },
    end: () => (tail.length === 0 ? -1 : offset),
  };
};

/** How many bytes at the end begin a character that they do not finish. */
const unfinishedBytes = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
};

const lengthOf = (lead: number): number => {
  if (lead >= 0xf0) return lead <= 0xf4 ? 4 : 1;
  return lead >= 0xe0 ? 3 : 2;
};

/** By halving: a prefix is fine until it holds the offending byte. */
const firstInvalid = (bytes: Buffer): number => {
  let fine = 0;
  let broken = bytes.length;
  while (broken - fine > 1) {
    const middle = (fine + broken) >>> 1;
    const prefix = bytes.subarray(0, middle);
    if (isUtf8(prefix.subarray(0, middle - unfinishedBytes(prefix)))) fine = middle;
    else broken = middle;
  }
  return broken - 1;
};
