import { malformed, next } from './json-state.ts';
import type { JsonScan } from './json-state.ts';
import { beginKey, beginValue, closeLevel, openLevel } from './json-structure.ts';
import { beginLiteral, beginNumber, readToken } from './json-tokens.ts';

const quote = 0x22;

/** Reads from `from` to the end of the chunk or of an element; returns the index after it. Throws UnreadableFile if the bytes are not JSON (RFC 8259) or exceed a limit. */
export const advance = (scan: JsonScan, chunk: Buffer, from: number): number => {
  let at = from;
  while (at < chunk.length && scan.captureTo < 0) {
    at = scan.next < next.text ? readStructure(scan, chunk, at) : readToken(scan, chunk, at);
  }
  return at;
};

/** What a refusal says was expected; the index is a structural value of `next`. */
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
  if (!(mayBeValue && readValueStart(scan, byte, at)) && !readPunctuation(scan, byte, at) && !readKey(scan, byte, at)) {
    throw malformed(scan, expected[scan.next] ?? 'unexpected byte', scan.offset + at);
  }
  return at + 1;
};

/** A comma, a colon or a closing bracket; false if the byte is none that is allowed here. */
const readPunctuation = (scan: JsonScan, byte: number, at: number): boolean => {
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

const readKey = (scan: JsonScan, byte: number, at: number): boolean => {
  if (byte !== quote || (scan.next !== next.key && scan.next !== next.keyOrEnd)) return false;
  beginKey(scan, at);
  return true;
};

/** The first byte of a value; false if no value begins with it. */
const readValueStart = (scan: JsonScan, byte: number, at: number): boolean => {
  if (byte === 0x7b || byte === 0x5b) {
    beginValue(scan, byte, at);
    openLevel(scan, byte === 0x7b);
  } else if (byte === quote) {
    beginValue(scan, byte, at);
    scan.inKey = false;
    scan.next = next.text;
  } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
    beginValue(scan, byte, at);
    beginNumber(scan, byte);
  } else if (byte === 0x74 || byte === 0x66 || byte === 0x6e) {
    beginValue(scan, byte, at);
    beginLiteral(scan, byte);
  } else return false;
  return true;
};
