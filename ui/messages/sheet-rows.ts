import { counted } from './format.ts';
import type { Language } from './language.ts';

/** Sheets with how many rows they have. */
export type SheetRows = { readonly sheet: string; readonly rows: number };

/** As the service counts: of all sheets together. */
const mostRows = 20_000;

const russian = (count: number): string =>
  counted(count, { one: 'строка', few: 'строки', many: 'строк', other: 'строки' });
const english = (count: number): string => counted(count, { one: 'row', other: 'rows' });

/** «Опт», 60 строк; «Склад», 12 строк. */
export const sheetsListed = (language: Language, sheets: readonly SheetRows[]): string => {
  const [open, close, rowsOf] = language === 'ru' ? (['«', '»', russian] as const) : (['“', '”', english] as const);
  return sheets
    .map(({ sheet, rows }) => `${open}${sheet}${close}, ${rowsOf(rows)}${rows === mostRows ? '+' : ''}`)
    .join('; ');
};
