/** Without it spreadsheets do not read a file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** A line of CSV with its line break. Quoted is what any spreadsheet might read as the end of a cell: with Russian settings that is a semicolon. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;

/** Marks a cell that a spreadsheet would read as a formula as text, signs of full width included. */
export const withoutFormula = (cell: string): string => (/^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell);
