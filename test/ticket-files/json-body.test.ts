import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { UnreadableFile } from '../../src/ticket-files/ticket-item.ts';
import { readTickets } from '../../src/ticket-files/read-tickets.ts';
import { collected, spoolFolder } from './spooled.ts';
import { said } from './said.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);

const readTicketsBody = (path: string) => readTickets({ kind: 'body', path, name: '', type: '' });
const readTicketsArray = (path: string) => readTickets({ kind: 'file', path, name: 'tickets.json', type: '' });
const bodyOf = async (bytes: string | Buffer) => collected(readTicketsBody(await spool(bytes)));

test('a body gives its tickets in order with the paths of their fields', async (t) => {
  const tickets = await bodyOf('\ufeff{"name":"x","tickets":[{"ticket_id":1},{"ticket_id":"б"}]}\n');
  t.deepEqual(
    tickets.map(({ value, index }) => ({ value, index })),
    [
      { value: { ticket_id: 1 }, index: 0 },
      { value: { ticket_id: 'б' }, index: 1 },
    ],
  );
  t.is(said(tickets[1]?.pathOf('messages[1].text')), 'tickets[1].messages[1].text');
  t.is(said(tickets[1]?.pathOf('')), 'tickets[1]');
  t.is(tickets[1]?.row, undefined);
});

test('an empty array has no tickets, a missing one is refused', async (t) => {
  t.deepEqual(await bodyOf('{"tickets":[]}'), []);
  await t.throwsAsync(bodyOf('{"other":{"tickets":[]}}'), {
    instanceOf: UnreadableFile,
    message: 'tickets is required',
  });
  await t.throwsAsync(bodyOf(''), { message: 'body is not valid JSON: unexpected end at byte 0' });
});

test('a file that is an array reads like the body, and the same twice', async (t) => {
  const path = await spool('\ufeff [{"ticket_id":1}, 5]');
  const read = async () =>
    (await collected(readTicketsArray(path))).map(({ value, pathOf }) => [value, said(pathOf('ticket_id'))]);
  const first = await read();
  t.deepEqual(first, [
    [{ ticket_id: 1 }, 'tickets[0].ticket_id'],
    [5, 'tickets[1].ticket_id'],
  ]);
  t.deepEqual(await read(), first);
});

test('bytes that are no UTF-8 are refused with their offset, also where a chunk ends inside a character', async (t) => {
  const text = (length: number) => `{"tickets":["${'ж'.repeat(length)}"]}`;
  t.deepEqual((await bodyOf(text(400_001)))[0]?.value, 'ж'.repeat(400_001));
  const broken = Buffer.from(text(400_001));
  broken[700_000] = 0xff;
  await t.throwsAsync(bodyOf(broken), { message: /^body is not valid JSON: not UTF-8 at byte (699999|700000)$/ });
  await t.throwsAsync(bodyOf(Buffer.from([0x7b, 0x22, 0xd0])), {
    message: 'body is not valid JSON: not UTF-8 at byte 2',
  });
});

test('millions of empty messages in one ticket are refused without being built', async (t) => {
  const path = await spool(`{"tickets":[{"ticket_id":1,"messages":[${'{},'.repeat(3_000_000)}{}]}]}`);
  const before = process.memoryUsage().heapUsed;
  await t.throwsAsync(collected(readTicketsBody(path)), { message: 'tickets[0] holds more than 50 000 values' });
  t.true(process.memoryUsage().heapUsed - before < 64 * 1024 * 1024);
});

test('a missing file is an error of the file system, not an UnreadableFile', async (t) => {
  const error = await t.throwsAsync(collected(readTicketsBody(join(tmpdir(), randomUUID()))));
  t.false(error instanceof UnreadableFile);
});
