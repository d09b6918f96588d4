import { workerData } from 'node:worker_threads';
import { help, type HelperData } from './scan-team.ts';
import { kernelFunctions } from './vector-kernel.ts';

/** A thread that helps to scan (scan-team.ts). */
const data = workerData as HelperData;
help(data, kernelFunctions(data.memory));
