import { malformed, next } from './json-scan.ts';
import type { JsonScan } from './json-scan.ts';
import { advance, endNumber } from './json-step.ts';
import { carryCapture, takeCapture } from './json-structure.ts';

/** The elements that end inside this chunk, parsed one at a time. Throws UnreadableFile; the scan goes on with the next chunk. */
export function* elementsOf(scan: JsonScan, chunk: Buffer): Generator<unknown, void> {
  for (let at = 0; at < chunk.length;) {
    at = advance(scan, chunk, at);
    if (scan.captureTo >= 0) yield takeElement(scan, chunk);
  }
  carryCapture(scan, chunk);
  scan.offset += chunk.length;
}

/** The element that only the end of the input completes (a bare number at the top). Throws UnreadableFile where the input is cut off. */
export function* lastElement(scan: JsonScan): Generator<unknown, void> {
  const nothing = Buffer.alloc(0);
  if (scan.next === next.digit && scan.depth === 0) endNumber(scan, 0);
  if (scan.next !== next.nothing) throw malformed(scan, 'unexpected end', scan.offset);
  if (scan.captureTo >= 0) yield takeElement(scan, nothing);
}

const takeElement = (scan: JsonScan, chunk: Buffer): unknown => {
  const text = takeCapture(scan, chunk, scan.captureTo).toString();
  scan.elements++;
  return scan.hasLongNumber ? JSON.parse(text, keepLongInteger as Reviver) : JSON.parse(text);
};

type Reviver = (key: string, value: unknown) => unknown;

/** JSON.parse rounds what a number cannot hold; such an integer becomes a bigint, so that the check of `ticket_id` sees it as it was sent. */
const keepLongInteger = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
    ? BigInt(context.source ?? '')
    : value;
