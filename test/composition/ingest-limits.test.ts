import { setImmediate, setTimeout } from 'node:timers/promises';
import test from 'ava';
import { ingestLimits } from '../../src/composition/ingest-limits.ts';
import type { AbortableLimit } from '../../src/concurrency/abortable-limit.ts';
import type { SpooledPreview } from '../../src/ports/ingest.ts';

const signal = new AbortController().signal;

/** Lets accounts of one customer and one of another wait for the reader of a running workbook; returns in which order they had their turns. */
const turns = async (rateLimitBy: 'address' | 'account') => {
  const { workbooks } = ingestLimits({ maxConcurrentUploads: 2, rateLimitBy });
  const order: string[] = [];
  const read = (tenantId: string, customer: string) =>
    workbooks.later({ tenantId, customer, signal }, async () => {
      order.push(tenantId);
      await setImmediate();
    });
  const done = [read('crowd-1', 'crowd'), ...[2, 3, 4, 5].map((number) => read(`crowd-${number}`, 'crowd'))];
  done.push(read('alone', 'other'));
  await Promise.all(done);
  return order;
};

test('new accounts of one customer, whatever their number, do not go first at the readers of workbooks', async (t) => {
  t.is((await turns('address')).indexOf('alone'), 1);
});

test('where accounts are limited, those of one customer have a turn each', async (t) => {
  t.is((await turns('account')).indexOf('alone'), 5);
});

test('corrections of one customer, whatever the number of its accounts, do not go before those of another; one whose client leaves has no turn', async (t) => {
  const { singles } = ingestLimits({ maxConcurrentUploads: 2, rateLimitBy: 'account' });
  const gone = new AbortController();
  const order: string[] = [];
  const clean = (tenantId: string, customer: string, of = signal) =>
    singles({ tenantId, customer, signal: of }, async () => {
      order.push(tenantId);
      await setTimeout(5);
    });
  const done = [1, 2, 3, 4, 5].map((number) => clean(`crowd-${number}`, 'crowd'));
  const left = t.throwsAsync(clean('crowd-6', 'crowd', gone.signal), { message: 'left' });
  done.push(clean('alone', 'other'));
  gone.abort(new Error('left'));
  await Promise.all([...done, left]);
  t.is(order.indexOf('alone'), 1);
  t.false(order.includes('crowd-6'));
});

test('of small previews, and of small uploads, a customer has four in work at a time, its others wait; another customer’s and tiny ones do not', async (t) => {
  const { previews, uploads } = ingestLimits({ maxConcurrentUploads: 2, rateLimitBy: 'address' });
  const preview = (tenantId: string, customer: string, bytes: number, work: () => Promise<unknown>) =>
    previews({ tenantId, customer, bytes, kind: 'body' } as SpooledPreview, signal, work);
  const upload = (tenantId: string, customer: string, _bytes: number, work: () => Promise<unknown>) =>
    uploads.small({ tenantId, customer, signal }, work);
  for (const run of [preview, upload]) {
    const ended = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    const begin = (tenantId: string, customer: string, bytes = 500_000) =>
      run(tenantId, customer, bytes, () => {
        begun.push(tenantId);
        return ended.promise;
      });
    const done = Array.from({ length: 20 }, (_, index) => begin(`crowd-${index}`, 'crowd'));
    done.push(begin('alone', 'other'));
    if (run === preview) done.push(begin('tiny', 'crowd', 60_000));
    await setImmediate();
    t.is(begun.filter((tenant) => tenant.startsWith('crowd')).length, 4);
    t.true(begun.includes('alone'));
    t.is(begun.includes('tiny'), run === preview);
    ended.resolve(undefined);
    await Promise.all(done);
    t.is(begun.filter((tenant) => tenant.startsWith('crowd')).length, 20);
  }
});

test('of uploads and previews that give their slots away a customer has four begun at a time, and others begin meanwhile', async (t) => {
  const { previews, uploads } = ingestLimits({ maxConcurrentUploads: 2, rateLimitBy: 'address' });
  const preview = (bytes: number): AbortableLimit => {
    return (waiter, work) =>
      previews({ ...waiter, bytes, kind: 'body' } as unknown as SpooledPreview, waiter.signal, (yieldSlot = noSlot) =>
        work(() => false, yieldSlot),
      );
  };
  for (const limit of [uploads.small, uploads.large, preview(500_000), preview(5_000_000)]) {
    const begun = new Set<string>();
    const log: (readonly string[])[] = [];
    const run = (tenantId: string, customer: string) =>
      limit({ tenantId, customer, signal }, async (_isWanted, yieldSlot) => {
        begun.add(tenantId);
        for (let batch = 0; batch < 5; batch += 1) {
          log.push([...begun]);
          await setImmediate();
          await yieldSlot();
        }
        begun.delete(tenantId);
      });
    const left = new AbortController();
    const crowd = Array.from({ length: 20 }, (_, index) => run(`crowd-${index}`, 'crowd'));
    const gone = limit({ tenantId: 'gone', customer: 'crowd', signal: left.signal }, () => run('gone', 'crowd'));
    await setImmediate();
    left.abort(new Error('left'));
    await t.throwsAsync(gone, { message: 'left' });
    await Promise.all([...crowd, run('alone', 'other')]);
    const ofCrowd = log.map((some) => some.filter((tenant) => tenant !== 'alone').length);
    t.is(Math.max(...ofCrowd), 4);
    // Before those of the crowd that had begun have ended.
    t.true(log.findIndex((some) => some.includes('alone')) < 20);
    t.is(log.length, 105);
  }
});

const noSlot = () => undefined;
