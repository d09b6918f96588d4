import { day, moment } from './format.ts';

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** The text of a file for people: a date as it is read from workbooks as 12 марта 2026 or 12 марта 2026, 14:05; any other text as it is. */
export const dateOrText = (text: string): string => {
  const [, year, month, date, time] = isoDate.exec(text) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(text))) return text;
  // A date alone is of no time zone, but would be read as midnight in UTC.
  return time === undefined ? day(`${year}-${month}-${date}T00:00`) : moment(text);
};
