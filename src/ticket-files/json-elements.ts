import { advance } from './json-scanner.ts';
import { countLines, type ElementSkip, jsonLimits, jsonScan, type JsonScan, malformed, next } from './json-state.ts';
import { carryCapture, dropCapture, takeCapture } from './json-structure.ts';
import { endNumber } from './json-tokens.ts';
import type { Said } from '../domain/sentence.ts';
import { UnreadableFile } from './ticket-item.ts';

/**
 * The JSON value of a table cell, under the limits of an uploaded JSON body; `location` names the cell in errors.
 * Undefined if blank. Throws UnreadableFile.
 */
export const parseJsonCell = (text: string, location: Said): unknown => {
  if (text.trim() === '') return undefined;
  const scan = jsonScan('value', location);
  return [...elementsOf(scan, Buffer.from(text)), ...lastElement(scan)][0];
};

/**
 * Parses the elements that end inside this chunk, one at a time. An element that is malformed or exceeds a limit yields an UnreadableFile instead, and
 * the scan continues after it. Throws UnreadableFile for an error outside the elements.
 */
export function* elementsOf(scan: JsonScan, chunk: Buffer): Generator<unknown, void> {
  scan.chunk = chunk;
  for (let at = 0; at < chunk.length;) {
    if (scan.skip) {
      at = skipOn(scan, chunk, at);
      continue;
    }
    const { element, end } = nextElement(scan, chunk, at);
    at = end;
    if (element !== undefined) yield element;
  }
  countLines(scan, scan.offset + chunk.length);
  scan.offset += chunk.length;
}

/** The element that only the end of the input completes (a number at the top). Throws UnreadableFile if the input is cut off. */
export function* lastElement(scan: JsonScan): Generator<unknown, void> {
  const nothing = Buffer.alloc(0);
  if (scan.next === next.digit && scan.depth === 0) endNumber(scan, 0);
  const isBetweenPages = scan.layout === 'page' && scan.depth === 0 && scan.ticketsSeen;
  if (scan.next !== next.nothing && !isBetweenPages) throw malformed(scan, 'unexpected end', scan.offset);
  if (scan.captureTo >= 0) yield takeElement(scan, nothing);
}

/** Reads to the end of an element, or to the end of the chunk; `element` is then undefined, which no JSON value is. */
const nextElement = (
  scan: JsonScan,
  chunk: Buffer,
  at: number,
): { readonly element?: unknown; readonly end: number } => {
  try {
    const end = advance(scan, chunk, at);
    if (scan.captureTo >= 0) return { element: takeElement(scan, chunk), end };
    carryCapture(scan, chunk);
    return { end };
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.index === null) throw error;
    return { element: error, end: skipFromStart(scan, chunk) };
  }
};

const takeElement = (scan: JsonScan, chunk: Buffer): unknown => {
  const text = takeCapture(scan, chunk, scan.captureTo).toString();
  scan.elements++;
  return scan.hasLongNumber ? JSON.parse(text, keepLongInteger as Reviver) : JSON.parse(text);
};

/** The depth at the error is not reliable, so the captured bytes of the element are read again from its beginning. */
const skipFromStart = (scan: JsonScan, chunk: Buffer): number => {
  const { parts, captureFrom } = scan;
  const inObject = (scan.objects & (1 << scan.elementDepth)) !== 0;
  scan.skip = { inObject, depth: 0, objects: 0, inText: false, isEscaped: false };
  for (const part of parts) skipElement(scan.skip, part, 0);
  dropCapture(scan);
  return skipOn(scan, chunk, captureFrom);
};

const skipOn = (scan: JsonScan, chunk: Buffer, from: number): number => {
  const end = scan.skip ? skipElement(scan.skip, chunk, from) : from;
  if (end < chunk.length) {
    scan.skip = undefined;
    scan.elements++;
    scan.depth = scan.elementDepth;
    scan.next = next.commaOrEnd;
  }
  return end;
};

type Reviver = (key: string, value: unknown) => unknown;

/** JSON.parse rounds integers beyond 2^53; as a bigint such a `ticket_id` is checked with all its digits. */
const keepLongInteger = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
    ? BigInt(context.source ?? '')
    : value;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Skips an element by its quotes and brackets alone; returns the index of the comma or bracket after it, or the length of the chunk if the element
 * continues in the next. A bracket of one kind also closes unclosed brackets of the other kind inside it.
 */
const skipElement = (skip: ElementSkip, chunk: Buffer, from: number): number => {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (skip.inText) readText(skip, byte);
    else if (byte === quote) skip.inText = true;
    else if (byte === 0x7b || byte === 0x5b) openLevel(skip, byte === 0x7b);
    else if (byte === comma && skip.depth === 0) return at;
    else if (byte === 0x5d && !closeLevel(skip, false) && !skip.inObject) return at;
    else if (byte === 0x7d && !closeLevel(skip, true) && skip.inObject) return at;
  }
  return chunk.length;
};

const readText = (skip: ElementSkip, byte: number): void => {
  if (skip.isEscaped) skip.isEscaped = false;
  else if (byte === backslash) skip.isEscaped = true;
  else if (byte === quote) skip.inText = false;
};

/** The kind of a level is not recorded beyond the depth limit. */
const isKnown = (depth: number): boolean => depth <= jsonLimits.depth;

const openLevel = (skip: ElementSkip, isObject: boolean): void => {
  skip.depth++;
  if (!isKnown(skip.depth)) return;
  if (isObject) skip.objects |= 1 << skip.depth;
  else skip.objects &= ~(1 << skip.depth);
};

/** Closes the innermost level of this kind with all levels inside it; false if there is none. */
const closeLevel = (skip: ElementSkip, isObject: boolean): boolean => {
  for (let depth = skip.depth; depth > 0; depth--) {
    if (isKnown(depth) && ((skip.objects & (1 << depth)) !== 0) !== isObject) continue;
    skip.depth = depth - 1;
    return true;
  }
  return false;
};
