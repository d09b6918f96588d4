import { InvalidInput } from '../domain/errors.ts';
import type { AssignedColumns } from '../ports/ingest.ts';

const mustBe = 'columns must be a JSON object of header titles and column names';

/** The field `columns` of a form, of which nobody has looked yet whether the file has these titles; left out or empty it assigns nothing. Throws InvalidInput. */
export const assignedColumnsOf = (field: unknown): AssignedColumns => {
  if (field === undefined || field === '') return new Map();
  if (typeof field !== 'string') throw new InvalidInput('columns can be given once');
  const entries = entriesOf(field);
  for (const [title, column] of entries) {
    if (title.trim() === '') throw new InvalidInput(mustBe);
    if (column !== null && typeof column !== 'string') throw new InvalidInput(mustBe);
  }
  return new Map(entries as [string, string | null][]);
};

const entriesOf = (text: string): readonly [string, unknown][] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput(mustBe);
  }
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidInput(mustBe);
  return Object.entries(value);
};
