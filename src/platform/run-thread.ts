import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a separate thread with its data; resolves with the one message that it posts once it has ended, and rejects with what it throws. The thread
 * ends by itself: to terminate one that evaluates its module, as it does while it posts, can abort the whole process (nodejs/node#42501).
 */
export const runThread = async <Result>(module: URL, data: unknown): Promise<Result> => {
  const worker = new Worker(module, { workerData: data });
  const results: Result[] = [];
  worker.on('message', (result: Result) => results.push(result));
  try {
    await once(worker, 'exit');
  } catch (error) {
    // A copy of an error of the system is none that others recognise.
    throw error instanceof Error && !('code' in error) ? error : new Error((error as Error).message, { cause: error });
  }
  if (results.length === 0) throw new Error('A thread ended without a result');
  return results[0] as Result;
};
