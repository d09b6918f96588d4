import test from 'ava';
import { findHeader, hasWholeHeader } from '../../src/ticket-files/header-row.ts';
import type { Findings, ReadOptions } from '../../src/ticket-files/read-options.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { type TicketItem, UnfitColumns, UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { csvReport, reportIds, reportOf1C, reportOfDesk, workbookWith } from '../support/report-files.ts';
import { spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

/** What is read of a file, and what was found in it. */
const read = async (content: string | Uint8Array, options: Partial<ReadOptions> = {}) => {
  let found: Partial<Findings> = {};
  const tickets: TicketItem[] = [];
  const source = {
    kind: 'file',
    path: await spool(content),
    name: typeof content === 'string' && content !== '[]' ? 'a.csv' : '',
    type: '',
  } as const;
  const items = ticketItems(source, { ...options, found: (more) => (found = { ...found, ...more }) });
  for await (const item of items) tickets.push(item);
  const ids = tickets.map((item) =>
    item instanceof UnreadableFile ? item.message : (item.value as { ticket_id: unknown }).ticket_id,
  );
  return { ids, tickets, found, titles: found.columns?.map(({ title, column }) => [title, column]) };
};

test('a report of 1C is read below its title and parameters, with a header merged from two rows', async (t) => {
  const { ids, found, titles, tickets } = await read(reportOf1C());
  t.deepEqual(ids, reportIds);
  t.like(found, { sheet: 'TDSheet', sheets: ['TDSheet'], headerRow: 7 });
  t.deepEqual(titles, [
    ['Номер', 'ticket_id'],
    ['Дата', null],
    ['Категория', 'category'],
    ['Описание', 'description'],
    ['Решение', 'solution'],
  ]);
  const [first] = tickets;
  t.like(first && 'value' in first ? first.value : undefined, { category: 'Вход' });
  t.is(first?.row, 8);
});

test('the tickets of a service desk are found on another sheet than the first, which has no whole header', async (t) => {
  const { ids, found } = await read(reportOfDesk());
  t.deepEqual(ids, reportIds);
  t.like(found, { sheet: 'Заявки', sheets: ['Сводка', 'Заявки', 'Справочник'], headerRow: 2 });
});

test('of several sheets with tickets the one with the most rows is read, and the others are counted', async (t) => {
  const header = ['Номер', 'Вопрос', 'Решение'];
  const sheet = (name: string, count: number) => ({
    name,
    rows: [['Журнал'], header, ...Array.from({ length: count }, (_, n) => [`${name}-${n}`, 'Не входит', 'Сброшен'])],
  });
  const reference = {
    name: 'Справка',
    rows: [
      ['Статус', 'Значение'],
      ['Новое', '3'],
    ],
  };
  const workbook = workbookWith(sheet('Опт', 2), sheet('Розница', 5), reference, sheet('Склад', 3));
  const all = ['Опт', 'Розница', 'Справка', 'Склад'];
  const { ids, found } = await read(workbook);
  t.is(ids.length, 5);
  const [few, most, some] = [2, 5, 3].map((rows, index) => ({
    ...{ sheet: ['Опт', 'Розница', 'Склад'][index], rows },
    titles: [],
  }));
  t.like(found, { sheet: 'Розница', sheets: all });
  t.deepEqual(found.otherSheets, [few, some] as Findings['otherSheets']);
  const chosen = await read(workbook, { sheet: 'Опт' });
  t.is(chosen.ids.length, 2);
  t.deepEqual(chosen.found.otherSheets, [most, some] as Findings['otherSheets']);
});

test('the sheet and row that name the most columns are taken also where the number is not recognised', async (t) => {
  const parameters = { name: 'Параметры', rows: [['Отчёт'], ['Организация', 'Вектор'], ['Категория', 'Все']] };
  const tickets = {
    name: 'Обращения',
    rows: [
      ['Журнал обращений'],
      ['Период', 'май', 'Отбор', 'все', 'Состояние', 'закрыто'],
      ['Шифр', 'Тема', 'Содержание обращения', 'Что сделано', 'Дата закрытия', 'Состояние'],
      ['А-1', 'Вход', 'Не входит', 'Сброшен пароль', '12.05.2026', 'Закрыто'],
    ],
  };
  const { found } = await read(workbookWith(parameters, tickets));
  t.like(found, { sheet: 'Обращения', headerRow: 3 });
  const few = {
    name: 'Два',
    rows: [
      ['Шифр', 'Тема', 'Решение'],
      ['А-1', 'Вход', 'Сброшен пароль'],
    ],
  };
  t.like((await read(workbookWith(parameters, few))).found, { sheet: 'Два' });
  const other = {
    name: 'Справочник',
    rows: [
      ['Номер', 'Дата закрытия'],
      ['1', '12.05.2026'],
    ],
  };
  t.like((await read(workbookWith(other, tickets))).found, { sheet: 'Обращения' }, 'more columns are known');
});

test('in a CSV file the title decides neither on the delimiter nor on the width', async (t) => {
  const { ids, found } = await read(csvReport());
  t.deepEqual(ids, reportIds);
  t.like(found, { delimiter: ';', headerRow: 3 });
  const title = await read('"Отчёт "за май";;\nНомер,Проблема,Решение\n1,Не входит,Сброшен\n');
  t.deepEqual(title.ids, ['1'], 'a title that cannot be read is no error of the table');
});

test('sheet and row can be chosen, and what does not fit is an error of the request', async (t) => {
  const desk = reportOfDesk();
  const chosen = await read(desk, { sheet: 'Справочник' });
  t.like(chosen.found, { sheet: 'Справочник', headerRow: 1 });
  t.deepEqual(chosen.ids, []);
  const lower = await read(desk, { sheet: 'Заявки', headerRow: 3 });
  t.is(lower.found.headerRow, 3);
  t.is(lower.found.columns?.[0]?.title, '101');
  const refused = { instanceOf: UnfitColumns };
  await t.throwsAsync(read(desk, { sheet: 'Май' }), {
    ...refused,
    message: 'sheet: the workbook has no sheet "Май"; it has "Сводка", "Заявки", "Справочник"',
  });
  await t.throwsAsync(read(csvReport(), { headerRow: 2 }), { ...refused, message: 'header_row: row 2 is blank' });
  await t.throwsAsync(read(csvReport(), { sheet: 'Май' }), {
    ...refused,
    message: 'sheet: only a workbook has sheets',
  });
  await t.throwsAsync(read('[]', { headerRow: 2 }), { ...refused, message: 'header_row: a JSON file has no rows' });
});

test('titles that nobody knows are offered below the title, and assigned ones are found there', async (t) => {
  const rows = [
    ['Отчёт'],
    ['Период', 'май'],
    ['Шифр', 'Суть', 'Ответ'],
    ['7', 'client', 'Сброшен'],
    ['8', 'Не входит', 'Да'],
  ];
  const book = workbookWith({ name: 'Лист', rows });
  const { found, ids } = await read(book);
  t.is(found.headerRow, 3);
  t.deepEqual(ids, ['row 3: no column ticket_id ("Номер"); found "Шифр", "Суть", "Ответ"']);
  const columns = new Map([
    ['Шифр', 'ticket_id'],
    ['Суть', 'problem'],
    ['Ответ', 'solution'],
  ]);
  t.deepEqual((await read(book, { columns })).ids, ['7', '8']);
});

test('a row of data is no header, whatever words it has', (t) => {
  const rowsOf = (...rows: readonly (readonly string[])[]) => rows.map((cells, index) => ({ row: index + 1, cells }));
  const headerOf = (...rows: readonly (readonly string[])[]) => findHeader(rowsOf(...rows), {})?.header.row.row;
  t.is(headerOf(['Шифр', 'Кто', 'Что'], ['7', 'client', 'text'], ['8', 'client', 'solution']), 1);
  t.is(headerOf(['id', 'role', 'text'], ['7', 'client', 'Решение']), 1);
  t.is(headerOf(['id'], ['7'], ['Номер']), 1);
  const deep = Array.from({ length: 19 }, () => ['Строка']);
  t.is(headerOf(...deep, ['Номер', 'Решение']), 20);
});

test('a large first sheet without a header is not read to its end before the others', async (t) => {
  const rows = Array.from({ length: 60_000 }, (_, index) => [index, 'Показатель']);
  const table = [
    ['Номер', 'Проблема', 'Решение'],
    ['1', 'Не входит', 'Сброшен'],
  ];
  const { ids, found } = await read(workbookWith({ name: 'Данные', rows }, { name: 'Заявки', rows: table }));
  t.deepEqual(ids, ['1']);
  t.is(found.sheet, 'Заявки');
});

test('of the rows that are read for a header each title is looked at once', (t) => {
  const looked: string[] = [];
  class Columns extends Map<string, never> {
    override get(title: string): undefined {
      looked.push(title);
      return undefined;
    }
  }
  const rows = [1, 2, 3].map((row) => ({ row, cells: [`a${row}`, `b${row}`] }));
  for (const count of [1, 2, 3]) t.false(hasWholeHeader(rows.slice(0, count), new Columns()));
  t.deepEqual(looked, ['a1', 'b1', 'a2', 'b2']);
});
