import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { anAppend, kindsOf, openAppender, until } from '../../support/eventstoredb-appender.ts';

// One after the other: all share one thread with the double, and some measure times.

test.serial('many appends go through one call, which is opened at the first', async (t) => {
  const { double, append } = await openAppender(t);
  t.is(double.faults.batch.seen.opened, 0);
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => append(anAppend())));
  t.deepEqual(kindsOf(outcomes), ['appended']);
  t.is(double.faults.batch.seen.opened, 1);
});

test.serial('appends in flight are limited in number and bytes; the others wait', async (t) => {
  for (const [changed, most] of [
    [{ appends: 8 }, 8],
    [{ bytes: 50_000 }, 4],
  ] as const) {
    const { double, append } = await openAppender(t, changed);
    double.faults.slow(100);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => append(anAppend('x'.repeat(10_000)))));
    t.deepEqual(kindsOf(outcomes), ['appended']);
    t.is(double.faults.batch.seen.maxUnanswered, most);
  }
});

test.serial('an append with more bytes than may be in flight is sent alone', async (t) => {
  const { append } = await openAppender(t, { bytes: 1_000 });
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => append(anAppend('x'.repeat(10_000)))));
  t.deepEqual(kindsOf(outcomes), ['appended']);
});

test.serial('a large append goes in several messages and is written whole', async (t) => {
  const { double, append, written } = await openAppender(t);
  const wanted = anAppend('x'.repeat(90_000), 10);
  t.is((await append(wanted)).outcome, 'appended');
  t.is(written(wanted.stream), 10);
  t.is(double.faults.batch.seen.messages, 5);
});

test.serial('an append that becomes too large with a message before its last is refused, others go on', async (t) => {
  const { append, written } = await openAppender(t);
  const wanted = anAppend('x'.repeat(90_000), 20);
  await t.throwsAsync(append(wanted), { message: 'An append is larger than EventStoreDB accepts (1048576 bytes)' });
  t.is((await append(anAppend())).outcome, 'appended');
  t.is(written(wanted.stream), 0);
});

test.serial('an append at another revision, or to a deleted stream, is a conflict', async (t) => {
  const { double, append } = await openAppender(t);
  const first = anAppend();
  await append(first);
  t.deepEqual(await append({ ...anAppend(), stream: first.stream }), { outcome: 'conflict' });
  t.deepEqual(await append({ ...anAppend(), expected: 3 }), { outcome: 'conflict' });
  double.log.erase(first.stream, 'any', 'tombstone');
  t.deepEqual(await append({ ...anAppend(), stream: first.stream }), { outcome: 'conflict' });
});

for (const [refusal, reason] of [
  ['AccessDenied', 'Error'],
  ['Timeout', 'Error: EventStoreDB refused an append: Timeout'],
  ['Server Is Not Ready', 'Error: EventStoreDB refused an append: Server Is Not Ready'],
] as const) {
  test.serial(`an append that the server refuses with ${refusal} is unknown, and its call goes on`, async (t) => {
    const { double, failures, append } = await openAppender(t);
    const { seen } = double.faults.batch;
    // A first connection can drop on a busy machine, which is another failure.
    while ((await append(anAppend())).outcome !== 'appended');
    const [failed, opened] = [failures.length, seen.opened];
    double.faults.batch.refuseNext(refusal);
    const wanted = anAppend();
    t.deepEqual(await append(wanted), { outcome: 'unknown' });
    t.deepEqual(failures.slice(failed), [reason]);
    t.is((await append(wanted)).outcome, 'appended');
    t.is(seen.opened, opened);
  });
}

test.serial('a server whose clock is ahead accepts appends', async (t) => {
  const { double, append } = await openAppender(t);
  double.faults.batch.clockAheadMs = 3_600_000;
  t.is((await append(anAppend())).outcome, 'appended');
});

test.serial('an append without an answer is unknown after its time, and a late answer is ignored', async (t) => {
  const { double, failures, append, written } = await openAppender(t, { lifetimeMs: 3_000 });
  await append(anAppend());
  const wanted = anAppend();
  double.faults.slow(4_000);
  const late = append(wanted);
  await until(() => double.faults.batch.seen.messages === 2);
  // The call is not given up, because it answers others.
  double.faults.slow(0);
  const others = (async () => {
    for (const end = performance.now() + 5_000; performance.now() < end;) {
      t.is((await append(anAppend())).outcome, 'appended');
      await setTimeout(50);
    }
  })();
  t.deepEqual(await late, { outcome: 'unknown' });
  t.deepEqual(failures, ['Error: timed out']);
  await others;
  t.is(written(wanted.stream), 1);
  t.is((await append(wanted)).outcome, 'appended');
  t.is(written(wanted.stream), 1);
  t.is(double.faults.batch.seen.opened, 1);
});
