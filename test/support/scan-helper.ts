import { workerData } from 'node:worker_threads';
import { help, type HelperData } from '../../src/vector-engine/scan-team.ts';

const { ms, ...data } = workerData as HelperData & { readonly ms: number };
const clock = new Int32Array(new SharedArrayBuffer(4));

const step = (task: number): number => {
  const [count = 0] = new Uint32Array(data.memory.buffer, task, 1);
  Atomics.wait(clock, 0, 0, ms);
  return count;
};

/** A helper that finds as many rows as the first field of a task says, after `ms` milliseconds. */
help(data, { estimate: step, compare: step });
