import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import * as xlsx from 'xlsx';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';
import { filesWith } from '../support/traces.ts';

const service = ownServiceFor(test);

/** In every faulty place: no word of a list, and no shape that cleaning would find. */
const marker = 'Кварцевый подвал';
const solution =
  'Перекройте стояк и вызовите дежурного. Дождитесь его и запишите показания счётчика. Затем составьте акт.';

const workbook = (...sheets: readonly (readonly [string, readonly (readonly string[])[]])[]): Buffer => {
  const book = xlsx.utils.book_new();
  for (const [name, rows] of sheets)
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

type Case = {
  readonly name: string;
  readonly data: string | Buffer;
  readonly fields?: Readonly<Record<string, string>>;
};

const table = `Номер;Проблема;Решение\n1;${marker};${solution}\n`;
const ticket = (more: object) => JSON.stringify([{ ...goodTicket(1, marker), ...more }]);
const assigned = (columns: object) => ({ columns: JSON.stringify(columns) });

const csv: readonly Omit<Case, 'name'>[] = [
  { data: `4711;${marker};${solution}\n4712;${marker};${solution}\n` },
  { data: `${marker};${solution}\n` },
  { data: `Номер;${marker}\n1;x\n`, fields: assigned({ Номер: 'problem' }) },
  { data: `Проблема;${marker}\nx;y\n` },
  {
    data: `Номер;${marker};${marker} 2;Проблема\n;x;y;z\n`,
    fields: assigned({ [marker]: 'resolved_at', [`${marker} 2`]: 'url' }),
  },
  { data: `${marker};Проблема;Решение\n;x;${solution}\n`, fields: assigned({ [marker]: 'ticket_id' }) },
  {
    data: `${marker};${marker} 2;Решение\n1;2;3\n`,
    fields: assigned({ [marker]: 'ticket_id', [`${marker} 2`]: 'ticket_id' }),
  },
  {
    data: `Номер;Проблема;Решение;${marker}\n1;x;${solution};${marker} 7\n`,
    fields: assigned({ [marker]: 'resolved_at' }),
  },
  { data: `Номер;Проблема;Решение;${marker}\n1;x;${solution};${marker}\n`, fields: assigned({ [marker]: 'url' }) },
  { data: `Номер;${marker}\n1;[{"role":"${marker}" "text"}]\n`, fields: assigned({ [marker]: 'messages' }) },
  { data: `Номер;${marker}\n1;[{"text":"${marker}"}]\n`, fields: assigned({ [marker]: 'messages' }) },
  { data: `Номер;${marker};Текст\n1;${marker.repeat(30)};x\n`, fields: assigned({ [marker]: 'role' }) },
  { data: `Номер;${marker};Решение\n1;x;y\n`, fields: assigned({ [marker]: 'role' }) },
  { data: table, fields: assigned({ [marker]: 'problem' }) },
  { data: table, fields: assigned({ Номер: marker }) },
  { data: table, fields: { sheet: marker } },
  { data: table, fields: { header_row: '2' } },
  { data: table, fields: { read_as: 'zendesk' } },
  { data: `Номер;Проблема;Решение\n"1";"${marker}" ${marker};y\n` },
  { data: `Номер;Проблема;Решение\n1;"${marker}\n` },
  { data: `Номер;Проблема;Решение\n1;${marker};x;${marker}\n` },
  { data: `Номер;Проблема;Решение\n${marker.repeat(50)};x;${solution}\n` },
  { data: Buffer.concat([Buffer.from(table), Buffer.from([0xff, 0xfe, 0x00])]) },
];

const json: readonly Omit<Case, 'name'>[] = [
  { data: `[{"ticket_id":1,"description":"${marker}" x}]` },
  { data: `[{"ticket_id":1,"${marker}": nul}]` },
  { data: marker },
  { data: `{"${marker}": [{}], "x": []}` },
  { data: `["${marker}"]` },
  { data: ticket({ ticket_id: { [marker]: marker } }) },
  { data: ticket({ ticket_id: `${marker}\u0007` }) },
  { data: ticket({ ticket_id: marker.repeat(50) }) },
  { data: ticket({ messages: marker }) },
  { data: ticket({ messages: [marker] }) },
  { data: ticket({ messages: [{ role: { [marker]: 1 }, text: marker }] }) },
  { data: ticket({ messages: [{ role: marker.repeat(50), text: marker }] }) },
  { data: ticket({ messages: [{ [marker]: 1 }] }) },
  { data: ticket({ category: [marker] }) },
  { data: ticket({ category: marker.repeat(100) }) },
  { data: ticket({ resolved_at: marker }) },
  { data: ticket({ url: `https://${marker}:x@y.example` }) },
  { data: ticket({ url: marker }) },
  { data: ticket({ description: marker.repeat(20_000) }) },
  { data: ticket({}), fields: assigned({ [marker]: 'problem' }) },
  { data: ticket({}), fields: { sheet: marker } },
  { data: gzipSync(`[{"ticket_id":1,"description":"${marker}" x}]`).subarray(0, 60) },
];

const xlsxFiles: readonly Omit<Case, 'name'>[] = [
  { data: workbook(['Лист', [['4711', marker, solution]]]) },
  { data: workbook([marker, [['Номер', 'Проблема']]]), fields: { sheet: `${marker} 2` } },
  {
    data: workbook([
      'Лист',
      [
        ['Номер', marker, 'Решение'],
        ['1', `${marker} 7`, solution],
      ],
    ]),
    fields: assigned({ [marker]: 'resolved_at' }),
  },
  {
    data: workbook([
      'Лист',
      [
        [marker, 'Проблема', 'Решение'],
        ['', marker, solution],
      ],
    ]),
    fields: assigned({ [marker]: 'ticket_id' }),
  },
  {
    data: workbook([
      'Лист',
      [
        ['Номер', marker],
        ['1', `[{"role":"${marker}" 1}]`],
      ],
    ]),
    fields: assigned({ [marker]: 'messages' }),
  },
  { data: workbook(['Лист', [[marker]]]).subarray(0, 2_000) },
];

const named = (cases: readonly Omit<Case, 'name'>[], name: string): readonly Case[] =>
  cases.map((one) => ({ ...one, name }));

const cases = [...named(csv, 'a.csv'), ...named(json, 'a.json'), ...named(xlsxFiles, 'a.xlsx')];

test('what is recorded of a refused upload has nothing of its file, in no byte of the folder and no line of the log', async (t) => {
  const { url, folder, output } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const path = `/api/collections/${collection}`;
  const ask = (to: string, body?: unknown) =>
    call(url, `${body === undefined ? 'GET' : 'POST'} ${path}/${to}`, { credential: user.token, body });
  let toldMarker = 0;
  for (const [index, { name, data, fields = {} }] of cases.entries()) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([typeof data === 'string' ? data : new Uint8Array(data)]), name);
    const { status, body } = await ask('tickets/upload', form);
    t.is(status, 400, `${name} ${index}: ${JSON.stringify(body)}`);
    if (JSON.stringify(body).includes(marker)) toldMarker += 1;
  }
  t.is((await ask('tickets/upload', { tickets: [{ ...goodTicket(1), url: marker }] })).status, 400);
  t.true(toldMarker > 8, 'its sender is told the titles that were found');
  const { uploads } = (await ask('uploads?limit=100')).body as {
    readonly uploads: readonly { readonly detail: string }[];
  };
  // One with a damaged gzip, and one with unknown columns, ends before it begins.
  t.true(uploads.length >= cases.length - 2, String(uploads.length));
  for (const { detail } of uploads) t.false(/Кварц|подвал/iu.test(detail), detail);
  t.true(uploads.some(({ detail }) => detail === 'row 1: no column ticket_id ("Номер"); found "Проблема", "…"'));
  // What is written behind the replies.
  await setTimeout(1_500);
  for (const part of ['Кварцев', 'подвал', encodeURIComponent('Кварцев')]) {
    t.deepEqual(filesWith(folder, part), []);
    t.false(output().includes(part));
  }
});

test('the text of a ticket that a refused upload had too is gone with its erasure', async (t) => {
  const { url, folder } = service();
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const ask = (to: string, body?: unknown) =>
    call(url, `${body === undefined ? 'GET' : 'POST'} /api/collections/${collection}/${to}`, {
      credential: user.token,
      body,
    });
  const problem = 'Сосед из двенадцатой квартиры залил потолок';
  const formOf = (text: string) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'a.csv');
    return form;
  };
  const rows = `77;${problem};${solution}\n`;
  t.is((await ask('tickets/upload', formOf(rows))).status, 400);
  t.is((await ask('tickets/upload', formOf(`Номер;Проблема;Решение\n${rows}`))).status, 200);
  const { id } = (await ask('erasures', { ticket_ids: ['77'] })).body as { readonly id: string };
  const left = () => filesWith(folder, 'двенадцатой квартиры залил');
  const state = async () => ((await ask(`erasures/${id}`)).body as { readonly state: string }).state;
  for (const end = Date.now() + 60_000; (await state()) === 'running' && Date.now() < end;) await setTimeout(300);
  t.deepEqual(left(), []);
});
