import { randomUUID } from 'node:crypto';
import type { AbortableLimit } from '../concurrency/abortable-limit.ts';
import type { IsWanted } from '../concurrency/fair-limit.ts';
import type { ReadAhead } from '../ticket-files/read-options.ts';
import { tooLarge } from '../ticket-files/xlsx-refusals.ts';
import { pageFile, pageFileBytes } from './page-file.ts';

type Place = {
  /** Of the file that is read; what is read ahead lies beside it. */
  readonly path: string;
  /** Runs a turn of the reading when it may begin. */
  readonly limit: <Result>(turn: (isWanted: IsWanted) => Promise<Result>) => Promise<Result>;
};

/** How an upload or a preview waits for one of the readers of workbooks. */
export type Waiter = Parameters<AbortableLimit>[0];

/** For how long a reading keeps its turn while others wait. It ends then and begins again later, behind the pages that are kept, for twice as long. */
const firstTurnMs = 5_000;

/**
 * Reads pages into a file, while they are processed from its beginning: a limited reading takes its own time, and not that of the processing. The file is
 * removed at the end. Throws UnreadableFile behind the pages for which there is room, what the reading and the limit throw, and what `pageFile` does.
 */
export const readAheadIn = (
  { path, limit }: Place,
  { maxBytes = pageFileBytes, turnMs = firstTurnMs } = {},
): ReadAhead =>
  async function* (read) {
    const left = new AbortController();
    const kept = keptPages(`${path}.${randomUUID()}.pages`, maxBytes);
    const readTurn = (ms: number): Promise<boolean> =>
      limit(async (isWanted) => {
        const end = performance.now() + ms;
        let index = 0;
        for await (const page of read(left.signal)) {
          await kept.add(page, index);
          index += 1;
          if (performance.now() > end && isWanted()) return false;
        }
        return true;
      });
    const readAll = async (): Promise<void> => {
      for (let ms = turnMs; !(await readTurn(ms)); ms *= 2);
    };
    const reading = readAll().finally(kept.end);
    reading.catch(() => undefined);
    try {
      yield* kept.pages();
      await reading;
    } finally {
      left.abort();
      await reading.catch(() => undefined);
      await kept.remove();
    }
  };

/** Pages that are read while others are added, until the end. */
const keptPages = (path: string, maxBytes: number) => {
  const file = pageFile(path, maxBytes);
  let count = 0;
  let hasEnded = false;
  let change = Promise.withResolvers<undefined>();
  const changed = (): void => {
    change.resolve(undefined);
    change = Promise.withResolvers();
  };
  return {
    /** Keeps the page of an index, if it is the next one. Throws UnreadableFile if there is no room. */
    add: async (page: Uint8Array, index: number): Promise<void> => {
      if (index < count) return;
      if (!(await file.append(page))) throw tooLarge();
      count += 1;
      changed();
    },
    end: (): void => {
      hasEnded = true;
      changed();
    },
    pages: async function* (): AsyncGenerator<Uint8Array, void> {
      for (let next = 0, isLast = false; !isLast;) {
        isLast = hasEnded;
        const { promise } = change;
        for await (const page of file.pages(next)) {
          next += 1;
          yield page;
        }
        if (!isLast) await promise;
      }
    },
    remove: file.remove,
  };
};
