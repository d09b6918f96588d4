import test from 'ava';
import type { Findings, ReadOptions } from '../../src/ticket-files/read-options.ts';
import { ticketItems } from '../../src/ticket-files/read-tickets.ts';
import { workbookWith } from '../support/report-files.ts';
import { collected, spoolFolder } from './spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

/** The ids that are read of a workbook, and what was found in it. */
const read = async (book: Uint8Array, options: Partial<ReadOptions> = {}) => {
  let found: Partial<Findings> = {};
  const source = { kind: 'file', path: await spool(book), name: 'a.xlsx', type: '' } as const;
  const items = ticketItems(source, { ...options, found: (more) => (found = { ...found, ...more }) });
  const ids = (await collected(items)).map((item) =>
    'value' in item ? (item.value as { readonly ticket_id: string }).ticket_id : item.message,
  );
  return { ids, found };
};

test('a sheet whose titles nobody knows is named with them if it may have tickets, and can be read', async (t) => {
  const long =
    'Проверили узел учёта, сбросили воздух через кран на последнем этаже, прошли по стояку и убедились, что тепло.';
  const row = (id: string, solution: string) => [id, 'Холодно', solution, 'Иванов'];
  const titles = ['Шифр', 'С чем пришли', 'Чем кончилось', 'Кто'];
  const foreign = (name: string, solution: string) => ({
    name,
    rows: [['Приёмная'], titles, row('а', 'Нет'), row('б', 'Да'), row('в', solution)],
  });
  const book = workbookWith(
    {
      name: 'Справка',
      rows: [
        ['Как заполнять', ''],
        ['Решение', long.repeat(3)],
      ],
    },
    foreign('Приёмная', long),
    {
      name: 'Итоги',
      rows: [
        ['Месяц', 'Принято', 'Закрыто'],
        ['Май', '30', '28'],
      ],
    },
    foreign('Без решений', 'Нет'),
    { name: 'Журнал', rows: [['Номер', 'Проблема', 'Решение'], row('1', long), row('2', long)] },
  );
  const { ids, found } = await read(book);
  t.deepEqual([found.sheet, ids], ['Журнал', ['1', '2']]);
  t.deepEqual(found.otherSheets, [{ sheet: 'Приёмная', rows: 3, titles }]);
  const columns = new Map([
    ['Шифр', 'ticket_id'],
    ['С чем пришли', 'problem'],
    ['Чем кончилось', 'solution'],
  ]);
  const other = await read(book, { sheet: 'Приёмная', columns });
  t.deepEqual(other.ids, ['а', 'б', 'в']);
  t.deepEqual(
    other.found.otherSheets?.map(({ sheet, rows }) => [sheet, rows]),
    [
      ['Без решений', 3],
      ['Журнал', 2],
    ],
  );
});

test('the rows of a sheet that cannot be read to its end are counted as far as they can, and refuse nothing', async (t) => {
  const rows = Array.from({ length: 3_500 }, (_, index) => {
    const cells = [`${index}`, 'Долго', 'Да'];
    cells[900] = 'Долго '.repeat(20);
    return cells;
  });
  const known = {
    name: 'Журнал',
    rows: [
      ['Номер', 'Проблема', 'Решение'],
      ['1', 'Холодно', 'Прогрели'],
    ],
  };
  const { ids, found } = await read(workbookWith(known, { name: 'Выгрузка', rows }));
  t.deepEqual(ids, ['1']);
  const [other] = found.otherSheets ?? [];
  t.is(other?.sheet, 'Выгрузка');
  t.true((other?.rows ?? 0) > 3_000);
});
