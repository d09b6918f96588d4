import * as xlsx from 'xlsx';
import { goodTicket } from './api.ts';

/** Reports as programs write them, with the same tickets as their rows. */

type Rows = readonly (readonly (string | number | xlsx.CellObject)[])[];
type Sheet = { readonly name: string; readonly rows: Rows; readonly merges?: readonly string[] };

/** A workbook of several sheets, with merged cells. */
export const workbookWith = (...sheets: readonly Sheet[]): Buffer => {
  const book = xlsx.utils.book_new();
  for (const { name, rows, merges = [] } of sheets) {
    const table = xlsx.utils.aoa_to_sheet(rows.map((row) => [...row]));
    table['!merges'] = merges.map((range) => xlsx.utils.decode_range(range));
    xlsx.utils.book_append_sheet(book, table, name);
  }
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

const solutionOf = (id: number) => goodTicket(id).messages.at(-1)?.text ?? '';
const ids = [101, 102, 103];

/** A report of 1C: a title over all columns, the parameters, an empty first column, a header over two rows with merged cells. */
export const reportOf1C = (): Buffer =>
  workbookWith({
    name: 'TDSheet',
    rows: [
      ['Реестр обращений в поддержку'],
      [],
      ['Параметры:', '', 'Период: 01.05.2026 - 31.05.2026'],
      ['', '', 'Отбор: Состояние Равно "Закрыто"'],
      [],
      ['', 'Номер', 'Дата', 'Обращение', '', 'Решение'],
      ['', '', '', 'Категория', 'Описание', ''],
      ...ids.map((id) => ['', id, '12.05.2026', 'Вход', goodTicket(id).description, solutionOf(id)]),
    ],
    merges: ['A1:F1', 'C3:F3', 'C4:F4', 'B6:B7', 'C6:C7', 'D6:E6', 'F6:F7'],
  });

/** An export of a service desk: figures on the first sheet, the tickets on the second below the name of the queue. */
export const reportOfDesk = (): Buffer =>
  workbookWith(
    {
      name: 'Сводка',
      rows: [['Сводка за май'], ['Показатель', 'Значение'], ['Закрыто', 3], ['Среднее время решения, ч', 4.5]],
    },
    {
      name: 'Заявки',
      rows: [
        ['Очередь: Первая линия'],
        ['№', 'Тема', 'Описание', 'Решение'],
        ...ids.map((id) => [id, 'Вход', goodTicket(id).description, solutionOf(id)]),
      ],
    },
    { name: 'Справочник', rows: [['Номер', 'Решение']] },
  );

/** The same as CSV, where the title has another delimiter than the table. */
export const csvReport = (): string =>
  [
    'Реестр обращений, май 2026, первая линия, закрытые',
    '',
    'Номер;Категория;Описание;Решение',
    ...ids.map((id) => `${id};Вход;"${goodTicket(id).description}";"${solutionOf(id)}"`),
    '',
  ].join('\r\n');

export const reportIds: readonly string[] = ids.map(String);
