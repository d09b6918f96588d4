/** Without it spreadsheets do not read a file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** What parts the cells of a line: spreadsheets with Russian settings expect semicolons. */
export type CsvDelimiter = ',' | ';';

/** A line of CSV with its line break. Quoted is what any spreadsheet might read as the end of a cell. */
export const csvLine = (cells: readonly string[], delimiter: CsvDelimiter = ','): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\n`;

/** What a spreadsheet may drop from the beginning of a cell: quotation marks, blanks, control and invisible characters. */
const dropped = /^["\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+/u;

/** Marks a cell that a spreadsheet would read as a formula as text, signs of other widths included. */
export const withoutFormula = (cell: string): string => {
  const first = cell.replace(dropped, '').slice(0, 1).normalize('NFKC');
  return /^[\t\r]/.test(cell) || /^[=+\-@]/.test(first) ? `'${cell}` : cell;
};
