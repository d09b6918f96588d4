import { randomUUID } from 'node:crypto';
import test from 'ava';
import { serviceFor } from '../support/service.ts';
import { csvReport, reportIds, reportOf1C, reportOfDesk } from '../support/report-files.ts';
import { filledCollection } from '../support/stored-tickets.ts';

const service = serviceFor(test);

/** A form with a report and how its table is to be read; without a file it names the one of a preview. */
const formOf = (file: Uint8Array | string | undefined, name: string, fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (file !== undefined) form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  return form;
};

const files = {
  'of 1C': { file: reportOf1C(), name: 'report.xlsx', row: 7 },
  'of a service desk': { file: reportOfDesk(), name: 'report.xlsx', row: 2 },
  'as CSV': { file: csvReport(), name: 'report.csv', row: 3 },
};

for (const [kind, { file, name, row }] of Object.entries(files)) {
  test(`a report ${kind} is previewed and stored as it is, without a word on where its table is`, async (t) => {
    const { ask, count } = await filledCollection(service().url, []);
    const preview = await ask('POST /tickets/preview', { body: formOf(file, name) });
    t.like(preview.body, { header_row: row, total: 3, unreadable_count: 0, broken_off: null });
    const { body } = await ask('POST /tickets/upload', { body: formOf(file, name) });
    t.like(body, { processed: 3, skipped: 0 });
    t.is(await count(), 3);
    const { tickets } = (await ask('GET /tickets')).body as { tickets: readonly { ticket_id: string }[] };
    t.deepEqual(tickets.map(({ ticket_id: id }) => id).toSorted(), reportIds);
  });
}

test('a report that ends with a total is stored without it, and its preview says which row that is', async (t) => {
  const { ask, count } = await filledCollection(service().url, []);
  const report = `${csvReport()}Итого;;3;\r\n`;
  const preview = await ask('POST /tickets/preview', { body: formOf(report, 'report.csv') });
  t.like(preview.body, { total: 3, unreadable_count: 0, total_rows: [7] });
  const { body } = await ask('POST /tickets/upload', { body: formOf(report, 'report.csv') });
  t.like(body, { processed: 3, skipped: 0 });
  t.is(await count(), 3);
});

test('sheet and header row are fields of the form, of a preview, of one that is kept and of an upload', async (t) => {
  const { ask, count } = await filledCollection(service().url, []);
  const headers = { 'Preview-Id': randomUUID() };
  const first = await ask('POST /tickets/preview', { body: formOf(reportOfDesk(), 'a.xlsx'), headers });
  t.like(first.body, { sheet: 'Заявки', sheets: ['Сводка', 'Заявки', 'Справочник'], header_row: 2, total: 3 });
  const other = await ask('POST /tickets/preview', { body: formOf(undefined, '', { sheet: 'Справочник' }), headers });
  t.like(other.body, { sheet: 'Справочник', header_row: 1, total: 0 });
  const lower = { sheet: 'Заявки', header_row: '3' };
  const below = await ask('POST /tickets/preview', { body: formOf(undefined, '', lower), headers });
  t.like(below.body, { sheet: 'Заявки', header_row: 3, total: 0 });
  for (const [fields, detail] of [
    [{ sheet: 'Май' }, 'sheet: the workbook has no sheet "Май"; it has "Сводка", "Заявки", "Справочник"'],
    [{ header_row: '20' }, 'header_row: row 20 is blank'],
    [{ header_row: '21' }, 'header_row must be a whole number from 1 to 20'],
    [{ header_row: '1.5' }, 'header_row must be a whole number from 1 to 20'],
    [{ sheet: 'я'.repeat(101) }, 'sheet must be one name of at most 100 characters'],
  ] as const) {
    const refused = await ask('POST /tickets/preview', { body: formOf(undefined, '', fields), headers });
    t.deepEqual([refused.status, refused.body], [400, { detail }]);
  }
  const id = { ...headers, 'Upload-Id': randomUUID() };
  const stored = await ask('POST /tickets/upload', { body: formOf(undefined, '', { sheet: 'Заявки' }), headers: id });
  t.like(stored.body, { processed: 3 });
  t.is(await count(), 3);
  const elsewhere = { 'Upload-Id': id['Upload-Id'] };
  const again = await ask('POST /tickets/upload', { body: formOf(reportOfDesk(), 'a.xlsx'), headers: elsewhere });
  t.deepEqual([again.status, again.body], [400, { detail: 'Upload-Id was used for another upload' }]);
});
