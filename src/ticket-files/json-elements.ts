import { malformed, next } from './json-scan.ts';
import type { JsonScan } from './json-scan.ts';
import { elementSkip, skipElement } from './json-skip.ts';
import { advance, endNumber } from './json-step.ts';
import { carryCapture, dropCapture, takeCapture } from './json-structure.ts';
import { UnreadableFile } from './raw-ticket.ts';

/**
 * The elements that end inside this chunk, parsed one at a time; in the place of one that is malformed or beyond a limit stands the reason, an
 * UnreadableFile. Throws UnreadableFile where something is wrong outside the elements; the scan goes on with the next chunk.
 */
export function* elementsOf(scan: JsonScan, chunk: Buffer): Generator<unknown, void> {
  for (let at = 0; at < chunk.length;) {
    if (scan.skip) {
      at = skipOn(scan, chunk, at);
      continue;
    }
    const { element, end } = nextElement(scan, chunk, at);
    at = end;
    if (element !== undefined) yield element;
  }
  scan.offset += chunk.length;
}

/** The element that only the end of the input completes (a bare number at the top). Throws UnreadableFile where the input is cut off. */
export function* lastElement(scan: JsonScan): Generator<unknown, void> {
  const nothing = Buffer.alloc(0);
  if (scan.next === next.digit && scan.depth === 0) endNumber(scan, 0);
  if (scan.next !== next.nothing) throw malformed(scan, 'unexpected end', scan.offset);
  if (scan.captureTo >= 0) yield takeElement(scan, nothing);
}

/** Reads to the end of an element, or of the chunk, where there is none yet. JSON has no undefined. */
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

/** The scan does not know how deep it was in a broken element, so that its bytes are gone through again: they are at hand from its beginning. */
const skipFromStart = (scan: JsonScan, chunk: Buffer): number => {
  const { parts, captureFrom } = scan;
  scan.skip = elementSkip();
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

/** JSON.parse rounds what a number cannot hold; such an integer becomes a bigint, so that the check of `ticket_id` sees it as it was sent. */
const keepLongInteger = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
    ? BigInt(context.source ?? '')
    : value;
