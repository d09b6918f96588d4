import { type ColumnName, columnNames, columns, type DetailName, details } from '../domain/ticket-fields.ts';

/** The columns that hold a field of the ticket in every shape of table. */
export const fieldColumns: readonly FieldColumn[] = ['ticket_id', 'description', ...details.map(({ name }) => name)];
export type FieldColumn = 'ticket_id' | 'description' | DetailName;

/** A column of a header, the field it is read as (null: ignored), and whether that was assigned by the caller. */
export type HeaderColumn = { readonly title: string; readonly column: ColumnName | null; readonly assigned: boolean };

/** The column that a header cell names, or undefined. */
export const columnOf = (title: string): ColumnName | undefined => columnByName.get(normalisedHeading(title));

/** Normalises a heading for comparison. */
export const normalisedHeading = (title: string): string =>
  // Headings are short; the time to normalise a text can grow with the square of its length.
  (title.length > 200 ? title : title.normalize('NFC'))
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s_\-.:\ufeff\u200b]+/gu, '');

const columnByName = new Map(
  columnNames.flatMap((column) => {
    const { en, ru } = columns[column].headings;
    return [...en, ...ru].map((heading): [string, ColumnName] => [normalisedHeading(heading), column]);
  }),
);
