import { setTimeout } from 'node:timers/promises';
import { LogUnavailable, ReadModelsDamaged, Unavailable } from '../domain/errors.ts';
import type { ErasedEvents, EventStore, LogScan, ReadProgress } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { StoreFile } from '../ports/store-files.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import { logChecksum } from '../../projections/log-checksum.ts';
import { compare, type Comparison } from '../../projections/verify.ts';
import { differs, linesOf } from './comparison-lines.ts';
import { type OperationReport, type Progress, readingProgress } from './operation.ts';
import type { RebuildProgress } from './rebuild-read-models.ts';
import { replay } from './replay.ts';
import type { ProjectedModel } from './start-projections.ts';

export type Verification = {
  readonly store: Pick<EventStore, 'subscribe'>;
  /** Of a log that removes the events of erased streams later. */
  readonly erased: ErasedEvents | undefined;
  readonly projected: readonly ProjectedModel[];
  /** Gives tickets that lack one a vector of the model in use; returns how many there were. Throws Unavailable if the model cannot be called. */
  readonly embedMissing: (progress: Progress) => Promise<number>;
  /** The files of the embedded stores that are in use. */
  readonly files: readonly StoreFile[];
  /** Builds the read models of the file anew; undefined if no file holds any. */
  readonly rebuild: ((progress: RebuildProgress) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
};

/**
 * Reads the embedded files as a whole, and compares the log with every read model, each at one position: counts and hashes of ids, collection by
 * collection. With `repair`, a damaged file of read models is built anew and read models that differ are rebuilt from the log (which retries
 * parked events), tickets without a vector of the model in use get one, and what an earlier version has erased incompletely is erased. A damaged log is
 * reported and nothing else is done.
 */
export const verify = async (
  dependencies: Verification,
  { repair, progress }: { readonly repair: boolean; readonly progress: Progress },
): Promise<OperationReport> => {
  const found = await inspect(dependencies, progress);
  if (found.isLogDamaged || found.isSound) return { succeeded: found.isSound, lines: found.lines };
  if (!repair) return { succeeded: false, lines: [...found.lines, ...hintOf(found)] };
  const lines = [...found.lines];
  if (found.softlyDeleted > 0) {
    const erased = (await dependencies.erased?.complete(logScan(dependencies, 'erase', progress))) ?? 0;
    lines.push(`EventStoreDB: ${erased} streams that an earlier version had deleted are erased for good`);
  }
  lines.push(...(await repairReadModels(dependencies, found, progress)));
  lines.push(...(await repairVectors(dependencies, progress)));
  const after = await inspect(dependencies, progress);
  lines.push(...after.lines, after.isSound ? 'Repaired' : 'Some of it could not be repaired');
  return { succeeded: after.isSound, lines };
};

/** How to rebuild what differs; what else can be repaired is said with it. */
const hintOf = ({ differing, areViewsDamaged }: Findings) =>
  differing.length > 0 || areViewsDamaged ? ['npm run verify -- --repair rebuilds what differs from the log'] : [];

type Findings = {
  readonly lines: readonly string[];
  readonly isSound: boolean;
  readonly isLogDamaged: boolean;
  /** The file of the read models is damaged: none of them can be trusted. */
  readonly areViewsDamaged: boolean;
  readonly differing: readonly ProjectionName[];
  /** Streams of the log that an earlier version has erased incompletely. */
  readonly softlyDeleted: number;
};

const unknown = { isSound: false, differing: [], softlyDeleted: 0 } as const;

const inspect = async (dependencies: Verification, progress: Progress): Promise<Findings> => {
  const { lines, damaged } = await checkFiles(dependencies.files, progress);
  const isLogDamaged = damaged.includes('log');
  if (isLogDamaged) return { ...unknown, lines, isLogDamaged, areViewsDamaged: false };
  try {
    const found = await compareAll(dependencies, progress);
    const differing = found.filter(differs).map(({ projection }) => projection);
    const agreement = differing.length === 0 ? ['The log and all read models agree'] : [];
    const erased = await checkErased(dependencies, progress);
    const all = [...lines, ...found.flatMap(linesOf), ...agreement, ...erased.lines];
    const areViewsDamaged = damaged.length > 0;
    const isSound = differing.length === 0 && !areViewsDamaged && erased.softlyDeleted === 0;
    return { lines: all, isSound, isLogDamaged, areViewsDamaged, differing, softlyDeleted: erased.softlyDeleted };
  } catch (error) {
    if (!(error instanceof ReadModelsDamaged)) throw error;
    const all = [...lines, 'The read models cannot be compared: a read failed'];
    return { ...unknown, lines: all, isLogDamaged, areViewsDamaged: true };
  }
};

const checkFiles = async (files: readonly StoreFile[], progress: Progress) => {
  const lines: string[] = [];
  const damaged: StoreFile['holds'][] = [];
  for (const { name, holds, check } of files) {
    progress({ step: `check ${name}`, done: 0, total: 1 });
    const { problems, readable } = await check();
    progress({ step: `check ${name}`, done: 1, total: 1 });
    if (problems.length === 0) continue;
    damaged.push(holds);
    const part = readable ? `; its events can be read up to position ${readable.upTo}` : '';
    lines.push(`${name} is damaged${part}`, ...problems.map((problem) => `  ${problem}`));
    if (holds === 'log') lines.push('Stop the service and restore a back-up: a damaged log cannot be repaired');
  }
  return { lines, damaged };
};

/** What erased streams have left in a log that keeps their events until its operator has them removed; that some are left is no fault of the log. */
const checkErased = async (dependencies: Verification, progress: Progress) => {
  const { erased } = dependencies;
  if (!erased) return { lines: [], softlyDeleted: 0 };
  const { held, softlyDeleted } = await erased.inspect(logScan(dependencies, 'check erased streams', progress));
  const repair = 'npm run verify -- --repair erases them for good';
  const scavenge = 'until a scavenge removes them (docs/operations.md, "Deleted data in EventStoreDB")';
  return {
    softlyDeleted,
    lines: [
      held === 0
        ? 'EventStoreDB: holds nothing of erased streams'
        : `EventStoreDB: holds ${held} erased events ${scavenge}`,
      ...(softlyDeleted === 0
        ? []
        : [
            `EventStoreDB: no scavenge removes all of ${softlyDeleted} streams that an earlier version has deleted; ${repair}`,
          ]),
    ],
  };
};

const logScan = ({ signal }: Verification, step: string, progress: Progress): LogScan => ({
  signal,
  progress: (made) => progress(readingProgress(step, made)),
});

/** Builds anew what is damaged or differs; returns what was done. */
const repairReadModels = async (
  { projected, rebuild }: Verification,
  { areViewsDamaged, differing }: Findings,
  progress: Progress,
): Promise<readonly string[]> => {
  if (areViewsDamaged && rebuild) {
    await rebuild((name, made) => progress(readingProgress(`rebuild ${name}`, made)));
    return ['views.db was built anew from the log'];
  }
  const lines: string[] = [];
  for (const { running } of projected) {
    if (differing.includes(running.name)) lines.push(...(await replay(running, { accept: true, progress })).lines);
  }
  return lines;
};

/** Embeds what lacks a vector; returns what was done, or why it was not: what has been rebuilt before stays. */
const repairVectors = async (
  { embedMissing }: Pick<Verification, 'embedMissing'>,
  progress: Progress,
): Promise<readonly string[]> => {
  try {
    const embedded = await embedMissing(progress);
    return embedded > 0 ? [`ticket-index: ${embedded} tickets got the vector they lacked`] : [];
  } catch (error) {
    if (!(error instanceof Unavailable) || error instanceof LogUnavailable) throw error;
    return [`ticket-index: tickets that lack a vector got none: ${error.message}; ${modelAdvice}`];
  }
};

const modelAdvice =
  'make that model available (EMBEDDING_MODEL, GATEWAY_URL) and run npm run verify -- --repair again, or change to the configured one with npm run reembed';

const compareAll = async (
  { store, projected, signal }: Verification,
  progress: Progress,
): Promise<readonly Comparison[]> => {
  const log = logChecksum(store, signal);
  const comparisons: Comparison[] = [];
  for (const { running, model } of projected) {
    const report = (made: ReadProgress) => progress(readingProgress(`verify ${running.name}`, made));
    // Most of the log is read while the projection runs, the rest while it is paused.
    const { position: ahead } = await running.status();
    await log.readTo(ahead, report);
    comparisons.push(
      await pauseAtOrAfter(running, log.position, async (position) => {
        await log.readTo(position, report);
        const generation = await model.current();
        await generation.refresh();
        return compare(running.name, generation, log);
      }),
    );
  }
  return comparisons;
};

const pollIntervalMs = 100;

/** Runs work while the projection is paused at or after a position: it may be behind the read models that were compared before it. */
const pauseAtOrAfter = async <Result>(
  running: RunningProjection,
  minPosition: () => bigint,
  work: (position: bigint) => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    const result = await running.pauseProjection(async (position) =>
      position >= minPosition() ? { done: await work(position) } : undefined,
    );
    if (result) return result.done;
    await setTimeout(pollIntervalMs);
  }
};
