import type { Page } from 'playwright-core';
import * as xlsx from 'xlsx';

/** A file in the form that Playwright takes. */
type WebFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

const head = ['Номер', 'Категория', 'Проблема', 'Решение'];

/** A table row whose ticket no rule skips. */
export const goodRow = (id: number, about: string): readonly string[] => [
  String(id),
  'Оборудование',
  `Не работает ${about}, появляется ошибка`,
  `Откройте настройки, выберите раздел про ${about}, отключите старый способ и включите новый, затем перезапустите программу и повторите действие.`,
];

export const csvFile = (name: string, rows: readonly (readonly string[])[], titles = head): WebFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([titles, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n')),
});

export const xlsxFile = (name: string, rows: readonly (readonly string[])[]): WebFile => {
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet([head, ...rows].map((row) => [...row])), 'Tickets');
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: xlsx.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  };
};

/** Chooses a file in the page's first file input. */
export const choose = (page: Page, file: WebFile | string): Promise<void> =>
  page.locator('input[type=file]').first().setInputFiles(file);
