import { randomUUID } from 'node:crypto';
import type { IsWanted } from '../concurrency/fair-limit.ts';
import type { ReadAhead } from '../ticket-files/read-options.ts';
import { tooLarge } from '../ticket-files/xlsx-refusals.ts';
import { tooMany } from './open-bodies.ts';
import type { Room } from './disk-rooms.ts';
import { pageFile } from './page-file.ts';

/** Runs a turn of the reading when it may begin. */
type Limit = <Result>(turn: (isWanted: IsWanted) => Promise<Result>) => Promise<Result>;

type Place = {
  /** Of the file that is read; what is read ahead lies beside it. */
  readonly path: string;
  readonly room: Room;
  /** Limits first turns, and the later ones apart from them: what is read quickly waits for nothing that is not. */
  readonly limits: { readonly first: Limit; readonly later: Limit };
};

/** For how long a reading keeps its turn while others wait, in ms. It ends then and begins again later, behind the pages that are kept. */
const defaultTurns = { first: 2_000, second: 10_000 };
/** How often it is looked whether others wait. */
const lookMs = 100;

/**
 * Reads pages into a file, while they are processed from its beginning: a limited reading takes its own time, and not that of the processing. The file is
 * removed at the end. Throws UnreadableFile behind the pages that a file may have, TooManyAttempts if its tenant has no room for them, what the reading and the limits throw, and what `pageFile` does.
 */
export const readAheadIn = ({ path, room, limits }: Place, turns = defaultTurns): ReadAhead =>
  async function* (read) {
    const left = new AbortController();
    const kept = keptPages(pageFile(`${path}.${randomUUID()}.pages`, refusing(room)));
    const turnOf = (ms: number) => (isWanted: IsWanted) =>
      withinTurn({ left: left.signal, ms, isWanted }, async (ended) => {
        let index = 0;
        for await (const page of read(ended)) {
          await kept.add(page, index);
          index += 1;
        }
      });
    const readAll = async (): Promise<void> => {
      if (await limits.first(turnOf(turns.first))) return;
      // Each is twice as long, since it begins again.
      for (let ms = turns.second; !(await limits.later(turnOf(ms))); ms *= 2);
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

/** A room that refuses what does not fit. */
const refusing = ({ take, give }: Room): Room => ({
  take: (bytes) => {
    if (!take(bytes)) throw tooMany();
    return true;
  },
  give,
});

type Turn = { readonly left: AbortSignal; readonly ms: number; readonly isWanted: IsWanted };

/** Works until a turn is over and others wait; returns whether the work is done. */
const withinTurn = async (
  { left, ms, isWanted }: Turn,
  work: (ended: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const over = new AbortController();
  const end = performance.now() + ms;
  const look = setInterval(() => {
    if (performance.now() >= end && isWanted()) over.abort();
  }, lookMs);
  try {
    await work(AbortSignal.any([left, over.signal]));
    return true;
  } catch (error) {
    if (!over.signal.aborted || left.aborted) throw error;
    return false;
  } finally {
    clearInterval(look);
  }
};

/** Pages that are read while others are added, until the end. */
const keptPages = (file: ReturnType<typeof pageFile>) => {
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
