import type { ColumnName } from '../domain/ticket-fields.ts';
import { varietyOf } from './category-variety.ts';
import { type HeaderColumn, isOwnName, type Meaning, shownTitle } from './columns.ts';
import { headingReader } from './desk-headings.ts';
import type { TableRow } from './table-row.ts';

/** By header title: the column to read it as, null to ignore it. */
export type Assigned = ReadonlyMap<string, ColumnName | null>;

type Candidate = HeaderColumn & { readonly rank: number };

/**
 * What the cells of a header are read as. Of several titles for one column, and of columns that hold the conversation in several ways, those that were assigned are
 * read, else the more exact ones; the others are `displaced`. What was assigned twice stays so, for the caller to refuse or to join. What is only guessed to be
 * the category is not read as one if nearly every ticket of the first rows has another value.
 */
export const headerColumns = (
  cells: readonly string[],
  assigned: Assigned,
  firstRows: readonly TableRow[] = [],
): readonly HeaderColumn[] => {
  const read = headingReader(cells);
  const candidates = withTextAsProblem(cells.map((cell) => candidateOf(cell, assigned, read)));
  const columns = columnsOf(candidates);
  const isGuessed = columns.some(isGuessedCategory);
  return isGuessed ? columnsOf(withoutVaried(candidates, columns, firstRows)) : columns;
};

const isGuessedCategory = ({ column, assigned, title }: HeaderColumn): boolean =>
  column === 'category' && !assigned && !isOwnName(title, column);

const withoutVaried = (
  candidates: readonly Candidate[],
  columns: readonly HeaderColumn[],
  firstRows: readonly TableRow[],
): readonly Candidate[] => {
  const idColumn = columns.findIndex(({ column }) => column === 'ticket_id');
  const id = idColumn < 0 ? undefined : idColumn;
  return candidates.map((candidate, column) => {
    const varied = isGuessedCategory(candidate) ? varietyOf(firstRows, { id, column }) : undefined;
    return varied ? { ...candidate, column: null, rank: Infinity, varied } : candidate;
  });
};

const columnsOf = (candidates: readonly Candidate[]): readonly HeaderColumn[] => {
  const best = bestOf(candidates);
  const columns = candidates.map((candidate) => {
    const { rank: _, ...one } = candidate;
    const other = one.column && best.get(one.column);
    return !other || other === candidate || (one.assigned && one.title !== other.title) ? one : displaced(one, other);
  });
  return withOneShape(columns);
};

const candidateOf = (cell: string, assigned: Assigned, read: (title: string) => Meaning | null): Candidate => {
  const title = cell.trim();
  const column = assigned.get(title);
  if (title !== '' && column !== undefined) return { title, column, assigned: true, rank: -Infinity };
  const meaning = read(cell);
  return { title, column: meaning?.column ?? null, assigned: false, rank: meaning?.rank ?? Infinity };
};

/** Beside a solution and without authors, «Текст» is what the client wrote, unless another column has that. */
const withTextAsProblem = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const has = (...names: readonly ColumnName[]) => candidates.some(({ column }) => column && names.includes(column));
  if (!has('solution') || has('role', 'messages', 'problem', 'description')) return candidates;
  return candidates.map((one) => (one.column === 'text' && !one.assigned ? { ...one, column: 'problem' } : one));
};

/** The first of the most exact ones for each column. */
const bestOf = (candidates: readonly Candidate[]): ReadonlyMap<ColumnName, Candidate> => {
  const best = new Map<ColumnName, Candidate>();
  for (const each of candidates) {
    if (each.column !== null && each.rank < (best.get(each.column)?.rank ?? Infinity)) best.set(each.column, each);
  }
  return best;
};

const displaced = (one: HeaderColumn, { title }: HeaderColumn): HeaderColumn =>
  one.column === null ? one : { ...one, column: null, displaced: { column: one.column, by: shownTitle(title) } };

type Shape = { readonly columns: readonly ColumnName[]; readonly required: readonly ColumnName[] };

/** How a table may hold its conversations (`TableShape`), with the columns that have the answers. Of several whole ones the first is read. */
const shapes: readonly Shape[] = [
  { columns: ['problem', 'solution'], required: ['solution'] },
  { columns: ['messages'], required: ['messages'] },
  { columns: ['role', 'text'], required: ['role', 'text'] },
];

const withOneShape = (columns: readonly HeaderColumn[]): readonly HeaderColumn[] => {
  const has = (name: ColumnName) => columns.some(({ column }) => column === name);
  const present = shapes.filter((shape) => shape.columns.some(has));
  const assigned = present.filter((shape) => columns.some((each) => each.assigned && isOf(shape, each)));
  if (present.length < 2 || assigned.length > 1) return columns;
  const chosen = assigned[0] ?? present.find(({ required }) => required.every(has)) ?? present[0];
  const first = columns.find((each) => chosen && isOf(chosen, each));
  const others = present.filter((shape) => shape !== chosen);
  return columns.map((each) => (first && others.some((shape) => isOf(shape, each)) ? displaced(each, first) : each));
};

const isOf = (shape: Shape, { column }: HeaderColumn): boolean => column !== null && shape.columns.includes(column);
