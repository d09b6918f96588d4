import { setTimeout } from 'node:timers/promises';
import type { EventStore } from '../ports/event-store.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import { compare, type Comparison, logChecksum } from '../../projections/verify.ts';
import type { OperationReport, Progress } from './operation.ts';
import { replay } from './replay.ts';
import type { ProjectedModel } from './start-projections.ts';

export type Verification = {
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly projected: readonly ProjectedModel[];
  /** Gives tickets that lack one a vector of the model in use; returns how many there were. */
  readonly embedMissing: (progress: Progress) => Promise<number>;
  readonly signal: AbortSignal;
};

/** How many mismatches of a read model are listed. */
const maxListed = 20;

/**
 * Compares the log with every read model, each at one position: counts and hashes of ids, collection by collection. With `repair`, read models
 * that differ are rebuilt from the log (which retries parked events), and tickets without a vector of the model in use get one.
 */
export const verify = async (
  dependencies: Verification,
  { repair, progress }: { readonly repair: boolean; readonly progress: Progress },
): Promise<OperationReport> => {
  const found = await compareAll(dependencies, progress);
  const differing = found.filter(({ mismatches }) => mismatches.length > 0).map(({ projection }) => projection);
  const lines = found.flatMap(linesOf);
  if (differing.length === 0) return { succeeded: true, lines: [...lines, 'The log and all read models agree'] };
  if (!repair) {
    return { succeeded: false, lines: [...lines, 'npm run verify -- --repair rebuilds what differs from the log'] };
  }
  for (const { running } of dependencies.projected) {
    if (!differing.includes(running.name)) continue;
    lines.push(...(await replay(running, { accept: true, progress })).lines);
  }
  const embedded = await dependencies.embedMissing(progress);
  if (embedded > 0) lines.push(`ticket-index: ${embedded} tickets got the vector they lacked`);
  const after = await compareAll(dependencies, progress);
  const agree = after.every(({ mismatches }) => mismatches.length === 0);
  lines.push(...after.flatMap(linesOf), agree ? 'Repaired' : 'Some of it could not be repaired');
  return { succeeded: agree, lines };
};

const compareAll = async (
  { store, projected, signal }: Verification,
  progress: Progress,
): Promise<readonly Comparison[]> => {
  const log = logChecksum(store, signal);
  const comparisons: Comparison[] = [];
  for (const { running, model } of projected) {
    const report = (position: bigint, goal: bigint) =>
      progress({ step: `verify ${running.name}`, done: Number(position), total: Number(goal) });
    // Most of the log is read while the projection runs, the rest while it is paused.
    const { position: ahead } = await running.status();
    await log.readTo(ahead, (position) => report(position, ahead));
    comparisons.push(
      await pauseAtOrAfter(running, log.position, async (position) => {
        await log.readTo(position, (now) => report(now, position));
        const generation = await model.current();
        await generation.refresh();
        return compare(running.name, generation, log.groups(running.name));
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

const contents: Readonly<Record<ProjectionName, string>> = {
  accounts: 'accounts',
  collections: 'collections and tickets',
  'ticket-index': 'tickets',
  uploads: 'uploads and their tickets',
};

const linesOf = ({ projection, count, mismatches }: Comparison): readonly string[] => {
  if (mismatches.length === 0) return [`${projection}: ${count} ${contents[projection]}, as in the log`];
  const shown = mismatches
    .slice(0, maxListed)
    .map(({ group, inLog, inModel }) => `  ${group}: ${inLog} in the log, ${inModel} in the read model`);
  const rest = mismatches.length > maxListed ? [`  and ${mismatches.length - maxListed} more`] : [];
  return [`${projection}: differs from the log in ${mismatches.length}`, ...shown, ...rest];
};
