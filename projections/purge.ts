import { setTimeout } from 'node:timers/promises';
import type { BackgroundService } from '../src/concurrency/background-service.ts';
import { isGapStream, isQuestionStream, isUploadStream, streamOf } from '../src/domain/streams.ts';
import type { EventStore } from '../src/ports/event-store.ts';
import type { Orphan, Purgeable, ReadModel } from '../src/ports/read-model.ts';
import type { Leadership } from './leadership.ts';

/** Small enough that a step blocks the writer for some ten milliseconds only. */
const orphansPerStep = 100;
const pauseBetweenStepsMs = 5;
const pauseBetweenRoundsMs = 2_000;

/** How often generations without a role are looked for: to look in a folder of one's own costs next to nothing, a server lists what it holds. */
const dropIntervalMs = { own: 0, shared: 10_000 };

/** Collections are marked as purged this long after the last removal: later than a store applies a late write to a deleted collection. */
const quietPeriodMs = 95_000;

export type PurgeContext = {
  readonly accounts: ReadModel<never>;
  readonly collections: ReadModel<never>;
  readonly index: ReadModel<never>;
  readonly uploads: ReadModel<never>;
  readonly questions: ReadModel<never>;
  readonly store: Pick<EventStore, 'erase'>;
  readonly signal: AbortSignal;
  readonly leadership: Leadership;
  /** Removes what deletions have left in the embedded files, if it is the turn of one of these; resolves to undefined if it is done. */
  readonly eraseTraces: (clients: ReadonlySet<string>) => Promise<unknown>;
};

/**
 * Removes what deleted collections leave, and questions that have expired: first vectors, then the streams of tickets, uploads and questions, then the rows that
 * hold the streams' names. Erasures stay: their receipts say what was erased.
 * Every step may be repeated, so that it can be interrupted anywhere. Returns the number of rows and vectors removed, and how much of that has left traces.
 */
export const purgeOnce = async ({
  collections,
  index,
  uploads,
  questions,
  store,
  signal,
}: Pick<PurgeContext, 'collections' | 'index' | 'uploads' | 'questions' | 'store' | 'signal'>): Promise<Purged> => {
  const eraseTickets = (orphans: readonly Orphan[]) =>
    store.erase(orphans.map(({ collectionId, recordId }) => streamOf.ticket(collectionId, recordId)));
  const eraseNamed = (isStream: (name: string) => boolean) => (orphans: readonly Orphan[]) =>
    store.erase(orphans.map(({ recordId }) => recordId).filter(isStream));
  const nothing = () => Promise.resolve(0);
  const isNamed = (name: string) => isQuestionStream(name) || isGapStream(name);
  const all = [
    await purge(index.current, nothing, signal),
    await purge(index.retained, nothing, signal),
    await purge(collections.current, eraseTickets, signal),
    await purge(uploads.current, eraseNamed(isUploadStream), signal),
    await purge(questions.current, eraseNamed(isNamed), signal),
  ];
  const sum = (of: keyof Purged) => all.reduce((total, one) => total + one[of], 0);
  return { removed: sum('removed'), traces: sum('traces') };
};

type Purged = {
  readonly removed: number;
  /** Streams that had events, and rows with content: to remove what an erasure has emptied leaves nothing in files. */
  readonly traces: number;
};

/** The generation is looked up for each step, since a replay may replace it. */
const purge = async (
  generation: () => Promise<Purgeable | undefined>,
  eraseStreams: (orphans: readonly Orphan[]) => Promise<number>,
  signal: AbortSignal,
): Promise<Purged> => {
  let [removed, traces] = [0, 0];
  while (!signal.aborted) {
    const purgeable = await generation();
    const orphans = (await purgeable?.orphans(orphansPerStep)) ?? [];
    if (orphans.length === 0) break;
    traces += await eraseStreams(orphans);
    await purgeable?.remove(orphans);
    removed += orphans.length;
    traces += orphans.filter(({ isBare }) => !isBare).length;
    await setTimeout(pauseBetweenStepsMs);
  }
  return { removed, traces };
};

/** What is purged has a share of the rewrites of its own, as a tenant's erasures have. */
const purgeClient = new Set(['purge']);

/** Purges and drops unused generations; to be started when the projections have caught up. */
export const purgeService = (context: PurgeContext, now: () => number): BackgroundService => {
  const dropUnused = droppingUnused(context);
  let quietSince = now();
  // Also after a start: the process before may have ended in between.
  let hasTraces = true;
  return {
    name: 'the purge of deleted collections',
    intervalMs: pauseBetweenRoundsMs,
    runOnce: async () => {
      await context.leadership.acquire();
      const dropped = await dropUnused();
      const { removed, traces } = await purgeOnce(context).catch((error: unknown) => {
        hasTraces = true;
        throw error;
      });
      if (dropped + removed > 0) quietSince = now();
      if (now() - quietSince >= quietPeriodMs) {
        await markPurged(context);
        quietSince = now();
      }
      if (dropped + traces > 0) hasTraces = true;
      else if (hasTraces) hasTraces = (await context.eraseTraces(purgeClient)) !== undefined;
    },
  };
};

/** Returns a function that drops generations without a role if the interval has passed; it returns their number. */
const droppingUnused = ({ accounts, collections, index, uploads, questions, signal, leadership }: PurgeContext) => {
  const intervalMs = leadership.shared ? dropIntervalMs.shared : dropIntervalMs.own;
  let lastCheckedAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<number> => {
    if (performance.now() - lastCheckedAt < intervalMs) return 0;
    let dropped = 0;
    for (const model of [accounts, collections, index, uploads, questions]) dropped += await model.dropUnused(signal);
    lastCheckedAt = performance.now();
    return dropped;
  };
};

const markPurged = async ({ collections, index, uploads, questions }: PurgeContext): Promise<void> => {
  for (const generation of [index.current, index.retained, collections.current, uploads.current, questions.current]) {
    await (await generation())?.markPurged();
  }
};
