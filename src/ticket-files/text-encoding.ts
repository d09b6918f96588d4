import { isUtf8 } from 'node:buffer';
import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { fileChunks } from '../platform/file-chunks.ts';
import { inflated } from './gzip.ts';
import { UnreadableFile } from './ticket-item.ts';
import { ownWords, sentence } from '../domain/sentence.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'cp866';

export type Reading = {
  /** Stops reading with its reason, or an AbortError. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each step that takes a millisecond or so. */
  readonly yieldIfDue?: YieldIfDue | undefined;
  /** Called with the length of each chunk of the file that was read; not for a workbook. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Inflates a gzip file while it is read. Uploads are inflated, and limited, when they arrive. */
  readonly inflates?: boolean | undefined;
};

/** The bytes of a file in chunks. Throws UnreadableFile for a damaged gzip file. */
export const chunksOf = (path: string, { signal, inflates = false }: Reading = {}): AsyncIterable<Buffer> => {
  const chunks = fileChunks(path, signal);
  return inflates ? inflated(chunks) : chunks;
};

/** The text of a file in chunks, without its byte order mark. Throws UnreadableFile if the bytes are invalid in the encoding. */
export async function* decodedText(
  path: string,
  encoding: TextEncoding,
  reading: Reading = {},
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnreadableFile(sentence`file is not valid ${ownWords(encoding.toUpperCase())}; save it again as UTF-8`);
    }
  };
  for await (const chunk of chunksOf(path, reading)) {
    await reading.yieldIfDue?.();
    reading.onBytes?.(chunk.length);
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
