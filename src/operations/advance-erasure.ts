import { commandHandler, type CommandContext } from '../commands/command-handler.ts';
import { stateAfter } from '../domain/decider.ts';
import { erasure as decider, type ErasureCommand } from '../domain/erasure.ts';
import type { ErasureStep } from '../domain/erasure-events.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { streamOf } from '../domain/streams.ts';
import type { ErasureKey, UnprovenErasure } from '../ports/erasures.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ErasedFromLog } from './erasure-files.ts';
import { erasureChecks } from './erasure-checks.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import type { Turns } from './erasure-turns.ts';
import type { ErasureStores, RequestedErasure, CheckResult } from './requested-erasure.ts';

/** Why a step is not proven yet: it waits for something, or has failed and is repeated. */
export type ErasureTrouble = { readonly step: ErasureStep; readonly failed: boolean; readonly reason: string };

export type AdvanceContext = CommandContext &
  Omit<ErasureStores, 'store' | 'amend'> & { readonly store: EventStore; readonly signal: AbortSignal };

/** How far an erasure has come: what keeps it from going on, or that its streams are erased; undefined if all is proven. */
export type Advanced = ErasureTrouble | ErasedFromLog | undefined;

/** What a step waits for. */
export const waits = (
  step: ErasureStep,
  { waitsFor }: Extract<CheckResult, { readonly waitsFor: string }>,
): ErasureTrouble => ({
  step,
  failed: false,
  reason: waitsFor,
});

/** Does the steps of one erasure after the other, and records what was seen. */
export const advancing = (context: AdvanceContext, steps: readonly ErasureStep[], texts: ErasureTexts) => {
  const { load, decide, prove } = recording(context);
  const amend: ErasureStores['amend'] = ({ request }, tickets) => decide(request, { type: 'AmendErasure', tickets });
  const checks = erasureChecks({ ...context, amend }, texts);
  return {
    prove,
    /** Records that the files still have texts of an erasure after the last look. */
    holdBack: (request: RequestedErasure['request'], left: number) =>
      decide(request, { type: 'HoldBackErasure', left }),
    /** Proves step after step up to the one in files. */
    async *advance(key: UnprovenErasure): Turns<Advanced> {
      for (const step of steps) {
        const erasure = await load(key);
        if (context.signal.aborted || !erasure) return undefined;
        if (erasure.proven.has(step)) continue;
        if (step === 'read_models') return { erasure, position: key.position };
        const seen = yield* orFailure(checks[step](erasure));
        if ('failure' in seen) return { step, failed: true, reason: seen.failure };
        if ('waitsFor' in seen) return waits(step, seen);
        await prove(key, step, seen);
      }
      return undefined;
    },
  };
};

/** Reads and writes the streams of erasures. */
const recording = (context: AdvanceContext) => {
  const { store } = context;
  const handle = commandHandler(store, context);
  const decide = async ({ userId, collectionId, erasureId }: RequestedErasure['request'], command: ErasureCommand) => {
    const stream = streamOf.erasure(collectionId, erasureId);
    await handle({ stream, decider, command, tenantId: userId });
  };
  const load = async ({ collectionId, erasureId }: ErasureKey): Promise<RequestedErasure | undefined> => {
    const state = stateAfter(decider, await store.read(streamOf.erasure(collectionId, erasureId)));
    return state.status === 'missing' ? undefined : state;
  };
  const prove = async (
    key: ErasureKey,
    step: ErasureStep,
    { proof }: Extract<CheckResult, { readonly proof: object }>,
  ): Promise<void> => {
    const erasure = await load(key);
    if (erasure) await decide(erasure.request, { type: 'ProveStep', proof: { step, ...proof } });
  };
  return { load, decide, prove };
};

/** The result of work, or why it has failed. */
export async function* orFailure<Result>(turns: Turns<Result>): Turns<Result | { readonly failure: string }> {
  try {
    return yield* turns;
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}
