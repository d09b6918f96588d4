import { setTimeout } from 'node:timers/promises';
import type { EventStore } from '../ports/event-store.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { RunningProjection } from '../../projections/projector.ts';
import { compare, type Comparison, logChecksum } from '../../projections/verify.ts';
import type { OperationReport, Progress } from './operation.ts';
import { replay } from './replay.ts';

/** A read model at work, with the copy that is compared. */
export type Verified = { readonly running: RunningProjection; readonly model: ReadModel<never> };

export type Verification = {
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly verified: readonly Verified[];
  /** Gives tickets that lack one a vector of the model in use; returns how many there were. */
  readonly embedMissing: (progress: Progress) => Promise<number>;
  readonly signal: AbortSignal;
};

/** So many groups that differ are listed; more would say no more. */
const listed = 20;

/**
 * Compares the log with every read model, each at one position: counts and hashes of ids, collection by collection. With `repair` what
 * differs is built anew from the log (which tries parked events again), and tickets without a vector of the model in use get one.
 */
export const verify = async (
  dependencies: Verification,
  { repair, progress }: { readonly repair: boolean; readonly progress: Progress },
): Promise<OperationReport> => {
  const found = await compareAll(dependencies, progress);
  const drifted = found.filter(({ mismatches: drifts }) => drifts.length > 0).map(({ projection }) => projection);
  const lines = found.flatMap(linesOf);
  if (drifted.length === 0) return { succeeded: true, lines: [...lines, 'The log and all read models agree'] };
  if (!repair) {
    return { succeeded: false, lines: [...lines, 'npm run verify -- --repair builds what differs anew from the log'] };
  }
  for (const { running } of dependencies.verified) {
    if (!drifted.includes(running.name)) continue;
    lines.push(...(await replay(running, { accept: true, progress })).lines);
  }
  const embedded = await dependencies.embedMissing(progress);
  if (embedded > 0) lines.push(`ticket-index: ${embedded} tickets got the vector they lacked`);
  const after = await compareAll(dependencies, progress);
  const agree = after.every(({ mismatches: drifts }) => drifts.length === 0);
  lines.push(...after.flatMap(linesOf), agree ? 'Repaired' : 'Some of it could not be repaired');
  return { succeeded: agree, lines };
};

const compareAll = async (
  { store, verified, signal }: Verification,
  progress: Progress,
): Promise<readonly Comparison[]> => {
  const log = logChecksum(store, signal);
  const comparisons: Comparison[] = [];
  for (const { running, model } of verified) {
    const say = (position: bigint, goal: bigint) =>
      progress({ step: `verify ${running.name}`, done: Number(position), total: Number(goal) });
    // Most of the log is read while the projection goes on, the rest while it stands still.
    const { position: ahead } = await running.status();
    await log.readTo(ahead, (position) => say(position, ahead));
    comparisons.push(
      await whenReached(running, log.position, async (position) => {
        await log.readTo(position, (now) => say(now, position));
        const generation = await model.current();
        await generation.refresh();
        return compare(running.name, generation, log.groups(running.name));
      }),
    );
  }
  return comparisons;
};

/** A read model may be behind another one that was compared before; its turn comes once it has reached what was read of the log. */
const whenReached = async <Result>(
  running: RunningProjection,
  least: () => bigint,
  work: (position: bigint) => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    const result = await running.pauseProjection(async (position) =>
      position >= least() ? { done: await work(position) } : undefined,
    );
    if (result) return result.done;
    await setTimeout(100);
  }
};

const words: Readonly<Record<ProjectionName, string>> = {
  accounts: 'accounts',
  collections: 'collections and tickets',
  'ticket-index': 'tickets',
  uploads: 'uploads and their tickets',
};

const linesOf = ({ projection, count, mismatches: drifts }: Comparison): readonly string[] => {
  if (drifts.length === 0) return [`${projection}: ${count} ${words[projection]}, as in the log`];
  const shown = drifts
    .slice(0, listed)
    .map(({ group, inLog, inModel }) => `  ${group}: ${inLog} in the log, ${inModel} in the read model`);
  const rest = drifts.length > listed ? [`  and ${drifts.length - listed} more`] : [];
  return [`${projection}: differs from the log in ${drifts.length}`, ...shown, ...rest];
};
