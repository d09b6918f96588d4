import { workerData } from 'node:worker_threads';
import { runWorker, type ScanWorkerData } from './scan-pool.ts';
import { kernelFunctions } from './vector-kernel.ts';

/** A worker of the scan pool (scan-pool.ts). */
const data = workerData as ScanWorkerData;
runWorker(data, kernelFunctions(data.memory));
