import test from 'ava';
import { requireBytes } from '../../src/commands/admit-changes.ts';
import { QuotaExceeded } from '../../src/domain/errors.ts';
import { ticketBytes } from '../../src/domain/stored-bytes.ts';
import { quotaCheck } from '../../src/uploads/quota.ts';
import { encodedLength } from '../../src/domain/vector.ts';
import type { PreparedTicket } from '../../src/uploads/upload.ts';

const ticket = { ticketId: '1', category: 'Вход', client: '', problem: ['Не входит'], solution: ['Смените пароль'] };

const batchOf = (count: number): readonly PreparedTicket[] =>
  Array.from({ length: count }, (_, index) => ({ ticket, recordId: String(index), index, row: null, kept: [] }));

/** A check, with the usage that the read models show. */
const open = (quota: { readonly tickets?: number; readonly bytes?: number }, vectorLength = 0) => {
  let asked = 0;
  const shown = { tickets: 0, bytes: 0, collections: 0 };
  const quotas = {
    usage: () => {
      asked += 1;
      return Promise.resolve({ ...shown });
    },
    limits: () => Promise.resolve({ tickets: quota.tickets, bytes: quota.bytes, collections: undefined }),
  };
  const begin = () => requireBytes(quotas, 'me', 1);
  const check = quotaCheck({ quotas, vectorLength: () => Promise.resolve(vectorLength) }, 'me');
  return { check, begin, shown, asked: () => asked };
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

test('bytes are those that a ticket occupies in log and read models', async (t) => {
  const { logged, present } = ticketBytes(ticket);
  const bytes = logged + present;
  t.true(logged > Buffer.byteLength('1ВходНе входитСмените пароль'));
  const { tickets, refusal } = await open({ bytes: bytes * 2 + 1 }).check(batchOf(3));
  t.is(tickets.length, 2);
  t.is(
    refusal?.message.replaceAll(/(\d) (?=\d)/g, '$1'),
    `Quota exceeded: ${bytes * 2} bytes of ${bytes * 2 + 1} are stored`,
  );
});

test('the vectors that a batch will have count before it is embedded', async (t) => {
  const { logged, present } = ticketBytes(ticket, encodedLength(512));
  const { tickets } = await open({ bytes: (logged + present) * 2 + 1 }, encodedLength(512)).check(batchOf(100));
  t.is(tickets.length, 2);
});

test('a text that replaces another one adds its event, however short it is', async (t) => {
  const data = { ...ticket, tenantId: 'me', collectionId: 'c', recordId: 'r', vector: { model: 'm', values: '' } };
  const replaces = {
    state: { status: 'active', data, revision: 1, isFlagged: false },
    content: 0,
    streamRevision: 0,
  } as const;
  const update = { ...batchOf(1)[0], ticket: { ...ticket, solution: ['Да'] }, replaces } as PreparedTicket;
  const { check, shown } = open({ bytes: 10_000 });
  shown.bytes = 9_900;
  t.is((await check([update])).tickets.length, 0);
  shown.bytes = 0;
  t.is((await open({ bytes: 10_000 }).check([update])).tickets.length, 1);
});

test('an upload does not begin once the bytes are used up, and does while a tenant has its tickets', async (t) => {
  const { begin, shown } = open({ tickets: 3, bytes: 1_000_000 });
  shown.tickets = 3;
  await begin();
  shown.bytes = 1_000_000;
  const error = await t.throwsAsync(begin(), { instanceOf: QuotaExceeded });
  t.is(error.message, 'Quota exceeded: 1 000 000 bytes of 1 000 000 are stored');
  await open({}).begin();
});
