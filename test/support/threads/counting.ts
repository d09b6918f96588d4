import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

await setImmediate();
if (typeof workerData === 'string') throw new RangeError(`${workerData} is no number`);
if (typeof workerData === 'number') parentPort?.postMessage(workerData + 1);
