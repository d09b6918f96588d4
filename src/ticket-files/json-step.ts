import { isWholeNumber, nextNumberState, numberStart } from './json-number.ts';
import { beyondLimit, jsonLimits, malformed, next } from './json-scan.ts';
import type { JsonScan } from './json-scan.ts';
import { beginValue, closeLevel, endKey, endValue, openLevel } from './json-structure.ts';

const quote = 0x22;
const backslash = 0x5c;
const words = { t: Buffer.from('true'), f: Buffer.from('false'), n: Buffer.from('null') };

/** Reads on from `at` to the end of the chunk or of an element and returns the index after it. Throws UnreadableFile where the bytes are no JSON (RFC 8259) or exceed a limit. */
export const advance = (scan: JsonScan, chunk: Buffer, from: number): number => {
  let at = from;
  while (at < chunk.length && scan.captureTo < 0) {
    at = scan.next < next.text ? readStructure(scan, chunk, at) : readToken(scan, chunk, at);
  }
  return at;
};

const readToken = (scan: JsonScan, chunk: Buffer, at: number): number => {
  switch (scan.next) {
    case next.text:
      return readText(scan, chunk, at);
    case next.escape:
      return readEscape(scan, chunk, at);
    case next.hexDigit:
      return readHexDigit(scan, chunk, at);
    case next.digit:
      return readNumber(scan, chunk, at);
    default:
      return readWord(scan, chunk, at);
  }
};

const readText = (scan: JsonScan, chunk: Buffer, from: number): number => {
  const { length } = chunk;
  for (let at = from; at < length; at++) {
    const byte = chunk[at] ?? 0;
    if (byte === quote) {
      if (scan.inKey) endKey(scan, chunk, at + 1);
      else endValue(scan, at + 1);
      return at + 1;
    }
    if (byte === backslash) {
      scan.next = next.escape;
      return at + 1;
    }
    if (byte < 0x20) throw malformed(scan, 'control character in a string', scan.offset + at);
  }
  return length;
};

const escapes = new Set(Buffer.from('"\\/bfnrt'));

const readEscape = (scan: JsonScan, chunk: Buffer, at: number): number => {
  const byte = chunk[at] ?? 0;
  if (byte === 0x75) {
    scan.next = next.hexDigit;
    scan.hexDigits = 0;
  } else if (escapes.has(byte)) scan.next = next.text;
  else throw malformed(scan, 'unknown escape in a string', scan.offset + at);
  return at + 1;
};

const readHexDigit = (scan: JsonScan, chunk: Buffer, at: number): number => {
  const byte = chunk[at] ?? 0;
  const lower = byte | 0x20;
  if (!(byte >= 0x30 && byte <= 0x39) && !(lower >= 0x61 && lower <= 0x66)) {
    throw malformed(scan, 'unknown escape in a string', scan.offset + at);
  }
  scan.hexDigits++;
  if (scan.hexDigits === 4) scan.next = next.text;
  return at + 1;
};

const readNumber = (scan: JsonScan, chunk: Buffer, from: number): number => {
  for (let at = from; at < chunk.length; at++) {
    const state = nextNumberState(scan.number, chunk[at] ?? 0);
    if (state === -1) {
      endNumber(scan, at);
      return at;
    }
    scan.number = state;
    scan.numberBytes++;
    if (scan.numberBytes > jsonLimits.numberBytes) throw beyondLimit(scan, 'holds a number of more than 1 000 digits');
  }
  return chunk.length;
};

/** Ends the number that was being read before index `at`. Integers of 16 digits and more may be beyond what a number holds exactly; they matter in the element itself only (`ticket_id`). */
export const endNumber = (scan: JsonScan, at: number): void => {
  if (!isWholeNumber(scan.number)) throw malformed(scan, 'unfinished number', scan.offset + at);
  if (scan.numberBytes > 15 && scan.depth <= scan.elementDepth + 1) scan.hasLongNumber = true;
  endValue(scan, at);
};

const readWord = (scan: JsonScan, chunk: Buffer, at: number): number => {
  if (chunk[at] !== scan.word[scan.wordBytes]) throw malformed(scan, 'unknown word', scan.offset + at);
  scan.wordBytes++;
  if (scan.wordBytes === scan.word.length) endValue(scan, at + 1);
  return at + 1;
};

const expected = [
  'expected a value',
  'expected a value or "]"',
  'expected a name in quotes or "}"',
  'expected a name in quotes',
  'expected ":"',
  'expected "," or a closing bracket',
  'expected nothing more',
];

const readStructure = (scan: JsonScan, chunk: Buffer, at: number): number => {
  const byte = chunk[at] ?? 0;
  if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
  const mayBeValue = scan.next === next.value || scan.next === next.valueOrEnd;
  if (!(mayBeValue && readValue(scan, byte, at)) && !readMark(scan, byte, at) && !readName(scan, byte, at)) {
    throw malformed(scan, expected[scan.next] ?? 'unexpected byte', scan.offset + at);
  }
  return at + 1;
};

/** A comma, a colon or a closing bracket; false where the byte is none that fits. */
const readMark = (scan: JsonScan, byte: number, at: number): boolean => {
  const inObject = (scan.objects & (1 << scan.depth)) !== 0;
  if (byte === 0x2c && scan.next === next.commaOrEnd) {
    scan.next = inObject ? next.key : next.value;
  } else if (byte === 0x3a && scan.next === next.colon) {
    scan.next = next.value;
  } else if (byte === 0x7d && inObject && (scan.next === next.commaOrEnd || scan.next === next.keyOrEnd)) {
    closeLevel(scan, at);
  } else if (byte === 0x5d && !inObject && (scan.next === next.commaOrEnd || scan.next === next.valueOrEnd)) {
    closeLevel(scan, at);
  } else return false;
  return true;
};

const readName = (scan: JsonScan, byte: number, at: number): boolean => {
  if (byte !== quote || (scan.next !== next.key && scan.next !== next.keyOrEnd)) return false;
  scan.inKey = true;
  scan.next = next.text;
  if (scan.depth === 1 && scan.layout === 'body') {
    scan.capture = 'key';
    scan.captureFrom = at;
  }
  return true;
};

/** A value's first byte; false where it begins none. */
const readValue = (scan: JsonScan, byte: number, at: number): boolean => {
  if (byte === 0x7b || byte === 0x5b) {
    beginValue(scan, byte, at);
    openLevel(scan, byte === 0x7b);
  } else if (byte === quote) {
    beginValue(scan, byte, at);
    scan.inKey = false;
    scan.next = next.text;
  } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
    beginValue(scan, byte, at);
    scan.number = numberStart(byte);
    scan.numberBytes = 1;
    scan.next = next.digit;
  } else if (byte === 0x74 || byte === 0x66 || byte === 0x6e) {
    beginValue(scan, byte, at);
    scan.word = wordOf(byte);
    scan.wordBytes = 1;
    scan.next = next.letter;
  } else return false;
  return true;
};

const wordOf = (byte: number): Buffer => {
  if (byte === 0x74) return words.t;
  return byte === 0x66 ? words.f : words.n;
};
