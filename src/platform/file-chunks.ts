import { createReadStream, readFileSync, statSync } from 'node:fs';

const chunkBytes = 64 * 1024;

/**
 * The bytes of a file in chunks of 64 KiB, until the signal aborts; throws its reason, or an AbortError. A file of one chunk is read at once: it was written just before, so that
 * the system has it in memory, and a stream would wait for four turns of the event loop, each behind a slice of other work. The stream of a longer one is made once somebody
 * reads: one that is made with an aborted signal, or for a pipeline whose end has closed, opens its file and never closes it.
 */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void> {
  signal?.throwIfAborted();
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size <= chunkBytes) yield readFileSync(path);
  else yield* createReadStream(path, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>;
}
