import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { LogUnavailable } from '../../src/domain/errors.ts';
import type { UploadCommand } from '../../src/domain/upload.ts';
import { progressRecorder } from '../../src/uploads/record-progress.ts';

test.before(() => mock.timers.enable({ apis: ['setInterval'] }));
test.after.always(() => mock.timers.reset());

const finish = () => ({ type: 'InterruptUpload', attemptId: 'run', stored: 0, detail: '' }) as const;

test.serial(
  'a record that hangs is the only one, however long it hangs, and the end waits for that one alone',
  async (t) => {
    const hanging: PromiseWithResolvers<bigint>[] = [];
    const failures: unknown[] = [];
    const { watch, end } = progressRecorder('run', {
      record: () => {
        const call = Promise.withResolvers<bigint>();
        hanging.push(call);
        return call.promise;
      },
      failed: (error) => failures.push(error),
    });
    for (let second = 0; second < 300; second += 1) {
      watch.stored(1);
      mock.timers.tick(1_000);
      await setImmediate();
    }
    t.is(hanging.length, 1);
    const ended = end(finish);
    hanging[0]?.reject(new LogUnavailable('EventStoreDB did not answer'));
    await setImmediate();
    t.is(failures.length, 1);
    t.is(hanging.length, 2);
    hanging[1]?.resolve(7n);
    t.is(await ended, 7n);
  },
);

test.serial('what a failed record held is in the next one, and nothing twice', async (t) => {
  const recorded: UploadCommand[] = [];
  let fails = true;
  const { watch, end } = progressRecorder('run', {
    record: (...commands) => {
      if (fails) return Promise.reject(new LogUnavailable('Disk is full'));
      recorded.push(...commands);
      return Promise.resolve(1n);
    },
    failed: () => undefined,
  });
  watch.skipped([{ ticketId: '1', index: 0, row: null, rule: 'duplicate' }]);
  mock.timers.tick(1_000);
  await setImmediate();
  fails = false;
  mock.timers.tick(1_000);
  await setImmediate();
  watch.skipped([{ ticketId: '2', index: 1, row: null, rule: 'duplicate' }]);
  await end(finish);
  const ids = recorded.flatMap((command) =>
    command.type === 'RecordProgress' ? command.skipped.map(({ ticketId }) => ticketId) : [],
  );
  t.deepEqual(ids, ['1', '2']);
});

const someSkipped = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ ticketId: `${from + at}`, index: from + at, row: null, rule: 'duplicate' }) as const,
  );

test.serial('of an upload the first 10 000 skipped tickets are listed, all others counted by their rule', async (t) => {
  const recorded: UploadCommand[] = [];
  const record = (...commands: readonly UploadCommand[]) => {
    recorded.push(...commands);
    return Promise.resolve(1n);
  };
  const { watch, end } = progressRecorder('run', { record, failed: () => undefined });
  // Those of an attempt before have their ids.
  watch.alreadyProcessed({ stored: 5, skipped: 1_000 });
  watch.skipped(someSkipped(0, 8_500));
  mock.timers.tick(1_000);
  await setImmediate();
  watch.skipped([...someSkipped(8_500, 600), { ticketId: 'x', index: 9_999, row: null, rule: 'no-problem' }]);
  await end(finish);
  const progress = recorded.filter((command) => command.type === 'RecordProgress');
  t.is(progress.flatMap(({ skipped }) => skipped).length, 9_000);
  t.deepEqual(progress.at(-1)?.unlisted, { duplicate: 100, 'no-problem': 1 });
  t.is(progress.at(-1)?.counts.skipped, 10_101);
  t.is(progress[0]?.unlisted, undefined);
});

test.serial('what is counted alone is recorded although there is nothing to list', async (t) => {
  const recorded: UploadCommand[] = [];
  const { watch, end } = progressRecorder('run', {
    record: (...commands) => {
      recorded.push(...commands);
      return Promise.resolve(1n);
    },
    failed: () => undefined,
  });
  watch.alreadyProcessed({ stored: 0, skipped: 10_000 });
  watch.skipped(someSkipped(0, 3));
  await end(finish);
  t.like(recorded[0], { type: 'RecordProgress', skipped: [], unlisted: { duplicate: 3 } });
});
