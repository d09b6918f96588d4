import { beyondLimit, jsonLimits, malformed, next } from './json-state.ts';
import type { JsonScan } from './json-state.ts';
import { UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

const curly = 0x7b;
const square = 0x5b;
/** `"tickets"` with every letter escaped has 44 bytes: a longer key is never `tickets`. */
const maxKeyBytes = 64;

/** A value begins at `at`: checks the outer layout; the bytes of an element are captured from here. */
export const beginValue = (scan: JsonScan, byte: number, at: number): void => {
  if (scan.depth === 0) beginTop(scan, byte);
  if (scan.layout === 'page' && scan.capture === 'none') beginInPage(scan, byte);
  if (scan.ticketsNext) {
    if (byte !== square) throw new UnreadableFile(sentence`tickets must be an array`);
    scan.ticketsNext = false;
    scan.elementDepth = scan.depth + 1;
  } else if (scan.depth === scan.elementDepth) {
    scan.capture = 'element';
    scan.captureFrom = at;
    scan.values = 0;
    scan.hasLongNumber = false;
  } else if (scan.capture === 'element') {
    scan.values++;
    if (scan.values > jsonLimits.elementValues) throw beyondLimit(scan, 'holds more than 50 000 values');
  }
};

const beginTop = (scan: JsonScan, byte: number): void => {
  if (scan.layout === 'body' && byte !== curly) throw new UnreadableFile(sentence`body must be a JSON object`);
  if (scan.layout === 'page' && byte !== curly) throw malformed(scan, 'expected "{"', scan.offset);
  if (scan.layout === 'array') scan.elementDepth = 1;
};

/** Lists of tickets in the pages of APIs, at the top or under `data`. */
const lists = new Set(['tickets', 'issues', 'conversations', 'cases', 'results', 'data', 'payload']);

/** What a ticket has at its top, and a page has not. */
const ticketKeys = new Set(['ticket_id', 'id', 'key', 'case_id', 'ticket', 'case']);

/** A value of a page begins outside of its elements: a list of tickets, a ticket as a member of an object that has them by their numbers, or anything else. */
const beginInPage = (scan: JsonScan, byte: number): void => {
  const inObject = (scan.objects & (1 << scan.depth)) !== 0;
  if (scan.depth === 0 || !inObject || scan.isTicket) return;
  const isInside = scan.depth === 1 || (scan.depth === 2 && scan.topKey === 'data');
  const isMember = isInside && byte === curly && /^\d+$/.test(scan.key);
  const isList = isInside && byte === square && lists.has(scan.key);
  scan.elementDepth = isMember ? scan.depth : -1;
  scan.ticketsNext = isList;
  scan.ticketsSeen ||= isMember || isList;
};

/** An object or array begins. */
export const openLevel = (scan: JsonScan, isObject: boolean): void => {
  if (scan.depth === jsonLimits.depth) throw beyondLimit(scan, `is nested deeper than ${jsonLimits.depth} levels`);
  scan.depth++;
  if (isObject) scan.objects |= 1 << scan.depth;
  else scan.objects &= ~(1 << scan.depth);
  scan.next = isObject ? next.keyOrEnd : next.valueOrEnd;
};

/** An object or array ends with the byte at `at`. */
export const closeLevel = (scan: JsonScan, at: number): void => {
  if (scan.depth === scan.elementDepth) scan.elementDepth = -1;
  scan.depth--;
  endValue(scan, at + 1);
};

/** A value ends before index `at`; an element is then complete. */
export const endValue = (scan: JsonScan, at: number): void => {
  scan.next = scan.depth > 0 ? next.commaOrEnd : scan.layout === 'page' && scan.ticketsSeen ? next.value : next.nothing;
  if (scan.depth === 0) scan.isTicket = false;
  if (scan.capture === 'element' && scan.depth === scan.elementDepth) scan.captureTo = at;
};

/** A key begins at `at`; keys at the top of a body are captured, because `tickets` is among them, and the outer ones of a page. */
export const beginKey = (scan: JsonScan, at: number): void => {
  scan.inKey = true;
  scan.next = next.text;
  const isOuter = scan.layout === 'page' && scan.capture === 'none' && scan.depth <= 2;
  if (isOuter) scan.key = '';
  if (isOuter || (scan.depth === 1 && scan.layout === 'body')) {
    scan.capture = 'key';
    scan.captureFrom = at;
  }
};

/** A key ends before index `at`; the value of `tickets` at the top is the array of elements. */
export const endKey = (scan: JsonScan, chunk: Buffer, at: number): void => {
  scan.next = next.colon;
  if (scan.capture !== 'key') return;
  const bytes = takeCapture(scan, chunk, at);
  const key = bytes.length > maxKeyBytes ? '' : (JSON.parse(bytes.toString()) as string);
  if (scan.layout === 'page') keyOfPage(scan, key);
  if (key !== 'tickets' || scan.layout !== 'body') return;
  if (scan.ticketsSeen) throw new UnreadableFile(sentence`tickets must be given once`);
  scan.ticketsSeen = true;
  scan.ticketsNext = true;
};

const keyOfPage = (scan: JsonScan, key: string): void => {
  scan.key = key;
  if (scan.depth !== 1) return;
  scan.topKey = key;
  if (!scan.ticketsSeen && ticketKeys.has(key)) scan.isTicket = true;
};

/** The captured bytes up to index `to` of this chunk; ends the capture. */
export const takeCapture = (scan: JsonScan, chunk: Buffer, to: number): Buffer => {
  const last = chunk.subarray(scan.captureFrom, to);
  const bytes = scan.parts.length === 0 ? last : Buffer.concat([...scan.parts, last]);
  if (bytes.length > jsonLimits.elementBytes) throw tooLarge(scan);
  dropCapture(scan);
  return bytes;
};

/** Ends the capture and releases its bytes. */
export const dropCapture = (scan: JsonScan): void => {
  Object.assign(scan, { capture: 'none', captureFrom: -1, captureTo: -1, parts: [], partsBytes: 0 });
};

/** Keeps the bytes of an open capture at the end of a chunk; drops a key that is too long to be `tickets`. */
export const carryCapture = (scan: JsonScan, chunk: Buffer): void => {
  if (scan.capture === 'none') return;
  const part = chunk.subarray(scan.captureFrom);
  scan.captureFrom = 0;
  scan.partsBytes += part.length;
  if (scan.capture === 'element') {
    if (scan.partsBytes > jsonLimits.elementBytes) throw tooLarge(scan);
    scan.parts.push(part);
  } else if (scan.partsBytes > maxKeyBytes) {
    dropCapture(scan);
  } else scan.parts.push(part);
};

const tooLarge = (scan: JsonScan): UnreadableFile => beyondLimit(scan, 'has more than 8 MiB');
