import { meaningOf } from './columns.ts';
import { cellsOf, csvRows } from './csv-rows.ts';
import type { Delimiter, ReadOptions } from './read-options.ts';
import { headerRank } from './header-row.ts';
import type { RowItem } from './table-row.ts';
import { headerRows, rowLimits } from '../domain/limits.ts';
import type { CheckRow } from './left-out-rows.ts';
import { ticketsOfRows } from './table-tickets.ts';
import { decodedText, type TextEncoding } from './text-encoding.ts';
import { type TicketItem, UnreadableFile } from './ticket-item.ts';
import { sentence } from '../domain/sentence.ts';

/** The tickets of a CSV file, one at a time; detects the delimiter. Throws UnreadableFile. Memory: a few rows (≤ 1 MiB each). */
export async function* csvItems(
  { path, encoding }: { readonly path: string; readonly encoding: TextEncoding },
  options: ReadOptions = {},
): AsyncGenerator<TicketItem, void> {
  const texts = decodedText(path, encoding, options);
  try {
    const { lines, read } = await readLines(texts);
    const delimiter = detectDelimiter(lines, options);
    options.found?.({ delimiter });
    yield* ticketsOfRows(parsedRows(concatenated(read, texts), delimiter), options, refuseWide);
  } finally {
    await texts.return();
  }
}

/**
 * Reads the lines in which the header may be, without blank ones; a line break inside quotes is part of a line. The first is given even if it does not end.
 * `read`: all texts that were taken.
 */
const readLines = async (texts: AsyncIterator<string>) => {
  const read: string[] = [];
  const lines: string[] = [];
  let line = '';
  let isQuoted = false;
  let characters = 0;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    const text = next.value;
    read.push(text);
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '\n' || character === '\r')) {
        line += text.slice(start, at);
        start = at + 1;
        if (line.trim() !== '') lines.push(line);
        line = '';
        if (lines.length === headerRows) return { lines, read };
      }
    }
    line += text.slice(start);
    characters += text.length;
    if (characters > rowLimits.bytes) break;
  }
  if (line.trim() !== '' && (lines.length === 0 || !isQuoted)) lines.push(line);
  return { lines, read };
};

async function* concatenated(read: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield* read;
  yield* rest;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/**
 * The delimiter by which some line is a header that names the most known columns (recognised, or with an assigned title); without one the delimiter that gives
 * the first line the most known columns, then the most. Delimiters inside quotes do not count.
 */
const detectDelimiter = (lines: readonly string[], { columns, headerRow }: ReadOptions): Delimiter => {
  const titles = new Set(Array.from(columns?.keys() ?? [], (title) => title.replaceAll('"', '').trim()));
  const isKnown = (cell: string) => meaningOf(cell) !== undefined || titles.has(cell.trim());
  const scored = delimiters.map((delimiter) => {
    const rows = lines.map((line, index) => ({ row: index + 1, cells: headerCells(line, delimiter) }));
    const cells = rows[(headerRow ?? 1) - 1]?.cells ?? [];
    return { delimiter, rank: [headerRank(rows, columns), cells.filter(isKnown).length, cells.length] };
  });
  const isBetter = (one: readonly number[], other: readonly number[]): boolean => {
    const differing = one.findIndex((value, index) => value !== other[index]);
    return differing >= 0 && (one[differing] ?? 0) > (other[differing] ?? 0);
  };
  return scored.reduce((a, b) => (isBetter(b.rank, a.rank) ? b : a)).delimiter;
};

const headerCells = (header: string, delimiter: Delimiter): readonly string[] => {
  const parts = header.split('"');
  const marked = parts.map((part, index) => (index % 2 === 0 ? part.replaceAll(delimiter, '\u0000') : part));
  return marked.join('').split('\u0000', rowLimits.columns);
};

async function* parsedRows(file: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<RowItem, void> {
  for await (const rows of csvRows(file, delimiter)) {
    for (const row of rows)
      yield row instanceof UnreadableFile ? row : { row: row.row, cells: cellsOf(row.text, delimiter) };
  }
}

/** Refuses rows that are wider than the header: text with an unquoted delimiter, which would be cut off. */
const refuseWide: CheckRow = (row, { cells: { length: width } }) =>
  row.cells.slice(width).some((cell) => cell.trim() !== '') ? tooWide(row, width) : row;

const tooWide = ({ row, cells }: { row: number; cells: readonly string[] }, width: number): UnreadableFile =>
  new UnreadableFile(
    sentence`row ${row} has ${cells.length} cells, the header ${width}; put text that holds the delimiter into quotes`,
    { row },
  );
