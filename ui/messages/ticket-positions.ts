import { counted, figure } from './format.ts';
import type { Messages } from './language.ts';

/** Positions of tickets in a file. */
const ru = {
  row: 'Строка',
  place: '№ в файле',
  number: 'Номер',
  inRow: (row: number) => `Строка ${figure(row)}`,
  inPlace: (place: number) => `Обращение ${figure(place)}`,
  wholeFile: 'Весь файл',
  moreRows: (count: number) =>
    `Ещё ${counted(count, { one: 'строка', few: 'строки', many: 'строк', other: 'строки' })}`,
  why: 'Причина',
};

const en: typeof ru = {
  row: 'Row',
  place: 'No. in the file',
  number: 'Number',
  inRow: (row) => `Row ${figure(row)}`,
  inPlace: (place) => `Ticket ${figure(place)}`,
  wholeFile: 'Whole file',
  moreRows: (count) => counted(count, { one: 'more row', other: 'more rows' }),
  why: 'Reason',
};

export const positionMessages: Messages<typeof ru> = { ru, en };
