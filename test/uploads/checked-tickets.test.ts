import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parseTicket } from '../../src/domain/ticket-input.ts';
import { type CheckedTicket, checkedTickets } from '../../src/uploads/checked-tickets.ts';
import { checkTickets, readChecked } from '../../src/uploads/check-tickets.ts';
import { diskRooms } from '../../src/uploads/disk-rooms.ts';
import { goodTicket } from '../support/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileAt } from '../support/page-files.ts';

const pathFor = (t: ExecutionContext) => join(temporaryFolder(t), randomUUID());
const signal = new AbortController().signal;
const yieldIfDue = () => undefined;

const someTickets = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...goodTicket(index),
    description: `line 1\nline 2\u2028line 3\r\u0001${'ж'.repeat(index)}`,
  }));

/** An upload of these values, and how often it was read. */
const uploadOf = (values: readonly unknown[]) => {
  let reads = 0;
  const tickets = async function* () {
    reads += 1;
    for (const [index, value] of values.entries()) {
      yield await Promise.resolve({ value, pathOf: (path: string) => `tickets[${index}].${path}`, row: index + 2 });
    }
  };
  return { upload: { tenantId: 'tenant', tickets, signal, yieldIfDue }, reads: () => reads };
};

const inputsOf = (values: readonly unknown[]): readonly CheckedTicket[] =>
  values.map((value, index) => ({ input: parseTicket(value, () => ''), row: index + 2 }));

const collected = async (tickets: AsyncIterable<CheckedTicket>): Promise<readonly CheckedTicket[]> => {
  const all: CheckedTicket[] = [];
  for await (const ticket of tickets) all.push(ticket);
  return all;
};

test('the tickets of a small upload stay in memory', async (t) => {
  const path = pathFor(t);
  const values = someTickets(20);
  const { upload } = uploadOf(values);
  const checked = checkedTickets(fileAt(path), yieldIfDue);
  t.is(await checkTickets(upload, checked), 20);
  t.false(existsSync(path));
  t.deepEqual(await collected(readChecked(upload, checked)), inputsOf(values));
  await checked.remove();
});

test('the tickets of a large upload are kept in a file that only its owner can read, and read once', async (t) => {
  const path = pathFor(t);
  const values = someTickets(50);
  const { upload, reads } = uploadOf(values);
  const checked = checkedTickets(fileAt(path), yieldIfDue, { memory: 1_000, file: 1_000_000 });
  await checkTickets(upload, checked);
  t.is(statSync(path).mode & 0o777, 0o600);
  t.deepEqual(await collected(readChecked(upload, checked)), inputsOf(values));
  t.is(reads(), 1);
  await checked.remove();
  t.false(existsSync(path));
});

test('the tickets of an upload that may wait are all in the file, in their order, or read again', async (t) => {
  const path = pathFor(t);
  const values = someTickets(50);
  for (const file of [1_000_000, 10_000, 0]) {
    const { upload, reads } = uploadOf(values);
    const checked = checkedTickets(fileAt(path), yieldIfDue, { memory: 4_000, file });
    await checkTickets(upload, checked);
    await checked.toFile();
    await checked.toFile();
    t.is(checked.isFull(), file < 1_000_000);
    const { size } = existsSync(path) ? statSync(path) : { size: 0 };
    t.true(checked.isFull() ? size <= file : size > 10_000);
    t.deepEqual(await collected(readChecked(upload, checked)), inputsOf(values));
    t.is(reads(), checked.isFull() ? 2 : 1);
    await checked.remove();
    t.false(existsSync(path));
  }
});

test('tickets beyond the limit of the file are read from the upload again', async (t) => {
  const path = pathFor(t);
  const values = someTickets(200);
  for (const file of [0, 1, 5_000, 20_000]) {
    const { upload, reads } = uploadOf(values);
    const checked = checkedTickets(fileAt(path), yieldIfDue, { memory: 1_000, file });
    await checkTickets(upload, checked);
    t.true(checked.isFull());
    t.true(checked.count() < 200);
    if (existsSync(path)) t.true(statSync(path).size <= file);
    t.deepEqual(await collected(readChecked(upload, checked)), inputsOf(values));
    t.is(reads(), 2);
    await checked.remove();
    t.false(existsSync(path));
  }
});

test('a file that cannot be written is an error of the upload', async (t) => {
  const path = join(temporaryFolder(t), 'missing', 'file');
  const { upload } = uploadOf(someTickets(50));
  const checked = checkedTickets(fileAt(path), yieldIfDue, { memory: 1_000, file: 1_000_000 });
  await t.throwsAsync(checkTickets(upload, checked), { code: 'ENOENT' });
  await checked.remove();
});

test('the files of one tenant, and of one customer, have room together, and give it back', async (t) => {
  const roomFor = diskRooms({ tenant: 100, customer: 150 });
  const rooms = (tenantId: string, customer = tenantId) => roomFor({ tenantId, customer });
  const [one, other] = [rooms('one'), rooms('other')];
  t.deepEqual([one.take(60), rooms('one').take(50), other.take(100), one.take(40)], [true, false, true, true]);
  one.give(60);
  t.deepEqual([one.take(61), one.take(60)], [false, true]);
  const [first, second] = [rooms('first', 'home'), rooms('second', 'home')];
  t.deepEqual([first.take(100), second.take(51), second.take(50), rooms('away').take(100)], [true, false, true, true]);
  first.give(1);
  t.deepEqual([second.take(2), second.take(1)], [false, true]);
  const { upload } = uploadOf(someTickets(50));
  const place = { path: pathFor(t), room: rooms('third') };
  const checked = checkedTickets(place, yieldIfDue, { memory: 1_000, file: 1_000_000 });
  t.is(await checkTickets(upload, checked), 50);
  t.true(checked.isFull());
  t.is((await collected(readChecked(upload, checked))).length, 50);
  await checked.remove();
  t.true(rooms('third').take(100));
});
