import test from 'ava';
import { mapColumns } from '../../src/ticket-files/column-map.ts';
import { withoutLeftOut } from '../../src/ticket-files/left-out-rows.ts';
import type { Findings } from '../../src/ticket-files/read-options.ts';
import type { RowItem } from '../../src/ticket-files/table-row.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { workbookWith } from '../support/report-files.ts';
import { inspector, spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const map = mapColumns({ row: 1, cells: ['id', 'проблема', 'решение', 'комментарий'] });

const left = async (...rows: readonly (readonly string[])[]) => {
  let found: Partial<Findings> = {};
  const keep = (more: Partial<Findings>) => (found = { ...found, ...more });
  async function* items(): AsyncGenerator<RowItem, void> {
    for (const [index, cells] of rows.entries()) yield await Promise.resolve({ row: index + 1, cells });
  }
  const kept: number[] = [];
  for await (const { row } of withoutLeftOut(items(), map, { found: keep })) kept.push(row ?? 0);
  return { kept, totals: found.totalRows ?? [], empty: found.emptyRows?.rows ?? [] };
};

const ticket = ['1', 'Не печатает', 'Сменили ленту'];

test('rows at the end that only sum up or sign the table are left out', async (t) => {
  for (const total of [
    ['Итого', '', ''],
    ['', 'ИТОГО:', '512'],
    ['', 'Всего заявок: 1 024', ''],
    ['Общий итог', '', '99,5%'],
    ['Grand Total', '17', ''],
    ['Итого за май', '', '3'],
    ['', 'Итого: 60', 'обращений 60, открытых 2', '35 мин в среднем'],
    ['Ответственный: ____ /Орлов М./', '', ''],
    ['Сформировано: 29.11.2026 12:00', '', ''],
    ['Подпись ________', '', '', 'Орлов М.'],
    ['Report generated: 2026-11-29', '', ''],
  ])
    t.deepEqual(await left(ticket, total), { kept: [1], totals: [2], empty: [] }, total.join());
  const both = await left(ticket, ['Итого', '', '2'], ['Всего', '', '2'], ['Исполнитель: Орлов', '', '']);
  t.deepEqual(both, { kept: [1], totals: [2, 3, 4], empty: [] });
});

test('what is or may be a ticket stays, and a total that others follow', async (t) => {
  for (const row of [
    ['2', 'Итого не сходится в отчёте', ''],
    ['2', 'Всего доброго', ''],
    ['2', 'Итого', 'Пересчитали'],
    ['Всего', 'Не сходится отчёт', 'Пересчитали остатки, закрыли период и сформировали отчёт заново'],
    ['2', '', ''],
    ['Итоговый отчёт', '', ''],
    ['Согласовано', '', ''],
    ['Ответственный: Орлов', 'Не печатает', ''],
    ['', 'Не печатает', ''],
    ['', '', 'Сменили ленту'],
  ])
    t.deepEqual(await left(ticket, row), { kept: [1, 2], totals: [], empty: [] }, row.join());
  t.deepEqual(await left(['Итого', '', '1'], ticket), { kept: [1, 2], totals: [], empty: [] });
  const many = Array.from({ length: 7 }, () => ['Итого', '', '1']);
  t.is((await left(...many)).kept.length, 6, 'at most five are held back');
});

test('rows without number and text are left out wherever they stand, and do not part a total from the end', async (t) => {
  const note = ['', '', ' ', 'Орлов М.'];
  t.deepEqual(await left(note, ticket, note, ['Итого', '368', ''], note), { kept: [2], totals: [4], empty: [1, 3, 5] });
  const total = ['', '', '', 'Итого: 3'];
  t.deepEqual(await left(ticket, total, ticket, total), { kept: [1, 3], totals: [4], empty: [2] });
});

test('a total of a group, which has no text, is left out in the middle too', async (t) => {
  const total = (name: string) => [`Итого по магазину ${name}:`, '', '', '90'];
  t.deepEqual(await left(ticket, total('Южный'), ticket, total('Северный')), { kept: [1, 3], totals: [4], empty: [2] });
  t.deepEqual(await left(['Итого по заявке', 'Не сходится', ''], ticket), { kept: [1, 2], totals: [], empty: [] });
});

test('all rows without number and text are counted, the first are named', async (t) => {
  const notes = Array.from({ length: 30 }, (_, index) => `;;;Раздел ${index}`);
  const { items, found } = await inspect(`id;проблема;решение;раздел\n${notes.join('\n')}\n1;Не печатает;Сменили\n`);
  t.is(items.length, 1);
  t.is(found.emptyRows?.count, 30);
  t.deepEqual(
    found.emptyRows?.rows,
    Array.from({ length: 20 }, (_, index) => index + 2),
  );
});

test('a row without a number is refused as before if it has a text, or if no column with texts is read', async (t) => {
  const noNumber = await inspect('id;проблема;решение\n1;Не печатает;Сменили\n;Не печатает;\n');
  t.is(noNumber.items.length, 2);
  const noTexts = await inspect('id;категория\n1;Принтеры\n;Принтеры\n');
  t.is(noTexts.items.length, 2);
  const wide = await inspect('id;проблема;решение\n1;Не печатает;Сменили\n;;;сдвинутый текст\n');
  t.true(wide.items[1] instanceof UnreadableFile, 'its text may belong to a column');
});

test('a row without number and text parts no messages of one ticket', async (t) => {
  const rows = 'id;role;text;раздел\n1;client;Не печатает\n;;;Принтеры\n1;support;Сменили\n';
  const { items, found } = await inspect(rows);
  t.is(items.length, 1);
  t.deepEqual(found.emptyRows, { count: 1, rows: [3] });
});

test('a file with a total below its tickets is read, although the total lacks columns, and the total is reported', async (t) => {
  const { items, found } = await inspect('id;проблема;решение\n1;Не печатает;Сменили ленту\n;Итого;1;;;\n');
  t.is(items.length, 1);
  t.deepEqual(found.totalRows, [3]);
  t.deepEqual(found.columns?.[1]?.samples, ['Не печатает'], 'a total is no sample');
});

test('a workbook that ends with a total in words and a signature is read, and both are reported', async (t) => {
  const rows = [
    ['', 'Номер', 'Проблема', 'Решение'],
    ['', 1, 'Не печатает', 'Сменили ленту'],
    [],
    ['', 'Итого: 1', 'обращений 1', '60 мин'],
    [],
    ['Ответственный: ____ /Орлов М./'],
    ['Выгружено из системы заявок'],
  ];
  const { items, found } = await inspect(workbookWith({ name: 'Заявки', rows }));
  t.is(items.length, 1);
  t.deepEqual(found.totalRows, [4, 6]);
  t.deepEqual(found.emptyRows, { count: 1, rows: [7] });
});
