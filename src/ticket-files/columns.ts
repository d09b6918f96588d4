import {
  type ColumnName,
  columnNames,
  columns,
  type DetailName,
  details,
  mayBeParts,
} from '../domain/ticket-fields.ts';
import { Sentence } from '../domain/sentence.ts';
import { twoGenerationCache } from '../platform/two-generation-cache.ts';
import type { Variety } from './category-variety.ts';
import { numberHeadings } from './number-headings.ts';
import { besideHeadings, textHeadings } from './text-headings.ts';

/** The columns that hold a field of the ticket in every shape of table. */
export const fieldColumns: readonly FieldColumn[] = ['ticket_id', 'description', ...details.map(({ name }) => name)];
export type FieldColumn = 'ticket_id' | 'description' | DetailName;

/**
 * A column of a header, the field it is read as (null: ignored), and whether that was assigned by the caller. `displaced`: what it would be read as, were it
 * not for the column with the title `by` (shortened), which means the same or does not go together with it.
 */
export type HeaderColumn = {
  readonly title: string;
  readonly column: ColumnName | null;
  readonly assigned: boolean;
  readonly displaced?: { readonly column: ColumnName; readonly by: string };
  /** Set if it would be read as the category, were it not for its many values. */
  readonly varied?: Variety;
};

/** What a title means, and how exactly: of several titles for one column the one with the lowest rank is read. */
export type Meaning = { readonly column: ColumnName; readonly rank: number };

/** The meaning of a header cell, or undefined. The rank is not negative. */
export const meaningOf = (title: string): Meaning | undefined => {
  if (!mayBeHeading(title)) return undefined;
  return (
    meaningByName.get(normalisedHeading(title)) ?? (title.includes('/') ? meaningOfParts(title.split('/')) : undefined)
  );
};

/** «Принятые меры / результат»: what all parts mean that are headings of texts, where the others may stand beside these. Less exact than each alone. */
const meaningOfParts = (parts: readonly string[]): Meaning | undefined => {
  if (parts.length > maxParts) return undefined;
  const names = parts.map(normalisedHeading);
  const known = names.flatMap((name) => meaningByName.get(name) ?? []);
  const [first] = known;
  const isSame = known.every(({ column }) => column === first?.column && mayBeParts(column));
  const isText = names.every((name) => meaningByName.has(name) || besideNames.has(name));
  return first && isSame && isText ? { column: first.column, rank: first.rank + ranksOfParts } : undefined;
};

const maxParts = 3;
/** More than any rank of a single heading. */
const ranksOfParts = 10_000;

/** Whether a heading is a field's own name, in either language: such a column is what it says. */
export const isOwnName = (title: string, column: ColumnName): boolean => {
  const { ru, en } = columns[column].label;
  return [column, ru, en].some((name) => normalisedHeading(name) === normalisedHeading(title));
};

/** Whether a title is no longer, in UTF-16 units, than any heading that is looked for: a table without a header may have whole texts in its first rows. */
export const mayBeHeading = (title: string): boolean => title.length <= 100;

/** Normalises a heading for comparison; a text is none, and stays as it is. */
export const normalisedHeading = (title: string): string => (mayBeHeading(title) ? normalised(title) : title);

/** Twice the longest heading, for accents that are characters of their own. */
const maxNormalised = 60;

/** Each row is looked at several times, alone and merged with its neighbours: of two rows the widest has 1 000 cells. */
const normalised = twoGenerationCache(2_000, (title) => {
  const letters = title.replace(/[\s_\-.:\ufeff\u200b]+/gu, '');
  return letters.length > maxNormalised ? letters : letters.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
});

/** A title as shown to people; shortened, because a file without a header may have a whole text in its first row. */
export const shownTitle = (cell: string): string => {
  const title = cell.trim().replace(/\s+/gu, ' ');
  const characters = Array.from(title.slice(0, 100));
  return title.length > 40 ? `${characters.slice(0, 39).join('')}…` : title;
};

/** A title in a message; it is recorded only if it is a known heading, since a file without a header has its first ticket there. */
export const titleInMessages = (cell: string): Sentence => {
  const title = shownTitle(cell);
  return new Sentence(title, meaningOf(title) ? title : '…');
};

/** Whether a recorded reason quotes anything but signs, known headings and names of columns: earlier versions recorded the titles of a file as they are. */
export const quotesFile = (reason: string): boolean => {
  const isOwn = (quoted: string) => !/[\p{L}\p{N}]/u.test(quoted) || meaningOf(quoted) !== undefined;
  return reason.replaceAll(/"([^"]*)"/gu, (whole, quoted: string) => (isOwn(quoted) ? '' : whole)).includes('"');
};

/** Less exact than any heading of its own, and more than the mere sign, which in reports is often the number of the row. */
const numberRank = columns.ticket_id.headings.indexOf('№') - 0.5;

const besideNames = new Set(besideHeadings.map(normalisedHeading));

/** Of a heading that is listed twice the more exact place counts. */
const meaningByName = new Map([
  ...columnNames.flatMap((column) =>
    (textHeadings[column] ?? []).map((heading, index): [string, Meaning] => [
      normalisedHeading(heading),
      { column, rank: columns[column].headings.length + index },
    ]),
  ),
  ...numberHeadings.map((heading): [string, Meaning] => [
    normalisedHeading(heading),
    { column: 'ticket_id', rank: numberRank },
  ]),
  ...columnNames.flatMap((column) =>
    columns[column].headings.map((heading, rank): [string, Meaning] => [normalisedHeading(heading), { column, rank }]),
  ),
]);
