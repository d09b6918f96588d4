import { logBytes } from '../adapters/sqlite/log/log-file.ts';
import type { LogProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { ChangesBatch, ReadAhead } from '../../projections/projection.ts';
import type { IterableMethods } from '../threads/remote-iterables.ts';
import { remote } from '../threads/rpc.ts';
import { startIterableThread } from './iterable-thread.ts';

/** The file of an embedded log. */
export type ChangeReaderData = { readonly path: string };

type Methods = IterableMethods<[projection: ProjectionName, after: bigint], ChangesBatch<unknown>>;

type Options = {
  /** Positions of the log have no gaps. */
  readonly log: Pick<LogProgress, 'head'>;
  readonly onFailure: (error: unknown) => void;
  /** When a thread is worth it; by default `defaultMinBacklog`. */
  readonly minBacklog?: typeof defaultMinBacklog;
};

/** A smaller backlog is projected before the thread has started; smaller events take as long to transfer as to decode. */
const defaultMinBacklog = { events: 3_000, bytesOfEvent: 1_500 };

/**
 * Reads an embedded log and derives the changes of its events in a separate thread, so that the writer only writes. The thread runs while a projection is far
 * behind. If it fails, `onFailure` gets the reason, and the writer reads the rest itself.
 */
export const changeReaderThread = (
  path: string,
  { log, onFailure, minBacklog = defaultMinBacklog }: Options,
): ReadAhead => {
  const start = () =>
    startIterableThread({
      ...{ name: 'change-reader', remote: remote<Methods>(), onFailure },
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
  const isFarBehind = async (after: bigint): Promise<boolean> => {
    const head = await log.head();
    return head - after >= minBacklog.events && logBytes(path) / Number(head) >= minBacklog.bytesOfEvent;
  };
  return async function* (projection, after, signal) {
    readers += 1;
    try {
      if (!(await isFarBehind(after))) return;
      const { iterate } = await (running ??= start());
      yield* iterate(projection, after, signal);
    } catch (error) {
      onFailure(error);
    } finally {
      await end();
    }
  };
};
