import { parseString } from 'fast-csv';
import { type Delimiter, detectDelimiter } from './csv-delimiter.ts';
import { rowTexts } from './csv-row-text.ts';
import { type TicketItem, UnreadableFile } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';
import { ticketsOfRows } from './rows.ts';
import { isBlankRow, type RowItem, rowLimits } from './table-row.ts';
import { decodedText, detectEncoding } from './text-encoding.ts';

/** The tickets of a CSV file, one at a time; encoding and delimiter are found in it. Throws UnreadableFile. Memory: a few rows (≤ 1 MiB each). */
export async function* csvItems(path: string, options: ReadOptions = {}): AsyncGenerator<TicketItem, void> {
  const encoding = await detectEncoding(path);
  options.found?.({ encoding });
  const delimiter = detectDelimiter(await headerLine(decodedText(path, encoding)), options.columns?.keys());
  options.found?.({ delimiter });
  yield* ticketsOfRows(fittingRows(csvRows(decodedText(path, encoding, options.signal), delimiter)), options);
}

/** The first line that is not blank; a line break inside quotes does not end it. */
const headerLine = async (texts: AsyncIterable<string>): Promise<string> => {
  let read = '';
  for await (const text of texts) {
    read = (read + text).trimStart();
    const end = lineEnd(read);
    if (end >= 0) return read.slice(0, end);
    if (read.length > rowLimits.bytes) break;
  }
  return read;
};

const lineEnd = (text: string): number => {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return at;
  }
  return -1;
};

async function* csvRows(file: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<RowItem, void> {
  for await (const rows of rowTexts(file, delimiter)) {
    const texts = rows.flatMap((row) => (row instanceof UnreadableFile ? [] : [row.text]));
    const parsed = (parseString(texts.join('\n'), { delimiter }) as AsyncIterable<string[]>)[Symbol.asyncIterator]();
    for (const row of rows) {
      if (row instanceof UnreadableFile) yield row;
      else yield { row: row.row, cells: ((await parsed.next()) as IteratorYieldResult<string[]>).value };
    }
  }
}

/** A cell beyond the header means text with a delimiter and no quotes: reading on would cut a ticket short. */
async function* fittingRows(rows: AsyncIterable<RowItem>): AsyncGenerator<RowItem, void> {
  let width: number | undefined;
  for await (const row of rows) {
    if (row instanceof UnreadableFile) {
      yield row;
      continue;
    }
    if (width === undefined && !isBlankRow(row)) width = row.cells.length;
    yield width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '') ? tooWide(row, width) : row;
  }
}

const tooWide = ({ row, cells }: { row: number; cells: readonly string[] }, width: number): UnreadableFile =>
  new UnreadableFile(
    `row ${row} has ${cells.length} cells, the header ${width}; put text that holds the delimiter into quotes`,
    { row },
  );
