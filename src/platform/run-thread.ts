import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Runs a module in a separate thread with its data; resolves with the one message that it posts, and rejects with what it throws. */
export const runThread = async <Result>(module: URL, data: unknown): Promise<Result> => {
  const worker = new Worker(module, { workerData: data });
  try {
    const [result] = (await once(worker, 'message')) as [Result];
    return result;
  } catch (error) {
    // A copy of an error of the system is none that others recognise.
    throw error instanceof Error && !('code' in error) ? error : new Error((error as Error).message, { cause: error });
  } finally {
    await worker.terminate();
  }
};
