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
import { erasureLooks, type ErasureStores } from './erasure-looks.ts';

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
/** A step that waits is looked at again after half as long as it has waited, at least and at most after so many ms. */
const againMs = { first: 1_000, last: 60_000 };

/**
 * Erases what was requested, step by step, in the process that projects. A step is proven by an event when what it looks at is gone, so that another process,
 * or the next start, goes on where it was; every step may be repeated.
 */
export const ticketEraser = (context: Context) => {
  const { erasures, leadership, signal, erased } = context;
  const steps = stepsOf({ hasLogServer: erased !== undefined });
  const troubles = new Map<string, ErasureTrouble>();
  const dates = nextLooks();
  const advance = advancing(context, steps);

  const runOnce = async () => {
    await leadership.acquire();
    for await (const key of allUnproven(erasures, steps)) {
      if (signal.aborted || !leadership.isLeader()) return;
      if (!dates.isDue(key.erasureId)) continue;
      const trouble = await advance(key);
      if (trouble) troubles.set(key.erasureId, trouble);
      else troubles.delete(key.erasureId);
      dates.looked(key.erasureId, trouble !== undefined);
    }
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: 'the erasure of tickets', intervalMs, runOnce } satisfies BackgroundService,
  };
};

/** All of them: some wait for long, such as for a scavenge, and must not keep later ones from their turn. */
async function* allUnproven(
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
const advancing = (context: Context, steps: readonly ErasureStep[]) => {
  const { store, signal } = context;
  const looks = erasureLooks(context);
  const handle = commandHandler(store, context);
  return async ({ collectionId, erasureId }: ErasureKey): Promise<ErasureTrouble | undefined> => {
    const stream = streamOf.erasure(collectionId, erasureId);
    const state = stateAfter(decider, await store.read(stream));
    if (state.status === 'missing') return undefined;
    let erasure = state;
    for (const step of steps) {
      if (signal.aborted) return undefined;
      if (erasure.proven.has(step)) continue;
      const seen = await looks[step](erasure).catch((error: unknown) => ({ failure: reasonOf(error) }));
      if ('failure' in seen) return { step, failed: true, reason: seen.failure };
      if ('waitsFor' in seen) return { step, failed: false, reason: seen.waitsFor };
      const command = { type: 'ProveStep', proof: { step, ...seen.proof } } as const;
      await handle({ stream, decider, command, tenantId: erasure.request.userId });
      erasure = { ...erasure, positions: seen.proof.positions ?? erasure.positions };
    }
    return undefined;
  };
};

/** When each erasure is looked at again. */
const nextLooks = () => {
  const waits = new Map<string, { readonly since: number; readonly until: number }>();
  return {
    isDue: (id: string) => performance.now() >= (waits.get(id)?.until ?? 0),
    looked: (id: string, isWaiting: boolean) => {
      const now = performance.now();
      const since = waits.get(id)?.since ?? now;
      if (!isWaiting) waits.delete(id);
      else waits.set(id, { since, until: now + Math.min(againMs.last, Math.max(againMs.first, (now - since) / 2)) });
    },
  };
};
