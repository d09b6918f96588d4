import { setTimeout } from 'node:timers/promises';
import { isUploadStream, streamOf } from '../src/domain/streams.ts';
import type { EventStore } from '../src/ports/event-store.ts';
import type { Orphan, ReadModel, Generation } from '../src/ports/read-model.ts';
import { isAborted } from './is-aborted.ts';
import type { Leadership } from './leadership.ts';
import type { Pause, ProjectorLog } from './apply-events.ts';

/** Small enough that a step keeps the writer from appending for some ten milliseconds only. */
const step = 100;

/** A late write may come back within the time a store remembers a deletion, so that zero is only believed when it is counted again after this. */
const certainty = 95_000;

export type PurgeContext = {
  readonly accounts: ReadModel<never>;
  readonly collections: ReadModel<never>;
  readonly index: ReadModel<never>;
  readonly uploads: ReadModel<never>;
  readonly store: Pick<EventStore, 'erase'>;
  readonly log: ProjectorLog;
  readonly pause: Pause;
  readonly signal: AbortSignal;
  readonly leadership: Leadership;
};

/**
 * Removes what hangs below deleted collections: vectors first, then the tickets' and the uploads' streams, then the rows that know the streams' names.
 * Every step may be repeated, so that a crash between any two harms nothing. Returns how many rows and vectors it removed in this round.
 */
export const purgeOnce = async ({
  collections,
  index,
  uploads,
  store,
  signal,
}: Pick<PurgeContext, 'collections' | 'index' | 'uploads' | 'store' | 'signal'>): Promise<number> => {
  let removed = 0;
  const purge = async (
    copyOf: () => Promise<Generation<never>>,
    before: (some: readonly Orphan[]) => Promise<void>,
  ) => {
    while (!signal.aborted) {
      const copy = await copyOf();
      const orphans = await copy.orphans(step);
      if (orphans.length === 0) return;
      await before(orphans);
      await copy.remove(orphans);
      removed += orphans.length;
      await breath();
    }
  };
  const nothing = () => Promise.resolve();
  await purge(index.current, nothing);
  if (await index.retained()) await purge(async () => (await index.retained()) ?? index.current(), nothing);
  await purge(collections.current, async (orphans) => {
    await store.erase(orphans.map(({ collectionId, recordId }) => streamOf.ticket(collectionId, recordId)));
  });
  await purge(uploads.current, async (orphans) => {
    await store.erase(orphans.map(({ recordId }) => recordId).filter(isUploadStream));
  });
  return removed;
};

const breath = () => setTimeout(5);

/** Purges, and drops copies that were replaced, until the signal aborts; begun when the projections have caught up. Collections are settled when a count taken long enough after the last removal is zero. */
export const runPurge = async (context: PurgeContext, now: () => number): Promise<void> => {
  const { accounts, collections, index, uploads, leadership, signal, pause, log } = context;
  let zeroSince = now();
  for (let failures = 0; !signal.aborted;) {
    try {
      await leadership.acquire();
      for (const model of [accounts, collections, index, uploads]) await model.dropUnused(signal);
      if ((await purgeOnce(context)) > 0) zeroSince = now();
      if (now() - zeroSince >= certainty) {
        for (const copyOf of [index.current, index.retained, collections.current, uploads.current])
          await (await copyOf())?.markPurged();
        zeroSince = now();
      }
      failures = 0;
      await sleep(2_000, signal);
    } catch (error) {
      if (isAborted(signal)) return;
      log.retrying('collections', error);
      await pause((failures += 1), signal);
    }
  }
};

const sleep = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
