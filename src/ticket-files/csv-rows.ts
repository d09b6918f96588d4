import type { Delimiter } from './read-options.ts';
import { rowLimits } from '../domain/limits.ts';
import { ownWords, type Said, type Sentence, sentence } from '../domain/sentence.ts';
import { UnreadableFile } from './ticket-item.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The text of a row without its line break; `row` counts from 1, blank rows included. */
type RowText = { readonly row: number; readonly text: string };

/** Position within a field; `closing` is after a quote that ends the field unless another quote follows. */
type Position = 'start' | 'plain' | 'quoted' | 'closing' | 'closed';

type RowScan = {
  readonly delimiter: number;
  position: Position;
  row: number;
  column: number;
  quotedSince: Sentence;
  /** The last character was a carriage return: a line feed after it does not end another row. */
  afterReturn: boolean;
  /** Text of the current row from earlier chunks, and its length up to the last cell that is not blank. */
  pending: string;
  filled: number;
  /** The current row has been reported as unreadable; the rest of it is skipped. */
  isRefused: boolean;
  /** Finished rows that have not been yielded yet. */
  rows: (RowText | UnreadableFile)[];
};

/**
 * The rows that are not blank, without their trailing blank cells, in batches as the text arrives. A row that exceeds a limit, has text after a closing
 * quote or a quote that is never closed yields an UnreadableFile instead.
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<readonly (RowText | UnreadableFile)[], void> {
  const scan = rowScan(delimiter);
  for await (const text of texts) {
    scanText(scan, text);
    if (scan.rows.length > 0) yield takeRows(scan);
  }
  if (scan.position === 'quoted') refuse(scan, sentence`${scan.quotedSince}: the quote is never closed`);
  endRow(scan, '');
  if (scan.rows.length > 0) yield takeRows(scan);
}

const rowScan = (delimiter: Delimiter): RowScan => ({
  delimiter: delimiter.charCodeAt(0),
  position: 'start',
  row: 1,
  column: 1,
  quotedSince: ownWords(''),
  afterReturn: false,
  pending: '',
  filled: 0,
  isRefused: false,
  rows: [],
});

const takeRows = (scan: RowScan): readonly (RowText | UnreadableFile)[] => {
  const { rows } = scan;
  scan.rows = [];
  return rows;
};

const scanText = (scan: RowScan, text: string): void => {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (scan.position === 'quoted') {
      at = text.indexOf('"', at);
      if (at === -1) break;
      scan.position = 'closing';
      scan.filled = scan.pending.length + at + 1 - start;
      continue;
    }
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) {
      if (!(code === lineFeed && scan.afterReturn)) endRow(scan, text.slice(start, at));
      start = at + 1;
    } else {
      scan.position = nextPosition(scan, code);
      if (scan.position === 'plain') scan.filled = scan.pending.length + at + 1 - start;
    }
    scan.afterReturn = code === carriageReturn;
  }
  scan.pending += text.slice(start);
  refuseLargeRow(scan, scan.pending);
  if (scan.isRefused) scan.pending = '';
};

const endRow = (scan: RowScan, rest: string): void => {
  const text = scan.pending + rest;
  refuseLargeRow(scan, text);
  if (scan.filled > 0 && !scan.isRefused) scan.rows.push({ row: scan.row, text: text.slice(0, scan.filled) });
  scan.position = 'start';
  scan.row++;
  scan.column = 1;
  scan.pending = '';
  scan.filled = 0;
  scan.isRefused = false;
};

/** Reports the first error of a row only. */
const refuse = (scan: RowScan, message: Said): void => {
  if (!scan.isRefused) scan.rows.push(new UnreadableFile(message, { row: scan.row }));
  scan.isRefused = true;
};

/** The position after a character that does not end the row. */
const nextPosition = (scan: RowScan, code: number): Position => {
  if (code === scan.delimiter) return nextColumn(scan);
  if (scan.position === 'plain') return 'plain';
  if (code === quote && scan.position === 'start') {
    scan.quotedSince = sentence`row ${scan.row}, column ${scan.column}`;
    return 'quoted';
  }
  if (code === quote && scan.position === 'closing') return 'quoted';
  if (isBlank(code)) return scan.position === 'start' ? 'start' : 'closed';
  if (scan.position === 'start') return 'plain';
  const location = sentence`row ${scan.row}, column ${scan.column}`;
  refuse(scan, sentence`${location}: text after a closing quote; double the quotes that belong to the text`);
  return 'plain';
};

const nextColumn = (scan: RowScan): Position => {
  scan.column++;
  if (scan.column > rowLimits.columns) {
    refuse(scan, sentence`row ${scan.row} has more than 1 000 columns; remove those that are not needed`);
  }
  return 'start';
};

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0c) || (code > 0x7f && /\s/.test(String.fromCharCode(code)));

/** A UTF-16 unit takes at most three bytes of UTF-8, so most rows need no exact count. */
const refuseLargeRow = (scan: RowScan, text: string): void => {
  if (text.length * 3 <= rowLimits.bytes || Buffer.byteLength(text) <= rowLimits.bytes) return;
  const cause = scan.position === 'quoted' ? sentence`; is the quote in ${scan.quotedSince} closed?` : ownWords('');
  refuse(scan, sentence`row ${scan.row} has more than 1 MiB${cause}`);
};

/** The cells of a row that `csvRows` has returned, without the quotes around them and the blanks outside those. */
export const cellsOf = (text: string, delimiter: Delimiter): readonly string[] => {
  const cells: string[] = [];
  for (let from = 0; from <= text.length;) {
    const start = afterBlanks(text, from, delimiter);
    const quoted = text[start] === '"';
    const last = quoted ? closingQuote(text, start) : from;
    const end = endOfCell(text, last, delimiter);
    cells.push(quoted ? text.slice(start + 1, last).replaceAll('""', '"') : text.slice(from, end));
    from = end + 1;
  }
  return cells;
};

const afterBlanks = (text: string, from: number, delimiter: Delimiter): number => {
  let at = from;
  while (at < text.length && text[at] !== delimiter && isBlank(text.charCodeAt(at))) at++;
  return at;
};

const closingQuote = (text: string, opening: number): number => {
  let at = text.indexOf('"', opening + 1);
  while (text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

const endOfCell = (text: string, from: number, delimiter: Delimiter): number => {
  const end = text.indexOf(delimiter, from);
  return end === -1 ? text.length : end;
};
