import type { TableRow } from './table-row.ts';

/** How many different values a column has in how many tickets. */
export type Variety = { readonly values: number; readonly tickets: number };

/** Fewer tickets say nothing of a column. */
const minTickets = 20;

/** Of the tickets that have a value at all. The fifth that is left allows for subjects that recur, such as "Не работает интернет". */
const minShare = 0.8;

/**
 * The variety of a column whose values are no categories: nearly every ticket among the first rows has one of its own, as with subjects. Undefined for a
 * column that may well be one. `id`: the index of the column with the ticket's id, since one ticket may have many rows.
 */
export const varietyOf = (
  rows: readonly TableRow[],
  { id, column }: { readonly id: number | undefined; readonly column: number },
): Variety | undefined => {
  const values = new Map<string | number, string>();
  for (const { row, cells } of rows) {
    const value = (cells[column] ?? '').trim();
    const ticket = id === undefined ? row : (cells[id] ?? '').trim();
    if (value !== '' && !values.has(ticket)) values.set(ticket, value);
  }
  const variety = { values: new Set(values.values()).size, tickets: values.size };
  return variety.tickets >= minTickets && variety.values >= variety.tickets * minShare ? variety : undefined;
};
