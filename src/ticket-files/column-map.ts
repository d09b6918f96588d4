import { type ColumnName, columnNames, columns as columnTable, mayBeParts } from '../domain/ticket-fields.ts';
import { serialDate } from './cell-numbers.ts';
import { type HeaderColumn, titleInMessages } from './columns.ts';
import { type Assigned, headerColumns } from './header-columns.ts';
import type { ReadOptions } from './read-options.ts';
import type { TableRow } from './table-row.ts';
import { UnfitColumns, UnreadableFile } from './ticket-item.ts';
import { ownWords, Sentence, sentence } from '../domain/sentence.ts';

/** How a table holds its conversations: a JSON array in a cell, a side in each of two cells, or one row a message. */
export type TableShape = 'messages' | 'sides' | 'message-rows';

/** The index (from 0) of a column, and of those that hold further parts of the same text, and the header title of the first. */
type MappedColumn = { readonly indices: readonly number[]; readonly title: Sentence };

export type ColumnMap = {
  readonly shape: TableShape;
  readonly columns: ReadonlyMap<ColumnName, MappedColumn>;
};

/**
 * Reads the header row and reports its columns to `found`, with samples from the first rows. Columns that are neither known nor assigned are ignored. Throws UnreadableFile that names
 * missing, duplicate or contradictory columns, and UnfitColumns if the assignment does not match the header.
 */
export const mapColumns = (
  header: TableRow,
  { columns: requested, found }: ReadOptions = {},
  firstRows: readonly TableRow[] = [],
): ColumnMap => {
  const { row, cells } = header;
  const assigned = assignedColumns(requested);
  refuseMissingTitles(cells, assigned);
  const titled = headerColumns(cells, assigned, firstRows);
  const sampled = titled.map((each, index) => {
    const samples = samplesOf(firstRows, index);
    return { ...each, samples: each.column === 'resolved_at' ? samples.map(withDate) : samples };
  });
  found?.({ columns: sampled.filter(({ title }) => title !== '') });
  const columns = indexedColumns(row, titled);
  if (columns.size === 0) {
    const message = sentence`No header row: row ${row} names none of ${namesInMessages}; found ${shownTitles(cells)}`;
    throw new UnreadableFile(message, { row });
  }
  if (!columns.has('ticket_id')) {
    throw new UnreadableFile(sentence`row ${row}: no column ticket_id ("Номер"); found ${shownTitles(cells)}`, { row });
  }
  return { shape: shapeOf(row, columns), columns };
};

/** In the first rows, of each of the first columns so many different texts, of which so much is kept: a table may have 1 000 columns. */
const sampleLimits = { rows: 10, columns: 100, texts: 3, characters: 400 };

const samplesOf = (rows: readonly TableRow[], index: number): readonly string[] => {
  if (index >= sampleLimits.columns) return [];
  const texts = rows
    .slice(0, sampleLimits.rows)
    .map(({ cells }) => (cells[index] ?? '').slice(0, sampleLimits.characters).trim());
  return [...new Set(texts)].filter((text) => text !== '').slice(0, sampleLimits.texts);
};

/** A day of a spreadsheet as it is read. */
const withDate = (text: string): string => serialDate(text) ?? text;

const indexedColumns = (row: number, titled: readonly HeaderColumn[]): ColumnMap['columns'] => {
  const columns = new Map<ColumnName, MappedColumn>();
  for (const [index, { title: whole, column }] of titled.entries()) {
    if (column === null) continue;
    const earlier = columns.get(column);
    const title = titleInMessages(whole);
    if (earlier && !mayBeParts(column)) {
      const message = sentence`row ${row}: columns "${earlier.title}" and "${title}" both mean ${ownWords(column)}; keep one of them`;
      throw new UnreadableFile(message, { row });
    }
    columns.set(column, { indices: [...(earlier?.indices ?? []), index], title: earlier?.title ?? title });
  }
  return columns;
};

const shapeOf = (row: number, columns: ColumnMap['columns']): TableShape => {
  const kinds = [
    ['messages'],
    ['problem', 'solution'].filter((name) => columns.has(name as ColumnName)),
    ['role', 'text'],
  ].filter((names) => names.some((name) => columns.has(name as ColumnName)));
  if (kinds.length > 1) {
    throw new UnreadableFile(
      sentence`row ${row}: columns ${ownWords(kinds.flat().join(', '))} do not go together; a table has either messages, or problem and solution, or role and text`,
      { row },
    );
  }
  if (columns.has('messages')) return 'messages';
  if (!columns.has('role') && !columns.has('text')) return 'sides';
  const missing = (['role', 'text'] as const).find((name) => !columns.has(name));
  if (missing) {
    throw new UnreadableFile(
      sentence`row ${row}: no column ${ownWords(missing)}; one row a message needs both role and text`,
      { row },
    );
  }
  return 'message-rows';
};

/** All column names as listed in messages. */
const namesInMessages = ownWords(columnNames.join(', '));

/** The titles of a header as listed in messages. */
const shownTitles = (cells: readonly string[]): Sentence => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const titles = filled.slice(0, 10).map((cell) => sentence`"${titleInMessages(cell)}"`);
  const listed = (textOf: (title: Sentence) => string) => titles.map(textOf).join(', ');
  if (titles.length === 0) return ownWords('nothing');
  return new Sentence(
    listed(({ said }) => said),
    listed(({ recorded }) => recorded),
  );
};

/** Validates an assignment without its file: known columns only, each title once after trimming. Throws UnfitColumns. */
export const assignedColumns = (columns: ReadOptions['columns'] = new Map()): Assigned => {
  const assigned = new Map<string, ColumnName | null>();
  for (const [cell, column] of columns) {
    const title = cell.trim();
    if (assigned.has(title)) throw new UnfitColumns(sentence`columns: "${titleInMessages(title)}" is named twice`);
    if (column !== null && !isColumn(column)) {
      const name = titleInMessages(column);
      throw new UnfitColumns(
        sentence`columns: "${name}" is no column; use ${namesInMessages}, or null to leave a column out`,
      );
    }
    assigned.set(title, column);
  }
  return assigned;
};

const isColumn = (name: string): name is ColumnName => Object.hasOwn(columnTable, name);

/** Throws UnfitColumns if an assigned title is missing from the header. */
const refuseMissingTitles = (cells: readonly string[], assigned: Assigned): void => {
  const titles = new Set(cells.map((cell) => cell.trim()).filter((title) => title !== ''));
  const missing = [...assigned.keys()].find((title) => !titles.has(title));
  if (missing === undefined) return;
  throw new UnfitColumns(
    sentence`columns: the file has no column "${titleInMessages(missing)}"; found ${shownTitles(cells)}`,
  );
};
