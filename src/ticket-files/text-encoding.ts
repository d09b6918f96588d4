import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { UnreadableFile } from './ticket-item.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

const chunkBytes = 64 * 1024;
/** In Windows-1251 a Russian word is invalid UTF-8 from its second letter; a file with this many valid characters first is damaged UTF-8. */
const minValidCharacters = 8;

/** Detects the encoding of a text file: by byte order mark, else UTF-16 by the pattern of zero bytes, else UTF-8 if all bytes are valid, else Windows-1251. Reads the file once. Throws UnreadableFile for damaged UTF-8. */
export const detectEncoding = async (path: string): Promise<TextEncoding> => {
  const validator = utf8Validator();
  let isFirst = true;
  let hasByteOrderMark = false;
  let validCharacters = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const utf16 = utf16Of(chunk);
      if (utf16) return utf16;
      hasByteOrderMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      isFirst = false;
    }
    const at = validator.write(chunk);
    if (validCharacters < minValidCharacters)
      validCharacters += countNonAscii(at === -1 ? chunk : chunk.subarray(0, at));
    if (at >= 0) return singleByteEncoding(hasByteOrderMark || validCharacters >= minValidCharacters, at);
  }
  const at = validator.end();
  return at >= 0 ? singleByteEncoding(hasByteOrderMark || validCharacters >= minValidCharacters, at) : 'utf-8';
};

const singleByteEncoding = (isDamaged: boolean, at: number): TextEncoding => {
  if (isDamaged) throw new UnreadableFile(`file is not valid UTF-8 at byte ${at}; save it again as UTF-8`);
  return 'windows-1251';
};

/** UTF-16 by its byte order mark, or by zero bytes at only even or only odd offsets (the high bytes of Latin letters, digits and separators). */
const utf16Of = (chunk: Buffer): TextEncoding | undefined => {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  chunk.subarray(0, 4096).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > 2 && even === 0) return 'utf-16le';
  return even > 2 && odd === 0 ? 'utf-16be' : undefined;
};

const countNonAscii = (bytes: Buffer): number => {
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) count++;
    if (count === minValidCharacters) break;
  }
  return count;
};

/** The text of a file in chunks, without its byte order mark. Throws UnreadableFile if the bytes are invalid in the encoding. */
export async function* decodedText(
  path: string,
  encoding: TextEncoding,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnreadableFile(`file is not valid ${encoding.toUpperCase()}; save it again as UTF-8`);
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    yield decode(chunk);
  }
  yield decode();
}

/** Validates chunks of UTF-8: `write` and `end` return the offset of the first invalid byte, or -1. A character may be split between chunks. */
type Utf8Validator = { readonly write: (chunk: Buffer) => number; readonly end: () => number };

export const utf8Validator = (): Utf8Validator => {
  let incomplete: Buffer = Buffer.alloc(0);
  let offset = 0;
  return {
    write: (chunk) => {
      const bytes = incomplete.length === 0 ? chunk : Buffer.concat([incomplete, chunk]);
      const whole = bytes.length - incompleteBytes(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) return offset + firstInvalid(bytes);
      incomplete = Buffer.from(bytes.subarray(whole));
      offset += whole;
      return -1;
    },
    end: () => (incomplete.length === 0 ? -1 : offset),
  };
};

/** The number of bytes of an incomplete character at the end. */
const incompleteBytes = (bytes: Buffer): number => {
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

/** Binary search for the shortest invalid prefix. */
const firstInvalid = (bytes: Buffer): number => {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    const prefix = bytes.subarray(0, middle);
    if (isUtf8(prefix.subarray(0, middle - incompleteBytes(prefix)))) valid = middle;
    else invalid = middle;
  }
  return invalid - 1;
};
