import { commandHandler, type CommandContext } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { stateAfter } from '../domain/decider.ts';
import { erasure as decider, stepsOf } from '../domain/erasure.ts';
import type { ErasureStep } from '../domain/erasure-events.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { streamOf } from '../domain/streams.ts';
import type { ErasureKey, Erasures } from '../ports/erasures.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { erasureChecks, type ErasureStores } from './erasure-checks.ts';

/** Why a step is not proven yet: it waits for something, or has failed and is repeated. */
export type ErasureTrouble = { readonly step: ErasureStep; readonly failed: boolean; readonly reason: string };

type Context = CommandContext &
  ErasureStores & {
    readonly store: EventStore;
    readonly erasures: Pick<Erasures, 'unproven'>;
    readonly leadership: Leadership;
    readonly signal: AbortSignal;
  };

const intervalMs = 1_000;
/** A waiting step is checked again after half the time that it has waited, within these bounds. */
const recheckDelayMs = { min: 1_000, max: 60_000 };

/**
 * Erases what was requested, step by step, in the process that projects. Each proven step is an event, so that another
 * process or the next start resumes after it; steps are idempotent.
 */
export const ticketEraser = (context: Context) => {
  const { erasures, leadership, signal, erased } = context;
  const steps = stepsOf({ hasLogServer: erased !== undefined });
  const troubles = new Map<string, ErasureTrouble>();
  const schedule = recheckSchedule();
  const runSteps = stepRunner(context, steps);

  const runOnce = async () => {
    await leadership.acquire();
    for await (const key of unprovenErasures(erasures, steps)) {
      if (signal.aborted || !leadership.isLeader()) return;
      if (!schedule.isDue(key.erasureId)) continue;
      const trouble = await runSteps(key);
      if (trouble) troubles.set(key.erasureId, trouble);
      else troubles.delete(key.erasureId);
      schedule.checked(key.erasureId, trouble !== undefined);
    }
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: 'the erasure of tickets', intervalMs, runOnce } satisfies BackgroundService,
  };
};

/** All pages: erasures that wait for long, such as for a scavenge, must not block later ones. */
async function* unprovenErasures(
  { unproven }: Context['erasures'],
  steps: readonly ErasureStep[],
): AsyncGenerator<ErasureKey, void> {
  for (let after: bigint | undefined; ;) {
    const { keys, next } = await unproven(steps, after);
    yield* keys;
    if (next === undefined) return;
    after = next;
  }
}

/** Proves step after step; returns why it cannot go on, undefined once all are proven. */
const stepRunner = (context: Context, steps: readonly ErasureStep[]) => {
  const { store, signal } = context;
  const checks = erasureChecks(context);
  const handle = commandHandler(store, context);
  return async ({ collectionId, erasureId }: ErasureKey): Promise<ErasureTrouble | undefined> => {
    const stream = streamOf.erasure(collectionId, erasureId);
    const state = stateAfter(decider, await store.read(stream));
    if (state.status === 'missing') return undefined;
    let erasure = state;
    for (const step of steps) {
      if (signal.aborted) return undefined;
      if (erasure.proven.has(step)) continue;
      const result = await checks[step](erasure).catch((error: unknown) => ({ failure: reasonOf(error) }));
      if ('failure' in result) return { step, failed: true, reason: result.failure };
      if ('waitsFor' in result) return { step, failed: false, reason: result.waitsFor };
      const command = { type: 'ProveStep', proof: { step, ...result.proof } } as const;
      await handle({ stream, decider, command, tenantId: erasure.request.userId });
      erasure = { ...erasure, positions: result.proof.positions ?? erasure.positions };
    }
    return undefined;
  };
};

/** When each waiting erasure is due for its next check. */
const recheckSchedule = () => {
  const waiting = new Map<string, { readonly since: number; readonly until: number }>();
  return {
    isDue: (id: string) => performance.now() >= (waiting.get(id)?.until ?? 0),
    checked: (id: string, isWaiting: boolean) => {
      const now = performance.now();
      const since = waiting.get(id)?.since ?? now;
      const delayMs = Math.min(recheckDelayMs.max, Math.max(recheckDelayMs.min, (now - since) / 2));
      if (isWaiting) waiting.set(id, { since, until: now + delayMs });
      else waiting.delete(id);
    },
  };
};
