import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { seededRandom } from '../../scripts/bench/seeded-random.ts';
import { quantisedVectors } from '../../src/vector-engine/quantised-vectors.ts';
import {
  type ScanWorkerData,
  scanPool,
  type ScanTask,
  type Step,
  taskFields,
} from '../../src/vector-engine/scan-pool.ts';
import { vectorKernel } from '../../src/vector-engine/vector-kernel.ts';
import { scan, scanQuery } from '../../src/vector-engine/vector-scan.ts';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { randomVector } from '../support/vectors.ts';

const dimensions = 4096;

/** Several rounds of several blocks; their vectors have little to tell them apart. */
const vectors = () => {
  const random = seededRandom(5);
  const centre = randomVector(random, dimensions);
  return Array.from({ length: 4_000 }, () => centre.map((value) => value + 0.2 * (random() - 0.5)));
};

const foundBy = (cores: number, rows: readonly Float32Array[]) => {
  const store = quantisedVectors(vectorKernel(cores), dimensions);
  rows.forEach((row, number) => store.add(number, row));
  runToCompletion(store.sketch());
  return () =>
    rows.slice(0, 10).map((row) => {
      const [near = []] = runToCompletion(scan(store, [scanQuery(row, 5)]));
      // Which other rows are left depends on how early the nearest ones were found.
      return near
        .map(({ block, row: index, estimate }) => ({ number: block.numbers[index], estimate }))
        .toSorted((a, b) => b.estimate - a.estimate)
        .slice(0, 5);
    });
};

test('the fields of a task are in the order of the kernel', (t) => {
  const source = readFileSync(new URL('../../src/vector-engine/vector-kernel.as', import.meta.url), 'utf8');
  const [, fields = ''] = /^class Task \{([^}]+)\}/m.exec(source) ?? [];
  const names = [...fields.matchAll(/(\w+): (?:usize|i32);/g)].map(([, name]) => name);
  t.deepEqual(names, [...taskFields, 'bounds']);
});

test('several threads find what one finds', async (t) => {
  const rows = vectors();
  const alone = foundBy(1, rows)();
  const together = foundBy(3, rows);
  for (let round = 0; round < 5; round += 1) {
    t.deepEqual(together(), alone);
    // The workers start after the first call.
    await setTimeout(100);
  }
});

/** As many take less time here than a worker that is late. */
const taskCount = 16;

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const helperFile = new URL('../support/scan-worker.ts', import.meta.url);

/** A pool of two whose kernel finds as many rows as the first field of a task says; `done` are the tasks that were done here. */
const countingTeam = (t: ExecutionContext, helperMs: number) => {
  const threads: Worker[] = [];
  const done: number[] = [];
  const kernel = vectorKernel(1);
  let tasksRoom = '';
  const room: typeof kernel.room = (name, bytes) => {
    if (name.endsWith('tasks')) tasksRoom = name;
    return kernel.room(name, bytes);
  };
  const here: Step = (task) => {
    const [count = 0] = kernel.numbers(task, 1);
    pause(1);
    done.push(count);
    return count;
  };
  const start = (workerData: ScanWorkerData) => {
    const worker = new Worker(helperFile, { workerData: { ...workerData, ms: helperMs } });
    t.teardown(() => worker.terminate());
    threads.push(worker);
  };
  const pool = scanPool({ ...kernel, room, steps: { estimate: here, compare: here } }, 2, start);
  const noFields = Object.fromEntries(taskFields.map((field) => [field, 0])) as ScanTask;
  const tasks = Array.from({ length: taskCount }, (_, task): ScanTask => ({ ...noFields, codes: task + 1 }));
  const run = () => {
    const found = new Map<number, number>();
    const take = pool.begin({ tasks, maxRows: 1, isShared: true });
    take('compare', (task, _, count) => found.set(task, (found.get(task) ?? 0) + count));
    return [...found].toSorted(([a], [b]) => a - b).map(([, count]) => count);
  };
  const started = async () => {
    run();
    const [thread] = threads;
    if (!thread) throw new Error('No worker was started');
    await once(thread, 'online');
    return thread;
  };
  /** Whether the tasks of a call are kept apart from those of an earlier one, which a worker still reads. */
  const isApart = () => {
    run();
    return tasksRoom === 'other tasks';
  };
  return { started, done, run, isApart, expected: tasks.map(({ codes }) => codes) };
};

test('a worker takes tasks, each of which is done once', async (t) => {
  const { started, done, run, expected } = countingTeam(t, 0);
  await started();
  done.length = 0;
  let calls = 0;
  for (; calls < 2_000 && done.length === calls * taskCount; calls += 1) {
    t.deepEqual(run(), expected);
    await setTimeout(20);
  }
  t.true(done.length < calls * taskCount, 'the worker took none');
});

test('a worker that is late is not waited for, and each task is counted once', async (t) => {
  const helperMs = 200;
  const { started, done, run, expected } = countingTeam(t, helperMs);
  await started();
  let inTime = 0;
  for (let call = 0; call < 30 || inTime < 10; call += 1) {
    done.length = 0;
    const began = performance.now();
    t.deepEqual(run(), expected);
    // On busy cores a call may take as long as the worker.
    if (performance.now() - began < helperMs / 2) {
      inTime += 1;
      t.is(done.length, taskCount, 'all tasks were done here');
    }
    await setTimeout(20);
  }
});

test('tasks are kept apart from those of a worker that is late until it has ended its task', async (t) => {
  const { started, isApart } = countingTeam(t, 300);
  await started();
  let wasApart = false;
  for (let call = 0; call < 2_000 && !wasApart; call += 1) {
    wasApart = isApart();
    await setTimeout(20);
  }
  t.true(wasApart);
  while (isApart()) await setTimeout(20);
});

test('a worker can be ended while it waits for tasks, and none is lost', async (t) => {
  const { started, run, expected } = countingTeam(t, 0);
  const worker = await started();
  await setTimeout(300);
  t.is(await worker.terminate(), 1);
  t.deepEqual(run(), expected);
});
