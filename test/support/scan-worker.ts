import { workerData } from 'node:worker_threads';
import { runWorker, type ScanWorkerData } from '../../src/vector-engine/scan-pool.ts';

const { ms, ...data } = workerData as ScanWorkerData & { readonly ms: number };
const clock = new Int32Array(new SharedArrayBuffer(4));

const step = (task: number): number => {
  const [count = 0] = new Uint32Array(data.memory.buffer, task, 1);
  Atomics.wait(clock, 0, 0, ms);
  return count;
};

/** A worker that finds as many rows as the first field of a task says, after `ms` milliseconds. */
runWorker(data, { estimate: step, compare: step });
