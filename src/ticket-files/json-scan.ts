import { UnreadableFile } from './raw-ticket.ts';
import type { NumberState } from './json-number.ts';

/** How far a broken element has been passed over. Bit n of `objects`: level n inside the element is an object. */
export type ElementSkip = { depth: number; objects: number; inText: boolean; isEscaped: boolean };

/** What may come next. Integers rather than words, because the scanner looks at them for every byte. */
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

/** Where the tickets are: under `tickets` of an object, in an array at the top, or nowhere (the value at the top is the one element). */
export type JsonLayout = 'body' | 'array' | 'value';

/** A scan of JSON bytes in progress. It changes in place: a fresh object a byte would cost more than the scan. */
export type JsonScan = {
  readonly layout: JsonLayout;
  /** What the bytes are called in a refusal: `body`, `file` or a cell's place. */
  readonly name: string;
  next: number;
  depth: number;
  /** Bit n: level n is an object. */
  objects: number;
  /** Bytes before the present chunk. */
  offset: number;
  inKey: boolean;
  hexDigits: number;
  number: NumberState;
  numberBytes: number;
  word: Buffer;
  wordBytes: number;
  ticketsNext: boolean;
  ticketsSeen: boolean;
  /** How deep the elements' own array lies; -1 outside it. */
  elementDepth: number;
  elements: number;
  values: number;
  hasLongNumber: boolean;
  capture: 'none' | 'key' | 'element';
  captureFrom: number;
  captureTo: number;
  parts: Buffer[];
  partsBytes: number;
  /** An element that cannot be read is being passed over. */
  skip: ElementSkip | undefined;
};

/** Limits of one upload's JSON: nesting by the decisions ("Tickets"); one element's bytes, values and digits only keep memory and time bounded. */
export const jsonLimits = { depth: 20, elementBytes: 8 * 1024 * 1024, elementValues: 50_000, numberBytes: 1_000 };

/** A scan before its first byte. */
export const jsonScan = (layout: JsonLayout, name: string): JsonScan => ({
  layout,
  name,
  next: next.value,
  depth: 0,
  objects: 0,
  offset: 0,
  inKey: false,
  hexDigits: 0,
  number: 0,
  numberBytes: 0,
  word: Buffer.alloc(0),
  wordBytes: 0,
  ticketsNext: false,
  ticketsSeen: false,
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

/** A refusal of malformed JSON; `at` counts bytes from the start of the input. */
export const malformed = (scan: JsonScan, problem: string, at: number): UnreadableFile =>
  new UnreadableFile(`${scan.name} is not valid JSON: ${problem} at byte ${at}`, { index: indexOf(scan) });

/** A refusal of a limit; names the element where one is being read. */
export const beyondLimit = (scan: JsonScan, problem: string): UnreadableFile => {
  const index = indexOf(scan);
  return new UnreadableFile(`${index === null ? scan.name : `tickets[${index}]`} ${problem}`, { index });
};

/** The index of the element that is being read; null outside of one, and in a single value. */
const indexOf = (scan: JsonScan): number | null =>
  scan.capture === 'element' && scan.layout !== 'value' ? scan.elements : null;
