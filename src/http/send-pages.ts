import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { clientGone } from './client-gone.ts';

/** The client of a download that reads nothing for this long is gone, even if its connection seems alive. */
const idleMs = 5 * 60_000;

/** Pages that are read in this thread fill no buffer while they are short: without a turn of the event loop after each, all would be read before anything else. */
async function* inTurnsOfLoop(pages: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const page of pages) {
    yield page;
    await setImmediate();
  }
}

/** Writes pages: the next one when the client has taken the one before, until it has gone or `stopping` is aborted. Throws what reading throws, with the connection broken. */
export const writePages = async (
  response: Response,
  pages: Iterable<string> | AsyncIterable<string>,
  stopping?: AbortSignal,
): Promise<void> => {
  try {
    await pipeline(inTurnsOfLoop(pages), response, stopping ? { signal: stopping } : {});
  } catch (error) {
    if (!stopping?.aborted && !hasLeft(response, error)) throw error;
  }
};

/** Whether an error is that the client has gone: by the connection, by the wait for a page, or by both. */
const hasLeft = (response: Response, error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every((one) => hasLeft(response, one))
    : error === clientGone(response).reason ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE');

/** Does the same for a download, whose client may read nothing for some minutes. */
export const sendPages = async (
  response: Response,
  pages: Iterable<string> | AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> => {
  response.setTimeout(idleMs, () => response.destroy());
  await writePages(response, pages, stopping);
};
