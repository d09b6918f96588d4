import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openApi } from '../../src/http/openapi/document.ts';
import { columnNames } from '../../src/domain/ticket-fields.ts';
import { call } from '../support/api.ts';
import { formOf, longAnswer, outcomeCounts, startPreviews } from '../support/previews.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);
const url = () => service().url;

const foreign = `Шифр;Номер;Что случилось;Чем кончилось\n1;77;Не входит;${longAnswer}\n`;
const columns = { Шифр: 'ticket_id', Номер: null, 'Что случилось': 'problem', 'Чем кончилось': 'solution' };

test('columns are assigned in a preview and in an upload, before the file or after it', async (t) => {
  const { previewed, uploadFile, path, get } = await startPreviews(url());
  const seen = await previewed(formOf(foreign, 'a.csv', columns));
  t.deepEqual(
    seen.columns,
    Object.entries(columns).map(([title, column], index) => ({
      ...{ title, column, assigned: true },
      samples: [['1'], ['77'], ['Не входит'], [`${longAnswer.slice(0, 60).trim()}…`]][index],
    })),
  );
  t.like(seen.tickets[0], { ticket_id: '1', problem: 'Не входит', solution: longAnswer });
  const after = formOf(foreign);
  after.append('columns', JSON.stringify(columns));
  const sent = await uploadFile(after);
  t.like(sent.body, { processed: 1, skipped: 0 });
  t.like(await get(`${path}/uploads`), { uploads: [{ format: 'csv', outcomes: outcomeCounts({ stored: 1 }) }] });
  t.like(await previewed(formOf(foreign, 'a.csv', columns)), { outcomes: outcomeCounts({ duplicate: 1 }) });
  t.like(await previewed(formOf(`id;problem\n1;2\n`, 'a.csv', 'null')), { total: 1 } as never);
  t.like(await previewed(formOf(`id;problem\n1;2\n`, 'a.csv', '')), { total: 1 } as never);
});

test('a row that is refused for its date, category or link shows what stands there in place of its problem, cleaned', async (t) => {
  const { previewed } = await startPreviews(url());
  const row = (id: number, category: string, date: string, link: string) =>
    `${id};${category};Не входит;${longAnswer};${date};${link};${'Иванов '.repeat(id === 5 ? 80 : 1)}`;
  const rows = [
    row(1, 'Вход', '31.02.2025 после обеда', ''),
    row(2, 'Вход', '24.05.2023, звонил +7 912 345-67-89', ''),
    row(3, 'Длинно '.repeat(90), '', ''),
    row(4, 'Вход', '', 'стол 7'),
    row(5, 'Вход', '', ''),
  ];
  const header = 'Номер;Категория;Проблема;Решение;Дата решения;Ссылка;Клиент';
  const { unreadable } = await previewed(formOf([header, ...rows].join('\n')));
  const shown = unreadable.map(({ excerpt }) => String(excerpt));
  t.deepEqual(shown.slice(0, 2), ['31.02.2025 после обеда', '24.05.2023, звонил [ТЕЛЕФОН]']);
  t.regex(shown[2] ?? '', /^Длинно Длинно .*…$/);
  t.deepEqual(shown.slice(3), ['стол 7', 'Не входит'], 'nothing is shown of a client');
});

const mustBe = 'columns must be a JSON object of header titles and column names';
const refusedColumns: readonly (readonly [string, unknown, string | RegExp])[] = [
  ['no JSON', '{', mustBe],
  ['a list', '[]', mustBe],
  [
    'more than a table can have',
    Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [index, null])),
    'columns must name at most 1 000 columns',
  ],
  ['a text', '"id"', mustBe],
  ['a number for a column', { Шифр: 1 }, mustBe],
  ['an empty title', { ' ': 'ticket_id' }, mustBe],
  ['an unknown column', { Шифр: 'id' }, /^columns: "id" is no column; use ticket_id, category/],
  ['a name of every object', { Шифр: '__proto__' }, /^columns: "__proto__" is no column/],
  ['a title that the file lacks', '{"__proto__":null}', /^columns: the file has no column "__proto__"; found "Шифр"/],
];
for (const [what, field, detail] of refusedColumns) {
  test(`columns are refused in a preview and in an upload: ${what}`, async (t) => {
    const { preview, uploadFile } = await startPreviews(url());
    for (const send of [preview, uploadFile]) {
      const { status, body } = await send(formOf(foreign, 'a.csv', field));
      t.is(status, 400);
      const said = (body as { detail: string }).detail;
      if (typeof detail === 'string') t.is(said, detail);
      else t.regex(said, detail);
    }
  });
}

test('columns are refused twice, and for a file that has none', async (t) => {
  const { preview } = await startPreviews(url());
  const twice = formOf(foreign, 'a.csv', columns);
  twice.append('columns', '{}');
  t.deepEqual((await preview(twice)).body, { detail: 'columns can be given once' });
  const json = await preview(formOf('[]', 'a.json', columns));
  t.deepEqual([json.status, json.body], [400, { detail: 'columns: a JSON file has no columns to assign' }]);
});

test('a repeat of an upload with other columns is another upload', async (t) => {
  const { user, path } = await startPreviews(url());
  const headers = { 'Upload-Id': randomUUID() };
  const send = (assigned: unknown) =>
    call(url(), `POST ${path}/tickets/upload`, {
      ...{ credential: user.token, headers, body: formOf(foreign, 'a.csv', assigned) },
    });
  const first = await send(columns);
  t.is(first.status, 200);
  const reordered = Object.fromEntries(Object.entries(columns).toReversed());
  t.deepEqual((await send(reordered)).body, first.body);
  t.is((await send({ ...columns, Номер: 'category' })).status, 400);
});

type Described = {
  readonly requestBody: {
    readonly content: {
      readonly 'multipart/form-data': {
        readonly schema: { readonly properties: { readonly columns: { readonly description: string } } };
      };
    };
  };
};

test('the document names every column that can be assigned', (t) => {
  const { requestBody } = openApi.paths['/api/v1/tickets/preview']?.['post'] as unknown as Described;
  const { description } = requestBody.content['multipart/form-data'].schema.properties.columns;
  for (const name of columnNames) t.regex(description, new RegExp(`\\b${name}\\b`));
});

test('a file with two columns for one part is previewed and stored with the more exact one, and the other can be chosen', async (t) => {
  const { previewed, uploadFile, path, get } = await startPreviews(url());
  const file = `Номер;Тема;Категория;Проблема;Решение\n1;Очередь;Печать;Не печатает;${longAnswer}\n`;
  const seen = await previewed(formOf(file));
  t.like(seen.tickets[0], { category: 'Печать' });
  t.like(seen, { unreadable: [] });
  t.deepEqual(seen.columns.slice(1, 3), [
    {
      ...{ title: 'Тема', column: null, assigned: false, samples: ['Очередь'] },
      displaced: { column: 'category', by: 'Категория' },
    },
    { title: 'Категория', column: 'category', assigned: false, samples: ['Печать'] },
  ]);
  const other = await previewed(formOf(file, 'a.csv', { Тема: 'category' }));
  t.like(other.tickets[0], { category: 'Очередь' });
  t.like((await uploadFile(formOf(file))).body, { processed: 1, skipped: 0 });
  t.like(await get(`${path}/tickets/1`), { category: 'Печать' });
});
