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
  readonly signal: AbortSignal;
};

/**
 * Reads the embedded files as a whole, and compares the log with every read model, each at one position: counts and hashes of ids, collection by
 * collection. With `repair`, read models that are damaged or differ are rebuilt from the log (which retries parked events), tickets without a vector of
 * the model in use get one, and what an earlier version has erased incompletely is erased. A damaged log is reported and nothing else is done.
 */
export const verify = async (
  dependencies: Verification,
  { repair, progress }: { readonly repair: boolean; readonly progress: Progress },
): Promise<OperationReport> => {
  const found = await inspect(dependencies, progress);
  if (found.isLogDamaged || found.isConsistent) return { succeeded: found.isConsistent, lines: found.lines };
  if (!repair) return { succeeded: false, lines: [...found.lines, ...hintOf(found)] };
  const lines = [...found.lines];
  if (found.softlyDeleted > 0) {
    const erased = (await dependencies.erased?.complete(logScan(dependencies, 'erase', progress))) ?? 0;
    lines.push(`EventStoreDB: ${erased} streams that an earlier version had deleted are erased for good`);
  }
  lines.push(...(await repairReadModels(dependencies, found, progress)));
  lines.push(...(await repairVectors(dependencies, progress)));
  const after = await inspect(dependencies, progress);
  lines.push(...after.lines, after.isConsistent ? 'Repaired' : 'Some of it could not be repaired');
  return { succeeded: after.isConsistent, lines };
};

/** How to rebuild what differs; what else can be repaired is said with it. */
const hintOf = ({ differing, damaged }: Findings) =>
  differing.length + damaged.length > 0 ? ['npm run verify -- --repair rebuilds what differs from the log'] : [];

type Findings = {
  readonly lines: readonly string[];
  readonly isConsistent: boolean;
  readonly isLogDamaged: boolean;
  /** The read models with a damaged file, or of which a read failed. */
  readonly damaged: readonly ProjectionName[];
  readonly differing: readonly ProjectionName[];
  /** Streams of the log that an earlier version has erased incompletely. */
  readonly softlyDeleted: number;
};

const inspect = async (dependencies: Verification, progress: Progress): Promise<Findings> => {
  const checked = await checkFiles(dependencies.files, progress);
  if (checked.isLogDamaged) return { ...checked, isConsistent: false, differing: [], softlyDeleted: 0 };
  const found = await compareAll(dependencies, checked.damaged, progress);
  const differing = found.compared.filter(differs).map(({ projection }) => projection);
  const { softlyDeleted, lines: erasedLines } = await checkErased(dependencies, progress);
  const unread = found.damaged.map((name) => `${name}: not compared: it is damaged`);
  const later = faultsSince(dependencies.files, found.damaged);
  const damaged = [...found.damaged, ...later.damaged];
  const isConsistent = damaged.length + later.lines.length + differing.length + softlyDeleted === 0;
  const agreement = isConsistent ? ['The log and all read models agree'] : [];
  return {
    lines: [
      ...[...checked.lines, ...found.compared.flatMap(linesOf), ...unread, ...later.lines],
      ...[...erasedLines, ...agreement],
    ],
    ...{ isConsistent, isLogDamaged: later.isLogDamaged, damaged, differing, softlyDeleted },
  };
};

/** What was read beside the comparison may have found what the check of the files did not. */
const faultsSince = (files: readonly StoreFile[], known: readonly ProjectionName[]) => {
  const faulty = files.filter(({ content, fault }) => fault() !== undefined && !known.some((name) => name === content));
  return {
    lines: faulty.map(({ name, fault }) => `${name} is ${fault() ?? 'damaged'}, as a read beside the comparison found`),
    damaged: faulty.flatMap(({ content }) => (content === 'log' ? [] : [content])),
    isLogDamaged: faulty.some(({ content }) => content === 'log'),
  };
};

const checkFiles = async (files: readonly StoreFile[], progress: Progress) => {
  const lines: string[] = [];
  const damaged: ProjectionName[] = [];
  let isLogDamaged = false;
  for (const { name, content, check } of files) {
    progress({ step: `check ${name}`, done: 0, total: 1 });
    const { problems, readable } = await check();
    progress({ step: `check ${name}`, done: 1, total: 1 });
    if (problems.length === 0) continue;
    const part = readable ? `; its events can be read up to position ${readable.upTo}` : '';
    lines.push(`${name} is damaged${part}`, ...problems.map((problem) => `  ${problem}`));
    if (content !== 'log') damaged.push(content);
    else {
      isLogDamaged = true;
      lines.push('Stop the service and restore a back-up: a damaged log cannot be repaired');
    }
  }
  return { lines, damaged, isLogDamaged };
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

/** Replays damaged or differing read models one by one; returns a report. A damaged retained index of an earlier model is not rebuilt. */
const repairReadModels = async (
  { projected }: Verification,
  { damaged, differing }: Findings,
  progress: Progress,
): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { running, model } of projected) {
    const isDamaged = damaged.includes(running.name);
    if (!isDamaged && !differing.includes(running.name)) continue;
    if (isDamaged) {
      await model.dropRetained();
      await model.abortBuild();
    }
    lines.push(...(await replay(running, { accept: true, progress })).lines);
  }
  return lines;
};

/** Embeds tickets without a vector; returns a report, or why it was not possible: rebuilt read models stay. */
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

type Compared = { readonly compared: readonly Comparison[]; readonly damaged: readonly ProjectionName[] };

const compareAll = async (
  { store, projected, signal }: Verification,
  knownDamaged: readonly ProjectionName[],
  progress: Progress,
): Promise<Compared> => {
  const log = logChecksum(store, signal);
  const compared: Comparison[] = [];
  const damaged = [...knownDamaged];
  for (const { running, model } of projected) {
    // Its projection may not get on.
    if (damaged.includes(running.name)) continue;
    const report = (made: ReadProgress) => progress(readingProgress(`verify ${running.name}`, made));
    // Most of the log is read while the projection runs, the rest while it is paused.
    const { position: ahead } = await running.status();
    await log.readTo(ahead, report);
    const comparing = pauseAtOrAfter(running, log.position, async (position) => {
      await log.readTo(position, report);
      const generation = await model.current();
      await generation.refresh();
      return compare(running.name, generation, log);
    });
    try {
      compared.push(await comparing);
    } catch (error) {
      if (!(error instanceof ReadModelsDamaged)) throw error;
      damaged.push(running.name);
    }
  }
  return { compared, damaged };
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
