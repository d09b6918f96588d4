import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { shortTimeoutAfterFailure, probeLimit } from '../../src/concurrency/timeout.ts';

class Away extends Error {}

test.serial('after a failure work is given up after 1.5 s, which is no failure itself, until 10 s later', async (t) => {
  const clock = { now: 0 };
  const limitTime = shortTimeoutAfterFailure({
    isUnreachable: (error) => error instanceof Away,
    onTimeout: () => new Away('given up'),
    now: () => clock.now,
  });
  await t.throwsAsync(limitTime(Promise.reject(new Away('away'))), { message: 'away' });
  clock.now = 9_000;
  await t.throwsAsync(limitTime(new Promise(() => undefined)), { message: 'given up' });
  clock.now = 10_001;
  const slow = Promise.withResolvers<string>();
  const unlimited = limitTime(slow.promise);
  t.is(
    await Promise.race([unlimited, new Promise((resolve) => setTimeout(resolve, 1_700, 'still waiting'))]),
    'still waiting',
  );
  slow.resolve('answer');
  t.is(await unlimited, 'answer');
});

/** Runs what the callback starts with timers that `pass` moves on. */
const withTimers = async (work: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await work(async (milliseconds) => {
      mock.timers.tick(milliseconds);
      await setImmediate();
    });
  } finally {
    mock.timers.reset();
  }
};

test.serial(
  'a probe of a busy server is waited for, one of a frozen server for 4 s and then for 1 s until it answers',
  async (t) => {
    await withTimers(async (pass) => {
      const limit = probeLimit((seconds) => new Away(`no answer within ${seconds} s`));
      const started = (probe: Promise<string>) => {
        let outcome = 'open';
        limit(probe).then(
          (answer) => (outcome = answer),
          (error: unknown) => (outcome = String(error)),
        );
        return () => outcome;
      };
      const busy = Promise.withResolvers<string>();
      const first = started(busy.promise);
      await pass(3_900);
      t.is(first(), 'open');
      busy.resolve('ready');
      await pass(0);
      t.is(first(), 'ready');

      const late = Promise.withResolvers<string>();
      const frozen = started(late.promise);
      await pass(4_000);
      t.is(frozen(), 'Error: no answer within 4 s');
      const known = started(new Promise(() => undefined));
      await pass(1_000);
      t.is(known(), 'Error: no answer within 1 s');

      late.resolve('at last');
      await pass(0);
      const again = started(new Promise(() => undefined));
      await pass(3_900);
      t.is(again(), 'open');
    });
  },
);
