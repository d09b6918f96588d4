import { byteOrderMark, csvLine } from '../../../src/platform/csv-line.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';

/** Lines about tickets that are not stored (number, row or position, code, sentence), under headings in the document's language. */
export const headedCsv = (lines: string): string =>
  byteOrderMark + csvLine(translated(uploadMessages).csvHeadings) + lines;
