import { byteOrderMark, csvLine } from '../../../src/platform/csv-line.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

/** A line that a spreadsheet in the document's language opens in columns. */
export const localCsvLine = (cells: readonly string[]): string =>
  csvLine(cells, translated(uploadMessages).csvDelimiter.sign);

/** Such lines about tickets that are not stored (number, row or position, code, sentence), under headings in the document's language. */
export const headedCsv = (lines: string): string =>
  byteOrderMark + localCsvLine(translated(uploadMessages).csvHeadings) + lines;
