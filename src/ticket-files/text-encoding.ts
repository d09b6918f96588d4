import { createReadStream } from 'node:fs';
import { UnreadableFile } from './raw-ticket.ts';
import { utf8Check } from './utf8-check.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

const chunkBytes = 64 * 1024;
/** In Windows-1251 a Russian word breaks UTF-8 with its second letter; a file that has this many sound characters first is UTF-8 that was damaged. */
const soundCharacters = 8;

/** The encoding of a text file: its byte order mark, else UTF-16 by where its zero bytes lie, else UTF-8 where all of it is, else Windows-1251. Reads the file once. Throws UnreadableFile for damaged UTF-8. */
export const detectEncoding = async (path: string): Promise<TextEncoding> => {
  const check = utf8Check();
  let isFirst = true;
  let isMarked = false;
  let sound = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const sixteen = utf16Of(chunk);
      if (sixteen) return sixteen;
      isMarked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      isFirst = false;
    }
    const at = check.write(chunk);
    if (sound < soundCharacters) sound += charactersBeyondAscii(at === -1 ? chunk : chunk.subarray(0, at));
    if (at >= 0) return withoutUtf8(isMarked || sound >= soundCharacters, at);
  }
  const at = check.end();
  return at >= 0 ? withoutUtf8(isMarked || sound >= soundCharacters, at) : 'utf-8';
};

const withoutUtf8 = (isDamaged: boolean, at: number): TextEncoding => {
  if (isDamaged) throw new UnreadableFile(`file is not valid UTF-8 at byte ${at}; save it again as UTF-8`);
  return 'windows-1251';
};

/** UTF-16 by its mark, or because of every two bytes always the same one is sometimes zero (the high byte of Latin letters, digits and separators). */
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

const charactersBeyondAscii = (bytes: Buffer): number => {
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) count++;
    if (count === soundCharacters) break;
  }
  return count;
};

/** The file's text in pieces, without its byte order mark. Throws UnreadableFile where the bytes do not fit the encoding. */
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
