import { UnreadableFile } from './ticket-item.ts';
import { ownWords, type Said, sentence } from '../domain/sentence.ts';

/** What may come next. Integers instead of strings, because the scanner compares them for every byte; those below `text` are structural. */
export const next = {
  value: 0,
  valueOrEnd: 1,
  keyOrEnd: 2,
  key: 3,
  colon: 4,
  commaOrEnd: 5,
  nothing: 6,
  text: 7,
  escape: 8,
  hexDigit: 9,
  digit: 10,
  letter: 11,
} as const;

/**
 * Position of the tickets: under `tickets` of an object, in an array at the top, in the lists of one page of an API or of several (json-page.ts), or `value`: the
 * value at the top is the only element.
 */
export type JsonLayout = 'body' | 'array' | 'page' | 'value';

/** Nesting inside an element that is being skipped. `inObject`: the element is a member of an object. Bit n of `objects`: level n inside the element is an object. */
export type ElementSkip = {
  readonly inObject: boolean;
  depth: number;
  objects: number;
  inText: boolean;
  isEscaped: boolean;
};

/** State of an incremental JSON scan. It is mutated: a new object for each byte would cost more than the scan itself. */
export type JsonScan = {
  readonly layout: JsonLayout;
  /** Subject of refusals: `body`, `file` or the location of a cell. */
  readonly name: Said;
  next: number;
  depth: number;
  /** Bit n: level n is an object. */
  objects: number;
  /** Bytes before the current chunk. */
  offset: number;
  chunk: Buffer;
  /** Line feeds in the first `linesTo` bytes. */
  lineFeeds: number;
  linesTo: number;
  inKey: boolean;
  hexDigits: number;
  /** State of the number grammar (json-tokens.ts). */
  number: number;
  numberBytes: number;
  /** The literal that is being read (`true`, `false` or `null`) and how many of its bytes have been read. */
  literal: Buffer;
  literalBytes: number;
  ticketsNext: boolean;
  ticketsSeen: boolean;
  /** Of a page: its last key outside elements, the last one at its top, and whether it has a key that a ticket has. */
  key: string;
  topKey: string;
  isTicket: boolean;
  /** Depth of the array that holds the elements; -1 outside it. */
  elementDepth: number;
  elements: number;
  /** Values inside the current element. */
  values: number;
  hasLongNumber: boolean;
  capture: 'none' | 'key' | 'element';
  captureFrom: number;
  captureTo: number;
  /** Captured bytes of earlier chunks. */
  parts: Buffer[];
  partsBytes: number;
  /** Set while an unreadable element is being skipped. */
  skip: ElementSkip | undefined;
};

/** Nesting: docs/contract.md, "Limits"; bytes, values and digits of one element bound memory and time. */
export const jsonLimits = { depth: 20, elementBytes: 8 * 1024 * 1024, elementValues: 50_000, numberBytes: 1_000 };

/** A scan before its first byte. */
export const jsonScan = (layout: JsonLayout, name: Said): JsonScan => ({
  layout,
  name,
  next: next.value,
  depth: 0,
  objects: 0,
  offset: 0,
  chunk: Buffer.alloc(0),
  lineFeeds: 0,
  linesTo: 0,
  inKey: false,
  hexDigits: 0,
  number: 0,
  numberBytes: 0,
  literal: Buffer.alloc(0),
  literalBytes: 0,
  ticketsNext: false,
  ticketsSeen: false,
  key: '',
  topKey: '',
  isTicket: false,
  elementDepth: layout === 'value' ? 0 : -1,
  elements: 0,
  values: 0,
  hasLongNumber: false,
  capture: 'none',
  captureFrom: -1,
  captureTo: -1,
  parts: [],
  partsBytes: 0,
  skip: undefined,
});

/** The error for malformed JSON; `at` is in bytes from the start of the input. The line is named if there is more than one. */
export const malformed = (scan: JsonScan, problem: string, at: number): UnreadableFile => {
  countLines(scan, at);
  const line = scan.lineFeeds === 0 || scan.layout === 'value' ? ownWords('') : sentence` (line ${scan.lineFeeds + 1})`;
  return new UnreadableFile(sentence`${scan.name} is not valid JSON: ${ownWords(problem)} at byte ${at}${line}`, {
    index: indexOf(scan),
  });
};

/** Counts the line feeds before a byte of the current chunk, each once. */
export const countLines = (scan: JsonScan, to: number): void => {
  const { chunk, offset } = scan;
  let at = chunk.indexOf(0x0a, Math.max(scan.linesTo - offset, 0));
  while (at !== -1 && at < to - offset) {
    scan.lineFeeds++;
    at = chunk.indexOf(0x0a, at + 1);
  }
  scan.linesTo = Math.max(scan.linesTo, to);
};

/** The error for an exceeded limit; names the element if one is being read. */
export const beyondLimit = (scan: JsonScan, problem: string): UnreadableFile => {
  const index = indexOf(scan);
  return new UnreadableFile(
    sentence`${index === null ? scan.name : sentence`tickets[${index}]`} ${ownWords(problem)}`,
    { index },
  );
};

/** The index of the element that is being read; null outside elements and in a single value. */
const indexOf = (scan: JsonScan): number | null =>
  scan.capture === 'element' && scan.layout !== 'value' ? scan.elements : null;
