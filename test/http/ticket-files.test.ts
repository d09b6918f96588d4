import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { ownServiceFor } from '../support/service.ts';

const service = ownServiceFor(test);
const url = () => service().url;

const long =
  'Откройте настройки и включите новый способ, затем перезапустите программу и повторите действие ещё раз, это помогает.';

const start = async () => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const send = (body: unknown) =>
    call(url(), `POST /api/collections/${collection}/tickets/upload`, { credential: user.token, body });
  const count = async () => {
    const { body } = await call(url(), `GET /api/collections/${collection}`, { credential: user.token });
    return (body as { ticket_count: number }).ticket_count;
  };
  return { send, count };
};

const fileOf = (text: string, name: string, field = 'file') => {
  const form = new FormData();
  form.append(field, new Blob([text]), name);
  return form;
};

test('a file is taken in any field: JSON, CSV', async (t) => {
  const { send } = await start();
  const json = await send(fileOf(JSON.stringify([goodTicket(1), goodTicket(2)]), 'tickets.json'));
  t.deepEqual([json.status, json.body], [200, { processed: 2, skipped: 0, collection_ticket_count: 2 }]);
  const csv = `Номер;Проблема;Решение\n3;Не работает оплата;${long}\n4;Не работает вход;Готово\n`;
  t.deepEqual((await send(fileOf(csv, 'tickets.csv', 'anything'))).body, {
    processed: 1,
    skipped: 1,
    collection_ticket_count: 3,
  });
});

test('a large upload leaves no file of checked tickets behind', async (t) => {
  const { send, count } = await start();
  const rows = Array.from({ length: 1_500 }, (_, index) => `${index};Не работает оплата ${'ж'.repeat(400)};${long}`);
  const { status } = await send(fileOf(['Номер;Проблема;Решение', ...rows].join('\n'), 'tickets.csv'));
  t.is(status, 200);
  t.is(await count(), 1_500);
  const left = readdirSync(join(service().folder, 'tmp')).filter((name) => name.endsWith('.checked'));
  t.deepEqual(left, []);
});

test('a file that cannot be read is 400 with its row, and what is no file too', async (t) => {
  const { send, count } = await start();
  const empty = await send(fileOf(`Номер;Проблема;Решение\n1;а;б\n;Не работает;${long}\n`, 'tickets.csv'));
  t.is(empty.status, 400);
  t.regex((empty.body as { detail: string }).detail, /row 3, column "Номер"/);
  t.is((await send(fileOf('%PDF-1.7', 'tickets.pdf'))).status, 400);
  t.is((await send(new FormData())).status, 400);
  t.is((await send({ tickets: [] })).status, 400);
  const two = fileOf('[]', 'a.json');
  two.append('second', new Blob(['[]']), 'b.json');
  t.is((await send(two)).status, 400);
  t.is(await count(), 0);
});
