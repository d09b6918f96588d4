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
};

/**
 * The rows that hold anything, in batches as the text arrives, without their trailing blank cells: what a parser would only read to find it empty is
 * left out here. Throws UnreadableFile, with row and column, for a row above the limits, a quote that is never closed and text after a closing quote.
 */
export async function* rowTexts(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<readonly RowText[], void> {
  const scan: RowScan = {
    delimiter: delimiter.charCodeAt(0),
    position: 'start',
    row: 1,
    column: 1,
    quotedSince: '',
    afterReturn: false,
    open: '',
    filled: 0,
  };
  for await (const text of texts) {
    const rows = scanRows(scan, text);
    if (rows.length > 0) yield rows;
  }
  if (scan.position === 'quoted') throw new UnreadableFile(`${scan.quotedSince}: the quote is never closed`);
  const last: RowText[] = [];
  endRow(scan, '', last);
  if (last.length > 0) yield last;
}

const scanRows = (scan: RowScan, text: string): readonly RowText[] => {
  const rows: RowText[] = [];
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
      if (!(code === lineFeed && scan.afterReturn)) endRow(scan, text.slice(start, at), rows);
      start = at + 1;
    } else {
      scan.position = after(scan, code);
      if (scan.position === 'plain') scan.filled = scan.open.length + at + 1 - start;
    }
    scan.afterReturn = code === carriageReturn;
  }
  scan.open += text.slice(start);
  refuseLargeRow(scan, scan.open);
  return rows;
};

const endRow = (scan: RowScan, rest: string, rows: RowText[]): void => {
  const text = scan.open + rest;
  refuseLargeRow(scan, text);
  if (scan.filled > 0) rows.push({ row: scan.row, text: text.slice(0, scan.filled) });
  scan.position = 'start';
  scan.row++;
  scan.column = 1;
  scan.open = '';
  scan.filled = 0;
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
  throw new UnreadableFile(
    `row ${scan.row}, column ${scan.column}: text after a closing quote; double the quotes that belong to the text`,
  );
};

const nextColumn = (scan: RowScan): Position => {
  scan.column++;
  if (scan.column <= rowLimits.columns) return 'start';
  throw new UnreadableFile(`row ${scan.row} has more than ${rowLimits.columns} columns`);
};

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0c) || (code > 0x7f && /\s/.test(String.fromCharCode(code)));

/** UTF-8 has at most three bytes a UTF-16 unit: most rows need no exact count. */
const refuseLargeRow = (scan: RowScan, text: string): void => {
  if (text.length * 3 <= rowLimits.bytes || Buffer.byteLength(text) <= rowLimits.bytes) return;
  const cause = scan.position === 'quoted' ? `; is the quote in ${scan.quotedSince} closed?` : '';
  throw new UnreadableFile(`row ${scan.row} has more than 1 MiB${cause}`);
};
