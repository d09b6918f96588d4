import { commandHandler, type CommandContext } from '../commands/command-handler.ts';
import { erasure as decider, type ErasureCommand, stepsOf } from '../domain/erasure.ts';
import type { ErasureStep } from '../domain/erasure-events.ts';
import { streamOf } from '../domain/streams.ts';
import type { ErasureKey, Erasures, UnprovenErasure } from '../ports/erasures.ts';
import { readDecisive } from '../ports/decisive-events.ts';
import type { EventStore } from '../ports/event-store.ts';
import { eraser, type EraserContext, type Erasing } from './eraser.ts';
import { erasureChecks } from './erasure-checks.ts';
import { type ErasureStores, requestedIn, type RequestedErasure } from './requested-erasure.ts';

type Context = CommandContext &
  Omit<ErasureStores, 'store' | 'amend'> &
  EraserContext & { readonly store: EventStore; readonly erasures: Pick<Erasures, 'unproven'> };

/** Erases the tickets of which that was requested. */
export const ticketEraser = (context: Context) => {
  const { erasures, erased } = context;
  const steps = inWorkOrder(stepsOf({ hasLogServer: erased !== undefined }));
  const { load, decide, prove } = recording(context);
  const amend: ErasureStores['amend'] = ({ request }, tickets) => decide(request, { type: 'AmendErasure', tickets });
  return eraser<UnprovenErasure, ErasureStep, RequestedErasure>(context, (texts) => ({
    ...{ name: 'the erasure of tickets', steps, inFiles: 'read_models', load, prove },
    checks: erasureChecks({ ...context, amend }, texts),
    unproven: () => allUnproven(erasures, steps),
    erasedFromLog: ({ position }, erasure) => ({ erasure, position }),
    holdBack: (request, left) => decide(request, { type: 'HoldBackErasure', left }),
    warnings: {
      heldBack: 'an erasure is not proven: files still have its texts',
      failing: 'a step of the erasure of tickets fails',
    },
  }));
};

/** The texts of the tickets say which answers may stay: they are read before their streams are erased. */
const inWorkOrder = (steps: readonly ErasureStep[]): readonly ErasureStep[] => {
  const rest = steps.filter((step) => step !== 'answers');
  return rest.flatMap((step) => (step === 'event_log' ? ['answers', step] : [step]));
};

/** Reads and writes the streams of erasures. */
const recording = (context: Context) => {
  const { store } = context;
  const handle = commandHandler(store, context);
  const decide = async ({ userId, collectionId, erasureId }: RequestedErasure['request'], command: ErasureCommand) => {
    const stream = streamOf.erasure(collectionId, erasureId);
    await handle({ stream, decider, command, tenantId: userId });
  };
  const load = async ({ collectionId, erasureId }: ErasureKey): Promise<RequestedErasure | undefined> => {
    // The request is decisive.
    return requestedIn(decider, await readDecisive(store, streamOf.erasure(collectionId, erasureId), decider));
  };
  const prove: Erasing<UnprovenErasure, ErasureStep, RequestedErasure>['prove'] = async (key, step, proof) => {
    const erasure = await load(key);
    if (erasure) await decide(erasure.request, { type: 'ProveStep', proof: { step, ...proof } });
  };
  return { load, decide, prove };
};

/** All of them: some wait for long, such as for a scavenge, and must not keep later ones from their turn. */
const allUnproven = async (
  { unproven }: Context['erasures'],
  steps: readonly ErasureStep[],
): Promise<readonly UnprovenErasure[]> => {
  const all: UnprovenErasure[] = [];
  for (let after: bigint | undefined; ;) {
    const { keys, next } = await unproven(steps, after);
    all.push(...keys);
    if (next === undefined) return all;
    after = next;
  }
};
