import type { Delimiter } from './csv-delimiter.ts';
import { UnreadableFile } from './raw-ticket.ts';
import { rowLimits } from './table-row.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

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
};

/**
 * The same text in pieces that end where a row ends, so that the parser after it never reads a row twice. Throws UnreadableFile for a row above
 * 1 MiB, a quote that is never closed and text after a closing quote, with row and column.
 */
export async function* wholeRows(texts: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string, void> {
  const scan: RowScan = {
    delimiter: delimiter.charCodeAt(0),
    position: 'start',
    row: 1,
    column: 1,
    quotedSince: '',
    afterReturn: false,
  };
  let open = '';
  for await (const text of texts) {
    const end = scanRows(scan, text, open);
    if (end > 0) yield open + text.slice(0, end);
    open = end > 0 ? text.slice(end) : open + text;
    refuseLargeRow(scan, open);
  }
  if (scan.position === 'quoted') throw new UnreadableFile(`${scan.quotedSince}: the quote is never closed`);
  if (open !== '') yield open;
}

/** Scans the text and returns the index after the last row that ends in it, 0 where none does. */
const scanRows = (scan: RowScan, text: string, open: string): number => {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    if (scan.position === 'quoted') {
      at = text.indexOf('"', at);
      if (at === -1) break;
      scan.position = 'closing';
      continue;
    }
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) {
      if (!(code === lineFeed && scan.afterReturn)) {
        refuseLargeRow(scan, (end === 0 ? open : '') + text.slice(end, at));
        Object.assign(scan, { position: 'start', row: scan.row + 1, column: 1 });
      }
      end = at + 1;
    } else scan.position = after(scan, code);
    scan.afterReturn = code === carriageReturn;
  }
  return end;
};

/** The position after a character that ends no row. */
const after = (scan: RowScan, code: number): Position => {
  if (code === scan.delimiter) {
    scan.column++;
    return 'start';
  }
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

const isBlank = (code: number): boolean =>
  code === 0x20 ||
  code === 0x09 ||
  (code > 0x7f && /\s/.test(String.fromCharCode(code))) ||
  code === 0x0b ||
  code === 0x0c;

/** UTF-8 has at most three bytes a UTF-16 unit: most rows need no exact count. */
const refuseLargeRow = (scan: RowScan, text: string): void => {
  if (text.length * 3 <= rowLimits.bytes || Buffer.byteLength(text) <= rowLimits.bytes) return;
  const cause = scan.position === 'quoted' ? `; is the quote in ${scan.quotedSince} closed?` : '';
  throw new UnreadableFile(`row ${scan.row} has more than 1 MiB${cause}`);
};
