import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import * as xlsx from 'xlsx';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { followProgress } from '../support/follow-progress.ts';
import { formOf, longAnswer, manyRows, outcomeCounts, type Preview } from '../support/previews.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test);
const notFound = { detail: 'Preview not found; send the file again' };

/** A collection of somebody new, on either surface. */
const opened = async () => {
  const { url } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const path = `/api/collections/${collection}`;
  const post = (to: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(url, `POST ${path}/${to}`, { credential: user.token, body, headers });
  return {
    ...{ url, user, collection, path, post },
    preview: (body?: unknown, previewId?: string) =>
      post('tickets/preview', body, previewId === undefined ? {} : { 'Preview-Id': previewId }),
    upload: (previewId: string, body?: unknown) => post('tickets/upload', body, { 'Preview-Id': previewId }),
    byKey: (to: string, previewId: string, body?: unknown) =>
      call(url, `POST /api/v1/tickets${to}?collection_id=${collection}`, {
        ...{ credential: user.key, headers: { 'Preview-Id': previewId }, body },
      }),
  };
};

const idIn = (t: ExecutionContext, { headers }: { readonly headers: Headers }): string => {
  const id = headers.get('preview-id') ?? '';
  t.regex(id, /^[0-9a-f-]{36}$/);
  return id;
};

const columnsOf = (columns: object): FormData => {
  const form = new FormData();
  form.set('columns', JSON.stringify(columns));
  return form;
};

const table = [
  ['Шифр', 'Суть', 'Чем кончилось'],
  ['1', 'Не входит', longAnswer],
  ['2', 'Не печатает', longAnswer],
];
const columns = { Шифр: 'ticket_id', Суть: 'problem', 'Чем кончилось': 'solution' };
const csvTable = table.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n');
const sheet = xlsx.utils.aoa_to_sheet(table);
const workbook = xlsx.write(xlsx.utils.book_new(sheet, 'Лист'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;

const files = () => readdirSync(join(service().folder, 'tmp'));

for (const [name, content] of [
  ['CSV', () => formOf(csvTable)],
  ['XLSX', () => formOf(new Uint8Array(workbook), 'tickets.xlsx')],
] as const) {
  test(`a previewed file is read with other columns, and uploaded, without its bytes: ${name}`, async (t) => {
    const { preview, upload, url, user } = await opened();
    const first = await preview(content());
    t.like(first.body, { total: 0, unreadable_count: 1 });
    const id = idIn(t, first);
    const again = await preview(columnsOf(columns), id);
    t.like(again.body, { total: 2, outcomes: outcomeCounts({ stored: 2 }) });
    t.is(idIn(t, again), id);
    const stored = await upload(id, columnsOf(columns));
    t.deepEqual([stored.status, stored.body], [200, { processed: 2, skipped: 0, collection_ticket_count: 2 }]);
    const record = await call(url, `GET ${stored.headers.get('location') ?? ''}`, { credential: user.token });
    t.like(record.body, { file_name: name === 'CSV' ? 'tickets.csv' : 'tickets.xlsx', format: name.toLowerCase() });
    t.deepEqual((await upload(id)).body, notFound, 'an upload uses it up');
  });
}

test('a JSON body and a JSON file are uploaded without their bytes, on both surfaces alike', async (t) => {
  const { preview, post, byKey } = await opened();
  const body = await preview({ tickets: [goodTicket(1)] });
  const stored = await post('tickets', undefined, { 'Preview-Id': idIn(t, body) });
  t.like(stored.body, { processed: 1, collection_ticket_count: 1 });
  const file = await preview(formOf(JSON.stringify([goodTicket(1), goodTicket(2)]), 'a.json'));
  const id = idIn(t, file);
  t.like((await byKey('/preview', id)).body, { total: 2, outcomes: outcomeCounts({ stored: 1, duplicate: 1 }) });
  t.like((await byKey('', id)).body, { processed: 1, skipped: 1, collection_ticket_count: 2 });
  const table2 = await preview(formOf(csvTable));
  t.like((await byKey('', idIn(t, table2), columnsOf(columns))).body, { processed: 0, skipped: 2 });
});

test('an upload whose id the client chose is the same upload with the bytes or with the handle', async (t) => {
  const { preview, post } = await opened();
  const headers = { 'Upload-Id': randomUUID() };
  const id = idIn(t, await preview(formOf(csvTable)));
  const first = await post('tickets/upload', columnsOf(columns), { ...headers, 'Preview-Id': id });
  t.like(first.body, { processed: 2 });
  const repeat = await post('tickets/upload', formOf(csvTable, 'tickets.csv', columns), headers);
  t.deepEqual([repeat.status, repeat.body], [200, first.body]);
  const other = idIn(t, await preview(formOf(csvTable)));
  t.deepEqual((await post('tickets/upload', undefined, { ...headers, 'Preview-Id': other })).body, {
    detail: 'Upload-Id was used for another upload',
  });
});

test('a handle is unknown to another tenant, for another collection, and after the tenant’s next file', async (t) => {
  const own = await opened();
  const stranger = await opened();
  const id = idIn(t, await own.preview(formOf(csvTable)));
  const second = await newCollection(own.url, own.user);
  const headers = { 'Preview-Id': id };
  const elsewhere = (credential: string, collection: string, to: string) =>
    call(own.url, `POST /api/collections/${collection}/tickets${to}`, { credential, headers });
  for (const to of ['', '/upload', '/preview']) {
    const answers = [
      await elsewhere(stranger.user.token, stranger.collection, to),
      await elsewhere(own.user.token, second, to),
    ];
    for (const { status, body } of answers) t.deepEqual([status, body], [404, notFound]);
  }
  // The same id, chosen by a stranger for another file, is another handle.
  t.is((await stranger.preview({ tickets: [] }, id)).status, 200);
  t.is((await own.preview(undefined, id)).status, 200);
  await own.preview({ tickets: [goodTicket(1)] });
  t.deepEqual((await own.preview(undefined, id)).body, notFound);
  t.deepEqual((await own.upload(id)).body, notFound);
});

test('what is sent with a handle is checked', async (t) => {
  const { preview, upload, post } = await opened();
  for (const to of ['tickets/preview', 'tickets', 'tickets/upload']) {
    const { status, body } = await post(to, { tickets: [] }, { 'Preview-Id': 'mine' });
    t.deepEqual([status, body], [400, { detail: 'Preview-Id must be a UUID' }]);
  }
  const id = idIn(t, await preview(formOf(csvTable)));
  const noOther = { detail: 'Preview-Id names the file: send no other' };
  t.deepEqual((await upload(id, formOf(csvTable))).body, noOther);
  t.deepEqual((await upload(id, { tickets: [] })).body, noOther);
  t.is((await upload(id, columnsOf([]))).status, 400);
  t.is((await preview(columnsOf([]), id)).status, 400);
  t.is((await preview(columnsOf({ Нет: 'problem' }), id)).status, 400);
  t.like((await preview(columnsOf(columns), id)).body, { total: 2 }, 'the file is still there');
});

test('a file that is refused is not kept', async (t) => {
  const { preview } = await opened();
  const chosen = randomUUID();
  t.is((await preview(formOf('%PDF', 'a.pdf'), chosen)).status, 400);
  t.deepEqual((await preview(undefined, chosen)).body, notFound);
});

test('of two uploads with one handle at a time one has the file', async (t) => {
  const { preview, upload } = await opened();
  const id = idIn(t, await preview(formOf(csvTable, 'a.csv', columns)));
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(id, columnsOf(columns))));
  t.is(answers.filter(({ status }) => status !== 404).length, 1);
});

test('a file that is being read stays until the end, though its handle was used or replaced', async (t) => {
  const { preview, upload, url, path, user } = await opened();
  const id = idIn(t, await preview(formOf(manyRows(1_500))));
  const line = await followProgress(t, `${url}${path}/previews/${id}/progress`, { credential: user.token });
  const reading = preview(undefined, id);
  await line.until(() => true);
  const uploading = upload(id);
  await preview({ tickets: [goodTicket(1)] });
  const { status, body } = await reading;
  t.is(status, 200);
  t.is((body as Preview).total, 1_500);
  t.like((await uploading).body, { processed: 1_500 });
});

test('a kept file is deleted when its client asks for it, on both surfaces, and by nobody else', async (t) => {
  const { preview, url, path, user, collection } = await opened();
  const stranger = await newUser(url);
  const remove = (credential: string, id: string, under = path) =>
    call(url, `DELETE ${under}/previews/${id}`, { credential });
  const id = idIn(t, await preview(formOf(csvTable)));
  t.is((await remove(stranger.token, id)).status, 404);
  t.deepEqual((await remove(user.token, 'none')).body, notFound);
  t.is((await remove(user.token, id.toUpperCase())).status, 204);
  t.deepEqual((await preview(undefined, id)).body, notFound);
  t.deepEqual((await remove(user.token, id)).body, notFound);
  const other = idIn(t, await preview(formOf(csvTable)));
  t.is((await remove(user.key, other, `/api/v1/collections/${collection}`)).status, 204);
});

/** Sends half of a body and closes the connection. */
const breakOff = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<void>((resolve) => {
    const sending = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': '1000' } });
    sending.on('error', () => resolve());
    sending.write('{"tickets":[', () => void setTimeout(100).then(() => sending.destroy()));
  });

/** Waits until only so many files are left. */
const untilFiles = async (t: ExecutionContext, left: number) => {
  while (files().length > left) await setTimeout(100);
  t.is(files().length, left);
};

// Alone: it looks at all files of the service.
test.serial(
  'no file stays of a request that broke off, of a deleted collection, and of a service that stops',
  async (t) => {
    const { preview, path, url, user } = await opened();
    const others = files().length;
    const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' };
    await breakOff(`${url}${path}/tickets/preview`, headers);
    await untilFiles(t, others);
    const removed = idIn(t, await preview(formOf(csvTable)));
    await call(url, `DELETE ${path}/previews/${removed}`, { credential: user.token });
    t.is(files().length, others, 'deleted at once');
    idIn(t, await preview(formOf(csvTable)));
    const [kept = ''] = files();
    t.is(statSync(join(service().folder, 'tmp', kept)).mode & 0o777, 0o600);
    t.is(files().length, others + 1);
    await call(url, `DELETE ${path}`, { credential: user.token });
    await untilFiles(t, others);
  },
);

test.after('a service that stops keeps none', async (t) => {
  const { preview } = await opened();
  await preview(formOf(csvTable));
  t.true(files().length > 0);
  await service().stop();
  t.deepEqual(files(), []);
});
