import { columnOf } from './columns.ts';

export type Delimiter = ',' | ';' | '\t';

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/**
 * The delimiter of a header line: the one that makes the most known columns of it (recognised, or with a title that a caller has assigned), then the
 * most columns. Delimiters inside quotes do not count.
 */
export const detectDelimiter = (header: string, assigned: Iterable<string> = []): Delimiter => {
  const titles = new Set(Array.from(assigned, (title) => title.replaceAll('"', '').trim()));
  const isKnown = (cell: string) => columnOf(cell) !== undefined || titles.has(cell.trim());
  const scored = delimiters.map((delimiter) => {
    const cells = cellsOf(header, delimiter);
    return { delimiter, known: cells.filter(isKnown).length, all: cells.length };
  });
  const best = scored.reduce((a, b) => (b.known > a.known || (b.known === a.known && b.all > a.all) ? b : a));
  return best.delimiter;
};

const cellsOf = (header: string, delimiter: Delimiter): readonly string[] => {
  const quotedOrNot = header.split('"');
  const marked = quotedOrNot.map((part, index) => (index % 2 === 0 ? part.replaceAll(delimiter, '\u0000') : part));
  return marked.join('').split('\u0000');
};
