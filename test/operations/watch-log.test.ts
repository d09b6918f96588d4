import test from 'ava';
import { LogUnavailable } from '../../src/domain/errors.ts';
import { watchLog } from '../../src/operations/watch-log.ts';
import type { Append, AppendOutcome } from '../../src/ports/event-store.ts';
import { anyFact, newEvent } from '../support/events.ts';

const anAppend = (): Append => ({ stream: 'collection-1', expected: 'no stream', events: [newEvent(anyFact())] });
const appended: AppendOutcome = { outcome: 'appended', position: 1n };

/** A log that does what `state` says, and a clock that the test moves. */
const watched = () => {
  const state = {
    outcome: appended as AppendOutcome,
    failure: undefined as LogUnavailable | undefined,
    hangs: false,
    now: 0,
  };
  const answer = <Result>(result: () => Result): Promise<Result> => {
    if (state.hangs) return new Promise(() => undefined);
    return state.failure ? Promise.reject(state.failure) : Promise.resolve(result());
  };
  const log = watchLog(
    {
      appendAll: (appends) => answer(() => appends.map(() => state.outcome)),
      read: () => answer(() => []),
      readPage: () => answer(() => []),
      readHeaders: () => answer(() => []),
      probe: () => answer(() => undefined),
    },
    { noAnswer: 'EventStoreDB did not answer', now: () => state.now },
  );
  return { state, log };
};

test('the outcomes of a log that fails name the reason and how long it has failed, until one succeeds', async (t) => {
  const { state, log } = watched();
  state.outcome = { outcome: 'unknown', reason: 'Disk is full' };
  const append = async () => (await log.appendAll([anAppend()]))[0];
  t.like(await append(), { reason: 'Disk is full', failingForMs: 0 });
  state.now = 1_500;
  t.like(await append(), { failingForMs: 1_500 });
  state.outcome = appended;
  t.deepEqual(await append(), appended);
  state.outcome = { outcome: 'unknown' };
  t.like(await append(), { reason: 'EventStoreDB did not answer', failingForMs: 0 });
  state.now += 60_000;
  t.like(await append(), { failingForMs: 0 }, 'a failure of a minute ago says nothing of now');
});

test('a frozen log is waited for 1 s once it is known to fail', async (t) => {
  const { state, log } = watched();
  state.failure = new LogUnavailable('EventStoreDB did not answer');
  await t.throwsAsync(log.read('log'), { message: 'EventStoreDB did not answer' });
  Object.assign(state, { failure: undefined, hangs: true });
  const [, [outcome]] = await Promise.all([
    t.throwsAsync(log.read('log'), { instanceOf: LogUnavailable, message: 'EventStoreDB did not answer' }),
    log.appendAll([anAppend()]),
  ]);
  t.like(outcome, { outcome: 'unknown', reason: 'EventStoreDB did not answer' });
});

test('what the log fails of is found by trying it, and no longer said once it works again', async (t) => {
  const { state, log } = watched();
  t.is(await log.failure(), undefined);
  state.failure = new LogUnavailable('Disk is full: the event log cannot be written');
  t.is(await log.failure(), 'Disk is full: the event log cannot be written');
  state.failure = undefined;
  t.is(await log.failure(), undefined);
  state.hangs = true;
  t.is(await log.failure(), 'EventStoreDB did not answer');
});
