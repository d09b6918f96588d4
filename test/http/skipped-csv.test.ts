import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import express from 'express';
import { errorHandler } from '../../src/http/errors.ts';
import { exportStreams } from '../../src/http/event-stream.ts';
import { changeTurns, listTurns } from '../../src/http/list-turns.ts';
import { uploadHandlers } from '../../src/http/uploads.ts';
import { csvLine, withoutFormula } from '../../src/platform/csv-line.ts';
import type { TicketOfUpload } from '../../src/ports/uploads.ts';
import { call, newCollection, newUser } from '../support/api.ts';
import { startHttp } from '../support/small-servers.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

test('a cell of CSV is quoted if it holds a separator of any spreadsheet, a line break or a quote', (t) => {
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'a"b']), 'a b,"a,b","a;b","a\tb","a\nb","a\rb","a""b"\n');
  t.is(csvLine(['a b', 'a,b', 'a;b', 'a"b'], ';'), 'a b;"a,b";"a;b";"a""b"\n');
});

test('a cell that a spreadsheet would read as a formula is marked as text', (t) => {
  for (const cell of ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠A1'])
    t.is(withoutFormula(cell), `'${cell}`);
  // What a spreadsheet drops at the beginning, and signs of other widths.
  for (const before of [
    ' ',
    '\u00a0',
    '\u3000',
    '"',
    '""',
    '\u200b',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u3164',
    ' "\u200b ',
  ])
    for (const sign of '=+-@＝＋－＠﹢﹣﹦﹫') t.is(withoutFormula(`${before}${sign}1`), `'${before}${sign}1`);
  for (const cell of ['1', 'a=1', ' 1', '"1"', '\u200b1=1', '']) t.is(withoutFormula(cell), cell);
});

test('what was skipped has semicolons if that is asked for, and an upload reads it', async (t) => {
  const { url } = service();
  const { token: credential } = await newUser(url);
  const collection = `/api/collections/${await newCollection(url, { token: credential })}`;
  const formOf = (csv: string) => {
    const form = new FormData();
    form.set('file', new File([csv], 'за май.csv', { type: 'text/csv' }));
    return form;
  };
  const table = `Номер;Проблема;Решение\n"-2;3";Не работает оплата;Готово\n`;
  const sent = await call(url, `POST ${collection}/tickets/upload`, { credential, body: formOf(table) });
  const path = `${sent.headers.get('location') ?? ''}/skipped.csv`;
  const { body: csv } = await call(url, `GET ${path}?delimiter=semicolon`, { credential });
  t.is(
    csv,
    `ticket_id;row;rule;sentence\n"'-2;3";2;no-solution;"Нет ответа поддержки длиннее 100 знаков; впишите решение полностью."\n`,
  );
  const read = await call(url, `POST ${collection}/tickets/preview`, { credential, body: formOf(String(csv)) });
  const { delimiter, columns } = read.body as { delimiter: string; columns: readonly { readonly title: string }[] };
  t.deepEqual([delimiter, columns.map(({ title }) => title)], [';', ['ticket_id', 'row', 'rule', 'sentence']]);
  const refused = await call(url, `GET ${path}?delimiter=tab`, { credential });
  t.deepEqual([refused.status, refused.body], [400, { detail: 'delimiter must be comma or semicolon' }]);
});

const skipped = (index: number): TicketOfUpload => ({
  ...{ index, row: null, ticketId: 'ж'.repeat(200), outcome: 'no-solution' },
});

test('two lists of what was skipped are sent to a user at a time, each at the speed of its client', async (t) => {
  let read = 0;
  const tickets = (_upload: unknown, { after = -1, limit }: { readonly after?: number; readonly limit: number }) => {
    read += limit;
    return Promise.resolve(Array.from({ length: limit }, (_, index) => skipped(after + 1 + index)));
  };
  const handlers = uploadHandlers({
    ...{ uploads: { tickets }, openStreams: exportStreams(), inTurns: listTurns(), inChangeTurns: changeTurns() },
    stopping: new AbortController().signal,
  } as unknown as Parameters<typeof uploadHandlers>[0]);
  const app = express();
  const locals = { account: { id: 'user' }, upload: { uploadId: 'u' } };
  app.use((_request, response, next) => {
    Object.assign(response.locals, locals);
    next();
  });
  app.get('/skipped.csv', handlers.skippedOfUpload);
  app.use(errorHandler(() => undefined));
  const url = `http://127.0.0.1:${await startHttp(t, app)}/skipped.csv`;
  const aborted = new AbortController();
  const open = () => fetch(url, { signal: aborted.signal });
  t.deepEqual([(await open()).status, (await open()).status], [200, 200]);
  const refused = await open();
  t.deepEqual([refused.status, await refused.json()], [429, { detail: 'At most 2 exports can run at a time' }]);
  while (read < 2_000) await setTimeout(5);
  // Neither reads more than connections hold, though the list never ends.
  for (let before = -1; before !== read;) {
    before = read;
    await setTimeout(200);
  }
  aborted.abort();
  t.pass();
});
