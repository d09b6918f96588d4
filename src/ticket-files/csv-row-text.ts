import type { Delimiter } from './csv-delimiter.ts';
import { UnreadableFile } from './raw-ticket.ts';
import { rowLimits } from './table-row.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A row's text without its line break; `row` counts from 1, blank rows included. */
export type RowText = { readonly row: number; readonly text: string };

/** Where in a field a character stands; `closing` is the place after a quote that ends the field unless another quote follows. */
type Position = 'start' | 'plain' | 'quoted' | 'closing' | 'closed';

type RowScan = {
  readonly delimiter: number;
  position: Position;
  row: number;
  column: number;
  quotedSince: string;
  /** The last character was a carriage return: a line feed after it ends no second row. */
  afterReturn: boolean;
  /** What came of the row that no line break has ended yet, and how much of it is more than blank cells. */
  open: string;
  filled: number;
  /** Why the row cannot be read has been told; the rest of it is passed over. */
  isRefused: boolean;
  /** What the texts so far have given and nobody has taken yet. */
  rows: (RowText | UnreadableFile)[];
};

/**
 * The rows that hold anything, in batches as the text arrives, without their trailing blank cells: what a parser would only read to find it empty is
 * left out here. In the place of a row above the limits, with text after a closing quote or a quote that is never closed stands the reason.
 */
export async function* rowTexts(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<readonly (RowText | UnreadableFile)[], void> {
  const scan: RowScan = {
    delimiter: delimiter.charCodeAt(0),
    position: 'start',
    row: 1,
    column: 1,
    quotedSince: '',
    afterReturn: false,
    open: '',
    filled: 0,
    isRefused: false,
    rows: [],
  };
  for await (const text of texts) {
    scanText(scan, text);
    if (scan.rows.length > 0) yield taken(scan);
  }
  if (scan.position === 'quoted') refuse(scan, `${scan.quotedSince}: the quote is never closed`);
  endRow(scan, '');
  if (scan.rows.length > 0) yield taken(scan);
}

const taken = (scan: RowScan): readonly (RowText | UnreadableFile)[] => {
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
      scan.filled = scan.open.length + at + 1 - start;
      continue;
    }
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) {
      if (!(code === lineFeed && scan.afterReturn)) endRow(scan, text.slice(start, at));
      start = at + 1;
    } else {
      scan.position = after(scan, code);
      if (scan.position === 'plain') scan.filled = scan.open.length + at + 1 - start;
    }
    scan.afterReturn = code === carriageReturn;
  }
  scan.open += text.slice(start);
  refuseLargeRow(scan, scan.open);
  if (scan.isRefused) scan.open = '';
};

const endRow = (scan: RowScan, rest: string): void => {
  const text = scan.open + rest;
  refuseLargeRow(scan, text);
  if (scan.filled > 0 && !scan.isRefused) scan.rows.push({ row: scan.row, text: text.slice(0, scan.filled) });
  scan.position = 'start';
  scan.row++;
  scan.column = 1;
  scan.open = '';
  scan.filled = 0;
  scan.isRefused = false;
};

/** The first reason is the one that is told. */
const refuse = (scan: RowScan, message: string): void => {
  if (!scan.isRefused) scan.rows.push(new UnreadableFile(message, { row: scan.row }));
  scan.isRefused = true;
};

/** The position after a character that ends no row. */
const after = (scan: RowScan, code: number): Position => {
  if (code === scan.delimiter) return nextColumn(scan);
  if (scan.position === 'plain') return 'plain';
  if (code === quote && scan.position === 'start') {
    scan.quotedSince = `row ${scan.row}, column ${scan.column}`;
    return 'quoted';
  }
  if (code === quote && scan.position === 'closing') return 'quoted';
  if (isBlank(code)) return scan.position === 'start' ? 'start' : 'closed';
  if (scan.position === 'start') return 'plain';
  const place = `row ${scan.row}, column ${scan.column}`;
  refuse(scan, `${place}: text after a closing quote; double the quotes that belong to the text`);
  return 'plain';
};

const nextColumn = (scan: RowScan): Position => {
  scan.column++;
  if (scan.column > rowLimits.columns) refuse(scan, `row ${scan.row} has more than ${rowLimits.columns} columns`);
  return 'start';
};

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0c) || (code > 0x7f && /\s/.test(String.fromCharCode(code)));

/** UTF-8 has at most three bytes a UTF-16 unit: most rows need no exact count. */
const refuseLargeRow = (scan: RowScan, text: string): void => {
  if (text.length * 3 <= rowLimits.bytes || Buffer.byteLength(text) <= rowLimits.bytes) return;
  const cause = scan.position === 'quoted' ? `; is the quote in ${scan.quotedSince} closed?` : '';
  refuse(scan, `row ${scan.row} has more than 1 MiB${cause}`);
};
