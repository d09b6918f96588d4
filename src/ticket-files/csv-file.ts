import { parseString } from 'fast-csv';
import { type Delimiter, detectDelimiter } from './csv-delimiter.ts';
import { rowTexts } from './csv-row-text.ts';
import { type RawTicket, UnreadableFile } from './raw-ticket.ts';
import { ticketsOfRows } from './rows.ts';
import { isBlankRow, rowLimits, type TableRow } from './table-row.ts';
import { decodedText, detectEncoding } from './text-encoding.ts';

/** The tickets of a CSV file, one at a time; encoding and delimiter are found in it. Throws UnreadableFile. Memory: a few rows (≤ 1 MiB each). */
export async function* readCsvFile(path: string): AsyncGenerator<RawTicket, void> {
  const encoding = await detectEncoding(path);
  const delimiter = detectDelimiter(await headerLine(decodedText(path, encoding)));
  yield* ticketsOfRows(fittingRows(csvRows(decodedText(path, encoding), delimiter)));
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

async function* csvRows(texts: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<TableRow, void> {
  for await (const rows of rowTexts(texts, delimiter)) {
    const text = rows.map((row) => row.text).join('\n');
    let index = 0;
    for await (const cells of parseString(text, { delimiter }) as AsyncIterable<string[]>) {
      yield { row: rows[index++]?.row ?? 0, cells };
    }
  }
}

/** A cell beyond the header means text with a delimiter and no quotes: reading on would cut a ticket short. */
async function* fittingRows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow, void> {
  let width: number | undefined;
  for await (const row of rows) {
    if (width === undefined && !isBlankRow(row)) width = row.cells.length;
    if (width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
      throw new UnreadableFile(
        `row ${row.row} has ${row.cells.length} cells, the header ${width}; put text that holds the delimiter into quotes`,
      );
    }
    yield row;
  }
}
