import test from 'ava';
import { inspector, spoolFolder } from './spooled.ts';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { workbookWith } from '../support/report-files.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const tableOf = (dates: readonly string[]): string => {
  const rows = dates.map((date, index) => `${index};Не печатает;Сменили;"${date}"`);
  return `id;проблема;решение;дата решения\n${rows.join('\n')}\n`;
};

/** The dates of a table as they are read, or the reasons. */
const read = async (dates: readonly string[]) => {
  const { items } = await inspect(tableOf(dates));
  return items.map((item) =>
    item instanceof UnreadableFile ? item.message : (item.value as { resolved_at: string }).resolved_at,
  );
};

test('dates with a short year, and days of a spreadsheet, are written so that they can be read', async (t) => {
  const dates = ['27/6/26', '5.6.26', '27.06.26 9:05', '05.06.2026', '24/05/2023 12:30', '5/5/26', '45070', '45070,5'];
  t.deepEqual(await read(dates), [
    ...['2026-06-27', '2026-06-05', '2026-06-27 9:05', '2026-06-05', '2023-05-24 12:30', '2026-05-05'],
    ...['2023-05-24', '2023-05-24T12:00:00'],
  ]);
});

test('whether the day or the month comes first is told by the column', async (t) => {
  t.deepEqual(await read(['5/6/26', '27/6/26']), ['2026-06-05', '2026-06-27']);
  t.deepEqual(await read(['05/06/2026 10:00', '06/27/2026']), ['2026-05-06 10:00', '2026-06-27']);
  t.deepEqual(await read(['5/6/26', '27.06.26']), ['5/6/2026', '2026-06-27'], 'dots tell nothing');
  t.deepEqual(await read(['5/6/26', '7/6/26']), ['5/6/2026', '7/6/2026'], 'nothing is guessed');
  t.deepEqual(await read(['5/6/26', '27/6/26', '6/27/26']), ['5/6/2026', '2026-06-27', '2026-06-27'], 'both orders');
});

test('a date of the other order below the first rows cannot be read once one was read by them', async (t) => {
  const first = Array.from({ length: 200 }, () => '27/6/26');
  const reason =
    'row 203, column "дата решения" has day and month in another order than dates above it; write it as 2023-05-24';
  t.deepEqual((await read([...first, '5/6/26', '6/27/26'])).slice(-2), ['2026-06-05', reason]);
  t.deepEqual((await read([...first, '6/27/26', '5/6/26'])).slice(-2), ['2026-06-27', '5/6/2026']);
  const { items } = await inspect(tableOf([...first, '5/6/26', '6/27/26']));
  t.like(items.at(-1), { refused: '6/27/26' });
});

test('what is no date stays as it is', async (t) => {
  const dates = ['', '1684931400', '99999', '123', '26-06-27', '2026-06-27', '5/6/26/7'];
  t.deepEqual(await read(dates), dates);
});

test('a number without the format of a date in a workbook is its day', async (t) => {
  const rows = [
    ['Номер', 'Проблема', 'Решение', 'Дата закрытия'],
    [1, 'Не печатает', 'Сменили ленту', 45_070.520_833_333_336],
  ];
  const { items, found } = await inspect(workbookWith({ name: 'Заявки', rows }));
  t.like(items, [{ value: { resolved_at: '2023-05-24T12:30:00' } }]);
  t.deepEqual(found.columns?.at(-1)?.samples, ['2023-05-24T12:30:00']);
  const other = [['Номер', 'Проблема', 'Решение', 'Стоимость'], ...rows.slice(1)];
  t.deepEqual((await inspect(workbookWith({ name: 'Заявки', rows: other }))).found.columns?.at(-1)?.samples, [
    '45070.520833333336',
  ]);
});

test('words in the place of a date say that there is none', async (t) => {
  t.deepEqual(await read(['не закрыто', '—', 'н/д', 'вчера', '24 мая 2023']), ['', '', '', '', '24 мая 2023']);
});
