import { columnOf } from './columns.ts';
import { cellsOf, csvRows } from './csv-rows.ts';
import type { Delimiter, ReadOptions } from './read-options.ts';
import { isBlankRow, type RowItem } from './table-row.ts';
import { rowLimits } from '../domain/limits.ts';
import { ticketsOfRows } from './table-tickets.ts';
import { decodedText, type TextEncoding } from './text-encoding.ts';
import { type TicketItem, UnreadableFile } from './ticket-item.ts';

/** The tickets of a CSV file, one at a time; detects the delimiter. Throws UnreadableFile. Memory: a few rows (≤ 1 MiB each). */
export async function* csvItems(
  { path, encoding }: { readonly path: string; readonly encoding: TextEncoding },
  options: ReadOptions = {},
): AsyncGenerator<TicketItem, void> {
  const texts = decodedText(path, encoding, options);
  try {
    const { header, read } = await readHeader(texts);
    const delimiter = detectDelimiter(header, options.columns?.keys());
    options.found?.({ delimiter });
    yield* ticketsOfRows(fittingRows(parsedRows(concatenated(read, texts), delimiter)), options);
  } finally {
    await texts.return();
  }
}

/** Reads until the first line that is not blank is complete; a line break inside quotes is part of it. `read`: all texts that were taken. */
const readHeader = async (texts: AsyncIterator<string>) => {
  const read: string[] = [];
  let header = '';
  let isQuoted = false;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    read.push(next.value);
    const text = header === '' ? next.value.trimStart() : next.value;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '\n' || character === '\r'))
        return { header: header + text.slice(0, at), read };
    }
    header += text;
    if (header.length > rowLimits.bytes) break;
  }
  return { header, read };
};

async function* concatenated(read: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* read;
  yield* rest;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/**
 * The delimiter of a header line, as far as its columns are read: the one that gives the most known columns (recognised, or with an assigned title), then the most columns.
 * Delimiters inside quotes do not count.
 */
const detectDelimiter = (header: string, assigned: Iterable<string> = []): Delimiter => {
  const titles = new Set(Array.from(assigned, (title) => title.replaceAll('"', '').trim()));
  const isKnown = (cell: string) => columnOf(cell) !== undefined || titles.has(cell.trim());
  const scored = delimiters.map((delimiter) => {
    const cells = headerCells(header, delimiter);
    return { delimiter, known: cells.filter(isKnown).length, all: cells.length };
  });
  const best = scored.reduce((a, b) => (b.known > a.known || (b.known === a.known && b.all > a.all) ? b : a));
  return best.delimiter;
};

const headerCells = (header: string, delimiter: Delimiter): readonly string[] => {
  const parts = header.split('"');
  const marked = parts.map((part, index) => (index % 2 === 0 ? part.replaceAll(delimiter, '\u0000') : part));
  return marked.join('').split('\u0000', rowLimits.csvColumns);
};

async function* parsedRows(file: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<RowItem, void> {
  for await (const rows of csvRows(file, delimiter)) {
    for (const row of rows)
      yield row instanceof UnreadableFile ? row : { row: row.row, cells: cellsOf(row.text, delimiter) };
  }
}

/** Refuses rows that are wider than the header: text with an unquoted delimiter, which would be cut off. */
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
