import test from 'ava';
import { impatientAfterFailure } from '../../src/concurrency/timeout.ts';

class Away extends Error {}

test('after a failure work is given up after 1.5 s, which is no failure itself, until 10 s later', async (t) => {
  const clock = { now: 0 };
  const impatient = impatientAfterFailure({
    isAway: (error) => error instanceof Away,
    onTimeout: () => new Away('given up'),
    now: () => clock.now,
  });
  await t.throwsAsync(impatient(Promise.reject(new Away('away'))), { message: 'away' });
  clock.now = 9_000;
  await t.throwsAsync(impatient(new Promise(() => undefined)), { message: 'given up' });
  clock.now = 10_001;
  const slow = Promise.withResolvers<string>();
  const patient = impatient(slow.promise);
  t.is(
    await Promise.race([patient, new Promise((resolve) => setTimeout(resolve, 1_700, 'still waiting'))]),
    'still waiting',
  );
  slow.resolve('answer');
  t.is(await patient, 'answer');
});
