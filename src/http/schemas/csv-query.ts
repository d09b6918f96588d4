import { object, string } from 'yup';
import type { CsvDelimiter } from '../../platform/csv-line.ts';

type DelimiterName = 'comma' | 'semicolon';

/** The parameter of a download as CSV that names what parts its cells. */
export const csvDelimiter = () =>
  string<DelimiterName>().oneOf(['comma', 'semicolon'], '${path} must be comma or semicolon').meta({
    description: 'What parts the cells: a spreadsheet with Russian settings opens a file with commas in one column',
    default: 'comma',
  });

export const csvQuery = object({ delimiter: csvDelimiter() });

export const delimiterOf = (name: DelimiterName | undefined): CsvDelimiter => (name === 'semicolon' ? ';' : ',');
