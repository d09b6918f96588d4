import test from 'ava';
import * as xlsx from 'xlsx';
import type { Findings } from '../../src/ticket-files/read-options.ts';
import type { RowItem } from '../../src/ticket-files/table-row.ts';
import { withoutTotals } from '../../src/ticket-files/total-rows.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { inspector, spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const left = async (...rows: readonly (readonly string[])[]) => {
  let totals: readonly number[] = [];
  async function* items(): AsyncGenerator<RowItem, void> {
    for (const [index, cells] of rows.entries()) yield await Promise.resolve({ row: index + 1, cells });
  }
  const kept: number[] = [];
  for await (const { row } of withoutTotals(items(), (found) => (totals = found))) kept.push(row ?? 0);
  return { kept, totals };
};

const ticket = ['1', 'Не печатает', 'Сменили ленту'];

test('rows at the end that only sum up the table are left out', async (t) => {
  for (const total of [
    ['Итого', '', ''],
    ['', 'ИТОГО:', '512'],
    ['', 'Всего заявок: 1 024', ''],
    ['Общий итог', '', '99,5%'],
    ['Grand Total', '17', ''],
    ['Итого за май', '', '3'],
    ['', 'Итого: 60', 'обращений 60, открытых 2', '35 мин в среднем'],
  ])
    t.deepEqual(await left(ticket, total), { kept: [1], totals: [2] }, total.join());
  t.deepEqual(await left(ticket, ['Итого', '', '2'], ['Всего', '', '2']), { kept: [1], totals: [2, 3] });
});

test('what is or may be a ticket stays, and a total that others follow', async (t) => {
  for (const row of [
    ['2', 'Итого не сходится в отчёте', ''],
    ['2', 'Всего доброго', ''],
    ['2', 'Итого', 'Пересчитали'],
    ['Всего', 'Не сходится отчёт', 'Пересчитали остатки, закрыли период и сформировали отчёт заново'],
    ['2', '', ''],
    ['Итоговый отчёт', '', ''],
  ])
    t.deepEqual(await left(ticket, row), { kept: [1, 2], totals: [] }, row.join());
  t.deepEqual(await left(['Итого', '', '1'], ticket), { kept: [1, 2], totals: [] });
  const many = Array.from({ length: 7 }, () => ['Итого', '', '1']);
  t.is((await left(...many)).kept.length, 6, 'at most five are held back');
});

test('a file with a total below its tickets is read, although the total lacks columns, and the total is reported', async (t) => {
  const path = await spool('id;проблема;решение\n1;Не печатает;Сменили ленту\n;Итого;1;;;\n');
  let found: Partial<Findings> = {};
  const items: unknown[] = [];
  const file = { kind: 'file', path, name: 'a.csv', type: '' } as const;
  for await (const item of ticketItems(file, { found: (more) => (found = { ...found, ...more }) })) items.push(item);
  t.is(items.length, 1);
  t.deepEqual(found.totalRows, [3]);
});

test('a workbook that ends with a total in words is read, and the total is reported', async (t) => {
  const rows = [
    ['', 'Номер', 'Проблема', 'Решение'],
    ['', 1, 'Не печатает', 'Сменили ленту'],
    ['', 'Итого: 1', 'обращений 1', '60 мин'],
  ];
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows), 'Заявки');
  const { items, found } = await inspect(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  t.is(items.length, 1);
  t.deepEqual(found.totalRows, [3]);
});
