import { type Column, columnNames, columnOf, type HeaderColumn } from './columns.ts';
import { UnfitColumns } from './raw-ticket.ts';
import type { ReadOptions } from './read-options.ts';

/** The names of all columns, as a message lists them. */
export const knownColumns = Object.keys(columnNames).join(', ');

/** A header as a message shows it: a file without one may have a whole text here. */
export const shownTitle = (cell: string): string => {
  const title = cell.trim().replace(/\s+/gu, ' ');
  const characters = Array.from(title.slice(0, 100));
  return title.length > 40 ? `${characters.slice(0, 39).join('')}…` : title;
};

/** The titles among a header's cells, as a message lists them. */
export const shownTitles = (cells: readonly string[]): string => {
  const titles = cells
    .filter((cell) => cell.trim() !== '')
    .slice(0, 10)
    .map((cell) => `"${shownTitle(cell)}"`);
  return titles.length === 0 ? 'nothing' : titles.join(', ');
};

type Assigned = ReadonlyMap<string, Column | null>;

/** Checks what a caller assigns without the file: known columns only, each title once after trimming. Throws UnfitColumns. */
export const assignedColumns = (columns: ReadOptions['columns'] = new Map()): Assigned => {
  const assigned = new Map<string, Column | null>();
  for (const [cell, column] of columns) {
    const title = cell.trim();
    if (assigned.has(title)) throw new UnfitColumns(`columns: "${shownTitle(title)}" is named twice`);
    if (column !== null && !isColumn(column)) {
      const name = shownTitle(column);
      throw new UnfitColumns(`columns: "${name}" is no column; use ${knownColumns}, or null to leave a column out`);
    }
    assigned.set(title, column);
  }
  return assigned;
};

const isColumn = (name: string): name is Column => Object.hasOwn(columnNames, name);

/** What each cell of a header is read as: what was assigned to its title, else what the title is recognised as. */
export const headerColumn = (cell: string, assigned: Assigned): HeaderColumn => {
  const title = cell.trim();
  const column = assigned.get(title);
  if (title === '' || column === undefined) return { title, column: columnOf(cell) ?? null, assigned: false };
  return { title, column, assigned: true };
};

/** Throws UnfitColumns where a title was assigned that the header does not have. */
export const refuseMissingTitles = (cells: readonly string[], assigned: Assigned): void => {
  const titles = new Set(cells.map((cell) => cell.trim()).filter((title) => title !== ''));
  const missing = [...assigned.keys()].find((title) => !titles.has(title));
  if (missing === undefined) return;
  throw new UnfitColumns(`columns: the file has no column "${shownTitle(missing)}"; found ${shownTitles(cells)}`);
};
