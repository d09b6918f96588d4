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
