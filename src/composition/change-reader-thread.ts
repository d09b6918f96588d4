import type { LogProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { ChangesBatch, ReadAhead } from '../../projections/projection.ts';
import { type IterableMethods, iterableMethods } from '../threads/remote-iterables.ts';
import { remote } from '../threads/rpc.ts';
import { startIterableThread } from './iterable-thread.ts';

/** The file of an embedded log. */
export type ChangeReaderData = { readonly path: string };

type Methods = IterableMethods<[projection: ProjectionName, after: bigint], ChangesBatch<unknown>>;

type Options = {
  /** Positions of the log have no gaps. */
  readonly log: Pick<LogProgress, 'head'>;
  readonly onFailure: (error: unknown) => void;
  /** Fewer events take no longer than the start of the thread. */
  readonly leastEvents?: number;
};

/**
 * Reads an embedded log and derives what its events change in a thread of its own, so that the writer, which has to write it all, does nothing else. The
 * thread runs while a projection is far behind. Where it fails, `onFailure` gets the reason, and the writer reads on itself.
 */
export const changeReaderThread = (path: string, { log, onFailure, leastEvents = 3_000 }: Options): ReadAhead => {
  const start = () =>
    startIterableThread({
      ...{ name: 'change-reader', remote: remote<Methods>(iterableMethods), onFailure },
      data: { path } satisfies ChangeReaderData,
    });
  let running: ReturnType<typeof start> | undefined;
  let readers = 0;
  const end = async (): Promise<void> => {
    readers -= 1;
    if (readers > 0) return;
    const ended = running;
    running = undefined;
    await (await ended?.catch(() => undefined))?.stop();
  };
  return async function* (projection, after, signal) {
    if ((await log.head()) - after < leastEvents) return;
    readers += 1;
    try {
      const { iterate } = await (running ??= start());
      yield* iterate(projection, after, signal);
    } catch (error) {
      onFailure(error);
    } finally {
      await end();
    }
  };
};
