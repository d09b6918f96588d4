import { ApiError, isAborted } from '../../api/api-error.ts';
import type { Send } from '../../api/request.ts';
import { serverSentEvents } from './server-sent-events.ts';
import type { Progress, UploadRecord } from './upload-records.ts';
import { wait } from './wait.ts';

type Follow = {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
};

/** Seconds before a stream that broke is opened again. */
const afterBreak = 2;

/**
 * Follows an upload until its end, over broken lines too; returns the record that it ended with. Throws ApiError where the service refuses to tell, and
 * the signal's AbortError.
 */
export const followProgress = async (send: Send, { path, signal, tell }: Follow): Promise<UploadRecord> => {
  let seen = '';
  for (;;) {
    try {
      const headers = seen === '' ? {} : { 'Last-Event-ID': seen };
      const { body } = await send(`GET ${path}/progress`, { headers, signal });
      for await (const { name, id, data } of body ? serverSentEvents(body) : []) {
        if (id !== '') seen = id;
        if (name === 'outcome') return JSON.parse(data) as UploadRecord;
        if (name === 'progress') tell(JSON.parse(data) as Progress);
        signal.throwIfAborted();
      }
    } catch (error) {
      if (isAborted(error) || signal.aborted) throw error;
      // A line that breaks while it is read is told as a TypeError.
      if (!(error instanceof ApiError) && !(error instanceof TypeError)) throw error;
      const status = error instanceof ApiError ? error.status : 0;
      if (status !== 0 && status !== 429 && status < 502) throw error;
      if (error instanceof ApiError && error.retryAfter !== undefined) await wait(error.retryAfter, signal);
    }
    await wait(afterBreak, signal);
  }
};
