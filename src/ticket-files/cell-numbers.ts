import type { Attributes } from './xml-parser.ts';
import { readPart } from './workbook-parts.ts';
import { tooLarge } from './xlsx-refusals.ts';
import type { ZipEntries } from './zip-entries.ts';

/** Parts of the library that its types leave out. */
type Formats = {
  readonly get_table: () => Readonly<Record<number, string>>;
  readonly is_date: (format: string) => boolean;
  readonly format: (format: string, value: number, options: { readonly date1904: boolean }) => string;
};

/** Returns the text of a number with the style of its cell, an index that is undefined for none. */
export type NumberText = (value: number, style: number | undefined) => string;

/** Limits of Excel: cell styles, and characters of a format. */
const limits = { styles: 65_536, formatLength: 255 };

type Styles = { readonly formatIds: readonly number[]; readonly formats: ReadonlyMap<number, string> };

/**
 * Numbers as displayed, except that integers keep all their digits, which the display of long ones rounds, and that dates are ISO 8601, whatever format
 * displays them. The library of formats is loaded only if a style needs it. Throws UnreadableFile.
 */
export const numberTexts = async (
  zip: ZipEntries,
  { styles: part, from1904 }: { readonly styles: string | undefined; readonly from1904: boolean },
): Promise<NumberText> => {
  const styles = part === undefined ? undefined : await readStyles(zip, part);
  if (!styles?.formatIds.some((id) => id !== 0)) return String;
  const { SSF: library } = (await import('xlsx')) as unknown as { readonly SSF: Formats };
  const builtIn = library.get_table();
  const texts = styles.formatIds.map((id) => {
    const format = styles.formats.get(id) ?? builtIn[id] ?? 'General';
    return textWith(format.length > limits.formatLength ? 'General' : format, library, from1904);
  });
  return (value, style) => (texts[style ?? 0] ?? String)(value);
};

const readStyles = async (zip: ZipEntries, part: string): Promise<Styles> => {
  const formatIds: number[] = [];
  const formats = new Map<number, string>();
  const numFmt = {
    start: ({ numFmtId, formatCode = 'General' }: Attributes) => {
      if (formats.size >= limits.styles) throw tooLarge();
      formats.set(Number(numFmtId), formatCode);
    },
  };
  const xf = {
    start: ({ numFmtId = '0' }: Attributes) => {
      if (formatIds.length >= limits.styles) throw tooLarge();
      formatIds.push(Number(numFmtId));
    },
  };
  const children = { numFmts: { children: { numFmt } }, cellXfs: { children: { xf } } };
  await readPart(zip, part, { styleSheet: { children } });
  return { formatIds, formats };
};

const textWith = (format: string, library: Formats, date1904: boolean): ((value: number) => string) => {
  if (format === 'General') return String;
  const displayed = (value: number): string => {
    try {
      return library.format(format, value, { date1904 });
    } catch {
      return String(value);
    }
  };
  if (!library.is_date(format)) return (value) => (Number.isSafeInteger(value) ? String(value) : displayed(value));
  if (!hasDay(format)) return displayed;
  return (value) => isoDate(value + (date1904 ? daysTo1904 : 0)) ?? displayed(value);
};

/** Whether a date format shows more than a time of day or a duration. `m` is a month unless there are hours or seconds. */
const hasDay = (format: string): boolean => {
  const codes = format.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '');
  return /[ydbe]/i.test(codes) || !/[hs]/i.test(codes);
};

/** Days between the two first days that a workbook may count from. */
const daysTo1904 = 1_462;
const daysTo1970 = 25_569;
const maxDay = 2_958_465;
const secondsOfDay = 86_400;

/**
 * A date as `2026-05-01`, or `2026-05-01T10:30:00` if it is not midnight. `serial` counts days from 1900, as Excel does, with the 29th of February of
 * that year. Undefined before 1900 and after 9999.
 */
export const isoDate = (serial: number): string | undefined => {
  const seconds = Math.round(serial * secondsOfDay);
  const day = Math.floor(seconds / secondsOfDay);
  if (day < 1 || day > maxDay) return undefined;
  const time = seconds - day * secondsOfDay;
  const date = day === 60 ? '1900-02-29' : isoDay(day < 60 ? day + 1 : day);
  return time === 0 ? date : `${date}T${new Date(time * 1_000).toISOString().slice(11, 19)}`;
};

const isoDay = (day: number): string => new Date((day - daysTo1970) * secondsOfDay * 1_000).toISOString().slice(0, 10);

/** The number of a day, as a spreadsheet keeps it. */
const serial = /^\d{5}(?:[.,]\d{1,12})?$/;
/** 1990, and the day after this one. */
const serialRange = { first: 32_874, last: () => Date.now() / 86_400_000 + 25_570 };

/** The date of a text that is the number of a day of our time; undefined for any other text. */
export const serialDate = (text: string): string | undefined => {
  const days = serial.test(text) ? Number(text.replace(',', '.')) : 0;
  return days >= serialRange.first && days <= serialRange.last() ? isoDate(days) : undefined;
};
