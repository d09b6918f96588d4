import { counted } from './format.ts';
import type { Language, Messages } from './language.ts';

/** Sheets with how many rows they have. */
type SheetRows = { readonly sheet: string; readonly rows: number };

/** As the service counts: of all sheets together. */
const mostRows = 20_000;

const russian = (count: number): string =>
  counted(count, { one: 'строка', few: 'строки', many: 'строк', other: 'строки' });
const english = (count: number): string => counted(count, { one: 'row', other: 'rows' });

const quoted = (language: Language, text: string): string => (language === 'ru' ? `«${text}»` : `“${text}”`);

/** 60 строк. */
const rowsCounted = (language: Language, rows: number): string =>
  `${(language === 'ru' ? russian : english)(rows)}${rows === mostRows ? '+' : ''}`;

/** «Опт», 60 строк; «Склад», 12 строк. */
const sheetsListed = (language: Language, sheets: readonly SheetRows[]): string =>
  sheets.map(({ sheet, rows }) => `${quoted(language, sheet)}, ${rowsCounted(language, rows)}`).join('; ');

const firstTitles = 5;

/** «Вх. №», «Кто», «Когда»…; where there are many, the first. */
const titlesListed = (language: Language, titles: readonly string[]): string => {
  const first = titles.slice(0, firstTitles).map((title) => quoted(language, title));
  return `${first.join(', ')}${titles.length > firstTitles ? '…' : '.'}`;
};

/** A sheet with a header that is not recognised. */
type UnknownSheet = SheetRows & { readonly titles: readonly string[] };

const ru = {
  sheetsNotTaken: (sheets: readonly SheetRows[]) =>
    `Обращения есть и на других листах, отсюда их не берём: ${sheetsListed('ru', sheets)}.`,
  sheetsUnsent: (sheets: readonly SheetRows[]) => `Ещё не загружено из этой книги: ${sheetsListed('ru', sheets)}.`,
  sheetUnknown: ({ sheet, rows, titles }: UnknownSheet) =>
    `На листе «${sheet}» ${rowsCounted('ru', rows)}, столбцы не узнаны: ${titlesListed('ru', titles)}`,
  unknownUnsent: ({ sheet, rows, titles }: UnknownSheet) =>
    `Лист «${sheet}» не загружен: ${rowsCounted('ru', rows)}, столбцы не узнаны: ${titlesListed('ru', titles)}`,
  openSheet: (name: string) => `Выбрать столбцы листа «${name}»`,
  takeSheet: (name: string) => `Взять лист «${name}»`,
  loadSheet: (name: string) => `Загрузить лист «${name}»`,
};

const en: typeof ru = {
  sheetsNotTaken: (sheets) => `Other sheets have tickets too, which are not taken: ${sheetsListed('en', sheets)}.`,
  sheetsUnsent: (sheets) => `Not uploaded yet from this workbook: ${sheetsListed('en', sheets)}.`,
  sheetUnknown: ({ sheet, rows, titles }) =>
    `The sheet “${sheet}” has ${rowsCounted('en', rows)}, whose columns are not recognised: ${titlesListed('en', titles)}`,
  unknownUnsent: ({ sheet, rows, titles }) =>
    `The sheet “${sheet}” is not uploaded: ${rowsCounted('en', rows)}, whose columns are not recognised: ${titlesListed('en', titles)}`,
  openSheet: (name) => `Choose the columns of the sheet “${name}”`,
  takeSheet: (name) => `Take the sheet “${name}”`,
  loadSheet: (name) => `Upload the sheet “${name}”`,
};

/** What is said of the sheets of a workbook that are not read. */
export const sheetMessages: Messages<typeof ru> = { ru, en };
