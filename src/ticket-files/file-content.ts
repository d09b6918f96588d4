import { isAscii } from 'node:buffer';
import { chunksOf, type Reading, type TextEncoding, utf8Validator } from './text-encoding.ts';

/**
 * The start of a file: the signature of a ZIP or of an OLE compound file, else the first character that is neither a blank nor a byte order mark: of a JSON
 * array, or of a JSON object, which is a ticket (JSON Lines) or holds tickets.
 */
export type FileStart = 'empty' | 'blank' | 'zip' | 'compound' | 'array' | 'object' | 'other';

/** The encoding of a text, or the offset of the first damaged byte of a UTF-8 text. */
export type EncodingFinding = TextEncoding | { readonly damagedAt: number };

/** What the bytes of a file show about its format and its encoding as CSV; plain data, so that it can be sent to another thread. */
export type FileContent = { readonly start: FileStart; readonly encoding: EncodingFinding };

/** The first bytes are inspected at once: a chunk may be smaller than a signature. */
const headBytes = 4096;

/** Inspects the bytes of a file, which arrive in chunks of any size. */
export const contentInspector = () => {
  const start = startInspector();
  const encoding = encodingInspector();
  let head: Buffer | undefined = Buffer.alloc(0);
  const inspect = (bytes: Buffer): void => {
    start.write(bytes);
    if (mayBeCsv(start.found())) encoding.write(bytes);
  };
  return {
    write: (chunk: Buffer): void => {
      const bytes: Buffer = head ? Buffer.concat([head, chunk]) : chunk;
      if (head && bytes.length < headBytes) head = bytes;
      else {
        head = undefined;
        inspect(bytes);
      }
    },
    /** What has been found so far. */
    start: (): FileStart => start.found(),
    end: (): FileContent => {
      if (head && head.length > 0) inspect(head);
      return { start: start.found(), encoding: encoding.end() };
    },
  };
};

const mayBeCsv = (start: FileStart): boolean => start !== 'zip' && start !== 'compound' && start !== 'array';

/** Inspects a file on disk; reads it to its end if it may be CSV. */
export const inspectFile = async (path: string, reading: Pick<Reading, 'inflates'> = {}): Promise<FileContent> => {
  const inspector = contentInspector();
  for await (const chunk of chunksOf(path, reading)) {
    inspector.write(chunk);
    if (!mayBeCsv(inspector.start())) break;
  }
  return inspector.end();
};

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Start of an OLE compound file: .xls, or a workbook with a password. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const openingBracket = 0x5b;
const openingBrace = 0x7b;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

const startInspector = () => {
  let start: FileStart = 'empty';
  const startOf = (bytes: Buffer): FileStart => {
    // By index: a body of 50 MB can be blanks alone, and calling a function for each byte takes three times as long.
    let at = 0;
    while (isBlank(bytes[at])) at++;
    if (at === bytes.length) return 'blank';
    if (bytes[at] === openingBracket) return 'array';
    return bytes[at] === openingBrace ? 'object' : 'other';
  };
  return {
    write: (chunk: Buffer): void => {
      if (start === 'blank') start = startOf(chunk);
      if (start !== 'empty') return;
      if (chunk.subarray(0, 4).equals(zip)) start = 'zip';
      else if (chunk.subarray(0, 4).equals(compound)) start = 'compound';
      else start = startOf(chunk.subarray(chunk.subarray(0, 3).equals(byteOrderMark) ? 3 : 0));
    },
    found: () => start,
  };
};

/** In Windows-1251 a Russian word is invalid UTF-8 from its second letter; a file with this many valid characters first is damaged UTF-8. */
const minValidCharacters = 8;

/** Detects the encoding by byte order mark, else UTF-16 by the pattern of zero bytes, else UTF-8 if all bytes are valid, else a code page by its letters. */
const encodingInspector = () => {
  const validator = utf8Validator();
  const letters = letterCounter();
  let found: EncodingFinding | 'code page' | undefined;
  let offset = 0;
  let isFirst = true;
  let isMarked = false;
  let valid = 0;
  const otherThanUtf8 = (at: number): EncodingFinding | 'code page' =>
    isMarked || valid >= minValidCharacters ? { damagedAt: at } : 'code page';
  return {
    write: (chunk: Buffer): void => {
      if (isFirst) {
        found = utf16Of(chunk);
        isMarked = chunk.subarray(0, 3).equals(byteOrderMark);
        isFirst = false;
      }
      if (found === undefined || found === 'code page') letters.write(chunk);
      if (found !== undefined) return;
      const invalidAt = validator.write(chunk);
      if (valid < minValidCharacters) {
        valid += countNonAscii(invalidAt < 0 ? chunk : chunk.subarray(0, Math.max(invalidAt - offset, 0)));
      }
      if (invalidAt >= 0) found = otherThanUtf8(invalidAt);
      offset += chunk.length;
    },
    end: (): EncodingFinding => {
      const cutAt = found === undefined ? validator.end() : -1;
      const end = found ?? (cutAt >= 0 ? otherThanUtf8(cutAt) : 'utf-8');
      return end === 'code page' ? letters.codePage() : end;
    },
  };
};

/** So many bytes beyond ASCII tell the code pages apart. */
const maxCounted = 4096;

/**
 * Tells the Russian code pages apart: in CP866 (DOS, consoles) most letters, А to п, are the bytes 0x80 to 0xAF, which Windows-1251 has quotes and dashes at;
 * there capitals and р to я are 0xC0 to 0xDF and 0xF0 to 0xFF, which CP866 has box drawings and marks at. Both have some letters at 0xE0 to 0xEF.
 */
const letterCounter = () => {
  let counted = 0;
  let difference = 0;
  return {
    write: (chunk: Buffer): void => {
      if (counted === maxCounted || isAscii(chunk)) return;
      for (const byte of chunk) {
        if (byte < 0x80) continue;
        if (byte < 0xb0) difference += 1;
        else if (byte >= 0xf0 || (byte >= 0xc0 && byte < 0xe0)) difference -= 1;
        counted += 1;
        if (counted === maxCounted) break;
      }
    },
    codePage: (): TextEncoding => (difference > 0 ? 'cp866' : 'windows-1251'),
  };
};

/** UTF-16 by its byte order mark, or by zero bytes at only even or only odd offsets (the high bytes of Latin letters, digits and separators). */
const utf16Of = (head: Buffer): TextEncoding | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  head.subarray(0, headBytes).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > 2 && even === 0) return 'utf-16le';
  return even > 2 && odd === 0 ? 'utf-16be' : undefined;
};

/** Counts at most `minValidCharacters`. */
const countNonAscii = (bytes: Buffer): number => {
  if (isAscii(bytes)) return 0;
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) count++;
    if (count === minValidCharacters) break;
  }
  return count;
};
