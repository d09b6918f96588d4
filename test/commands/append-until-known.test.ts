import test from 'ava';
import { appendWithRetry } from '../../src/commands/command-handler.ts';
import { LogUnavailable } from '../../src/domain/errors.ts';
import type { Append, AppendOutcome } from '../../src/ports/event-store.ts';
import { anyFact, newEvent } from '../support/events.ts';

const anAppend = (): Append => ({ stream: 'collection-1', expected: 'no stream', events: [newEvent(anyFact())] });

/** A log whose attempts end with these outcomes; the last one repeats. */
const logWith = (...outcomes: readonly AppendOutcome[]) => {
  const attempts: (readonly Append[])[] = [];
  const appendAll = (appends: readonly Append[]) => {
    attempts.push(appends);
    const outcome = outcomes[attempts.length - 1] ?? outcomes.at(-1);
    return Promise.resolve(outcome ? appends.map(() => outcome) : []);
  };
  return { attempts, appendAll };
};

const full = { outcome: 'unknown', reason: 'Disk is full: the event log cannot be written' } as const;

test('an append of unknown outcome is repeated with the same events until its outcome is known', async (t) => {
  const log = logWith({ outcome: 'unknown' }, full, { outcome: 'appended', position: 3n });
  const append = anAppend();
  t.deepEqual(await appendWithRetry(log, [append]), [{ outcome: 'appended', position: 3n }]);
  t.deepEqual(log.attempts, [[append], [append], [append]]);
});

test('a log that goes on failing is named with its reason when the time is over', async (t) => {
  const log = logWith(full);
  await t.throwsAsync(appendWithRetry(log, [anAppend()], { timeoutMs: 1_000 }), {
    instanceOf: LogUnavailable,
    message: 'Disk is full: the event log cannot be written',
  });
  t.true(log.attempts.length > 1);
});

test('an abort ends the repeats, with the reason of the log', async (t) => {
  const log = logWith(full);
  const stop = new AbortController();
  const appending = appendWithRetry(log, [anAppend()], { timeoutMs: 60_000, signal: stop.signal });
  stop.abort();
  await t.throwsAsync(appending, { instanceOf: LogUnavailable, message: /^Disk is full/ });
});

test('a log that has failed for that long for others gets one attempt', async (t) => {
  const log = logWith({ ...full, failingForMs: 2_000 });
  await t.throwsAsync(appendWithRetry(log, [anAppend()]), { instanceOf: LogUnavailable, message: /^Disk is full/ });
  t.is(log.attempts.length, 1);
});
