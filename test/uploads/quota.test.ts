import test from 'ava';
import { QuotaExceeded } from '../../src/domain/errors.ts';
import { textBytes } from '../../src/domain/ticket-record.ts';
import { quotaCheck } from '../../src/uploads/quota.ts';
import type { PreparedTicket } from '../../src/uploads/upload.ts';

const ticket = { ticketId: '1', category: 'Вход', client: '', problem: ['Не входит'], solution: ['Смените пароль'] };

const batchOf = (count: number): readonly PreparedTicket[] =>
  Array.from({ length: count }, (_, index) => ({ ticket, recordId: String(index), index, row: null }));

/** A check, with the usage that the read models show. */
const open = (quota: { readonly tickets?: number; readonly bytes?: number }) => {
  let asked = 0;
  const shown = { tickets: 0, bytes: 0 };
  const collections = {
    usage: () => {
      asked += 1;
      return Promise.resolve({ ...shown });
    },
  };
  const limits = { tickets: quota.tickets, bytes: quota.bytes };
  return { check: quotaCheck({ collections, quota: limits }, 'me'), shown, asked: () => asked };
};

test('without a quota nothing is asked', async (t) => {
  const { check, asked } = open({});
  t.is((await check(batchOf(100))).tickets.length, 100);
  t.is(asked(), 0);
});

test('a batch is admitted as far as there is room, and the refusal has the numbers', async (t) => {
  const { check, shown } = open({ tickets: 10_000 });
  shown.tickets = 9_950;
  const { tickets, refusal } = await check(batchOf(100));
  t.is(tickets.length, 50);
  t.true(refusal instanceof QuotaExceeded);
  t.is(refusal?.message, 'Quota exceeded: 10 000 tickets of 10 000 are stored');
});

test('what the upload has stored counts before the read models show it', async (t) => {
  const { check } = open({ tickets: 150 });
  t.is((await check(batchOf(100))).tickets.length, 100);
  const { tickets, refusal } = await check(batchOf(100));
  t.is(tickets.length, 50);
  t.truthy(refusal);
});

test('what other uploads have stored meanwhile counts for the next batch, and skipped tickets do not', async (t) => {
  const { check, shown } = open({ tickets: 250 });
  t.is((await check(batchOf(100))).refusal, undefined);
  shown.tickets = 250;
  t.deepEqual(await check([]), { tickets: [] });
  t.is((await check(batchOf(1))).tickets.length, 0);
});

test('bytes are those of the stored text in UTF-8', async (t) => {
  const bytes = textBytes(ticket);
  t.is(bytes, Buffer.byteLength('1ВходНе входитСмените пароль'));
  const { tickets, refusal } = await open({ bytes: bytes * 2 + 1 }).check(batchOf(3));
  t.is(tickets.length, 2);
  t.is(refusal?.message, `Quota exceeded: ${bytes * 2} bytes of ${bytes * 2 + 1} are stored`);
});
