import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test);
const url = () => service().url;

const start = async () => {
  const user = await newUser(url());
  const path = `POST /api/collections/${await newCollection(url(), user)}/tickets`;
  const send = (to: string, bytes: Buffer, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/gzip' }), name);
    return call(url(), `${path}${to}`, { credential: user.token, body: form });
  };
  return { user, path, send };
};

const spooled = () => readdirSync(join(service().folder, 'tmp'));

test.serial('a gzip file is uploaded and previewed as what is in it', async (t) => {
  const { send } = await start();
  const tickets = [goodTicket(1), goodTicket(2)];
  const files: readonly (readonly [string, string])[] = [
    ['tickets.json.gz', JSON.stringify(tickets)],
    ['tickets.json.gz', JSON.stringify({ tickets })],
    ['tickets.ndjson.gz', tickets.map((one) => JSON.stringify(one)).join('\n')],
    ['tickets.csv.gz', 'Номер;Проблема;Решение\n3;Не работает;Готово'],
  ];
  for (const [name, content] of files) {
    const { status, body } = await send('/preview', gzipSync(content), name);
    const { format, total } = body as { format: string; total: number };
    t.deepEqual(
      [status, format, total],
      [200, name.split('.')[1] === 'csv' ? 'csv' : 'json', name.includes('csv') ? 1 : 2],
    );
  }
  const workbook = await send('/preview', gzipSync(readFileSync('ui/templates/tickets.xlsx')), 'tickets.xlsx.gz');
  t.like(workbook, { status: 200, body: { format: 'xlsx' } });
  const stored = await send('/upload', gzipSync(files[1]?.[1] ?? ''), 'tickets.json.gz');
  t.deepEqual(stored.body, { processed: 2, skipped: 0, collection_ticket_count: 2 });
});

test.serial('a file that inflates to more than 50 MB is refused and leaves nothing on disk', async (t) => {
  const { send } = await start();
  const before = spooled();
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024 + 1, ' '));
  t.true(bomb.length < 100_000);
  for (const to of ['/upload', '/preview']) {
    const { status, body } = await send(to, Buffer.concat([bomb, bomb]), 'tickets.json.gz');
    t.deepEqual([status, body], [413, { detail: 'Request body is too large: at most 50 MB when it is inflated' }]);
  }
  t.deepEqual(spooled(), before);
});

test.serial('a damaged file is 400, and so is what was compressed twice', async (t) => {
  const { send } = await start();
  const whole = gzipSync(JSON.stringify([goodTicket(1)]));
  const detail = 'The gzip file is damaged or was not sent to its end; compress it again';
  for (const bytes of [whole.subarray(0, -3), Buffer.concat([whole, Buffer.from('x')])]) {
    const { status, body } = await send('/upload', bytes, 'tickets.json.gz');
    t.deepEqual([status, body], [400, { detail }]);
  }
  const twice = await send('/upload', gzipSync(whole), 'tickets.json.gz');
  t.is(twice.status, 400);
  t.regex((twice.body as { detail: string }).detail, /^Unknown file format/);
});

test.serial('a JSON body is no file: gzip in it is 400, and so is a declared encoding', async (t) => {
  const { user, path } = await start();
  const [, to = ''] = path.split(' ');
  const post = (headers: Readonly<Record<string, string>>) =>
    fetch(url() + to, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json', ...headers },
      body: new Uint8Array(gzipSync(JSON.stringify({ tickets: [] }))),
    });
  const undeclared = await post({});
  t.is(undeclared.status, 400);
  const declared = await post({ 'Content-Encoding': 'gzip' });
  t.deepEqual([declared.status, await declared.json()], [400, { detail: 'Content-Encoding is not supported' }]);
});
