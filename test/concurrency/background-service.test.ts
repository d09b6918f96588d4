import test from 'ava';
import { runInBackground } from '../../src/concurrency/background-service.ts';

const stopAfter = (runs: number, runOnce: (run: number) => Promise<number> | Promise<void>) => {
  const stopping = new AbortController();
  let run = 0;
  return {
    signal: stopping.signal,
    stopping,
    runs: () => run,
    runOnce: () => {
      run += 1;
      if (run === runs) stopping.abort();
      return runOnce(run);
    },
  };
};

test('a service runs again after its interval or the wait that a run asks for, and stops when the signal aborts', async (t) => {
  const { signal, runs, runOnce } = stopAfter(3, (run) => (run === 1 ? Promise.resolve(0) : Promise.resolve()));
  let running = true;
  const failed = () => t.fail();
  const stop = async () => {
    t.is(runs(), 3);
    running = await Promise.resolve(false);
  };
  await runInBackground({ name: 'counting', runOnce, intervalMs: 1, stop }, { signal, failed });
  t.false(running);
});

test('a run that fails is reported and tried again long before a long interval has passed; the last one is not reported', async (t) => {
  const { signal, runs, runOnce } = stopAfter(3, async (run): Promise<void> =>
    Promise.reject(new Error(`failure ${run}`)),
  );
  const failures: unknown[] = [];
  await runInBackground(
    { name: 'failing', runOnce, intervalMs: 3_600_000 },
    { signal, failed: (name, error) => failures.push([name, String(error)]) },
  );
  t.is(runs(), 3);
  t.deepEqual(failures, [
    ['failing', 'Error: failure 1'],
    ['failing', 'Error: failure 2'],
  ]);
});

test('a stop during a wait ends it, and a service that has stopped before its start does nothing', async (t) => {
  const { signal, stopping, runs, runOnce } = stopAfter(2, () => Promise.resolve());
  const service = { name: 'waiting', runOnce, intervalMs: 3_600_000 };
  const running = runInBackground(service, { signal, failed: () => t.fail() });
  stopping.abort();
  await running;
  t.is(runs(), 1);
  await runInBackground(service, { signal, failed: () => t.fail() });
  t.is(runs(), 1);
});
