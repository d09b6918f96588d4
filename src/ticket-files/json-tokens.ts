import { beyondLimit, jsonLimits, malformed, next } from './json-state.ts';
import type { JsonScan } from './json-state.ts';
import { endKey, endValue } from './json-structure.ts';

const quote = 0x22;
const backslash = 0x5c;

/** Reads on inside a string, a number or a literal; returns the index after what was read. Throws UnreadableFile. */
export const readToken = (scan: JsonScan, chunk: Buffer, at: number): number => {
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
      return readLiteral(scan, chunk, at);
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

const literals = { t: Buffer.from('true'), f: Buffer.from('false'), n: Buffer.from('null') };

/** `byte` is the first letter of a literal: t, f or n. */
export const beginLiteral = (scan: JsonScan, byte: number): void => {
  scan.literal = literalOf(byte);
  scan.literalBytes = 1;
  scan.next = next.letter;
};

const literalOf = (byte: number): Buffer => {
  if (byte === 0x74) return literals.t;
  return byte === 0x66 ? literals.f : literals.n;
};

const readLiteral = (scan: JsonScan, chunk: Buffer, at: number): number => {
  if (chunk[at] !== scan.literal[scan.literalBytes]) throw malformed(scan, 'unknown word', scan.offset + at);
  scan.literalBytes++;
  if (scan.literalBytes === scan.literal.length) endValue(scan, at + 1);
  return at + 1;
};

/** `byte` is the first of a number: `-` or a digit. */
export const beginNumber = (scan: JsonScan, byte: number): void => {
  scan.number = byte === 0x2d ? minus : afterDigit(minus, byte);
  scan.numberBytes = 1;
  scan.next = next.digit;
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

/** Ends a number before index `at`. An integer of 16 or more digits may lose precision, which matters in the element itself only (`ticket_id`). */
export const endNumber = (scan: JsonScan, at: number): void => {
  if (!isComplete(scan.number)) throw malformed(scan, 'unfinished number', scan.offset + at);
  if (scan.numberBytes > 15 && scan.depth <= scan.elementDepth + 1) scan.hasLongNumber = true;
  endValue(scan, at);
};

/** States of the number grammar (RFC 8259, section 6); small integers, because the scan compares one for every digit. */
const minus = 0;
const zero = 1;
const integer = 2;
const point = 3;
const fraction = 4;
const exponent = 5;
const sign = 6;
const power = 7;

/** The state after one more byte; -1 if the byte cannot belong to the number. */
const nextNumberState = (state: number, byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return afterDigit(state, byte);
  if (byte === 0x2e) return state === zero || state === integer ? point : -1;
  if (byte === 0x65 || byte === 0x45) return state === zero || state === integer || state === fraction ? exponent : -1;
  if (byte === 0x2b || byte === 0x2d) return state === exponent ? sign : -1;
  return -1;
};

const afterDigit = (state: number, byte: number): number => {
  if (state === minus) return byte === 0x30 ? zero : integer;
  if (state === zero) return -1;
  if (state === integer) return integer;
  return state === point || state === fraction ? fraction : power;
};

/** Whether a number may end here: `-`, `1.` and `1e` may not. */
const isComplete = (state: number): boolean =>
  state === zero || state === integer || state === fraction || state === power;
