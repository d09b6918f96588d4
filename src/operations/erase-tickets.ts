import type { BackgroundService } from '../concurrency/background-service.ts';
import { stepsOf, textsLeft } from '../domain/erasure.ts';
import type { ErasureStep } from '../domain/erasure-events.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { DataFiles } from '../ports/data-files.ts';
import type { ErasureKey, Erasures, UnprovenErasure } from '../ports/erasures.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';
import type { SearchLog } from '../ports/log-search.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { type AdvanceContext, type Advanced, advancing, type ErasureTrouble, waits } from './advance-erasure.ts';
import { type ErasedFromLog, fileChecks, type EraseTraces } from './erasure-files.ts';
import { type ErasureTexts, erasureTexts } from './erasure-texts.ts';
import { keptOfHeldBack, leftTextsDelayMs, recheckSchedule, tenantTurns } from './erasure-turns.ts';
import type { RequestedErasure, TextsLeft } from './requested-erasure.ts';

type Context = AdvanceContext & {
  readonly files: DataFiles;
  readonly eraseTraces: EraseTraces;
  readonly keptPieces: KeptPieces;
  readonly erasures: Pick<Erasures, 'unproven'>;
  readonly leadership: Leadership;
  readonly searchLog: SearchLog;
  /** Receives what the operator has to look after. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** When files that still have texts are looked at again; `leftTextsDelayMs` by default. */
  readonly leftTexts?: typeof leftTextsDelayMs;
};

const intervalMs = 1_000;
/** A round goes on with the files when it has taken so long: erasures that have come to them wait for it. */
const roundMs = 500;

/**
 * Erases what was requested, step by step, in the process that projects. A step is proven by an event when what it looks at is gone, so that another process,
 * or the next start, goes on where it was; every step may be repeated. Tenants take turns, and one rewrite of the files serves all erasures that wait for it.
 */
export const ticketEraser = (context: Context) => {
  const { erasures, leadership, signal, erased } = context;
  const steps = inWorkOrder(stepsOf({ hasLogServer: erased !== undefined }));
  const troubles = new Map<string, ErasureTrouble>();
  const schedule = recheckSchedule(context.leftTexts);
  const texts = erasureTexts(context.keptPieces);
  const advancer = advancing(context, steps, texts);
  const turns = tenantTurns((key: UnprovenErasure) => advancer.advance(key));
  const note: Round['note'] = ({ erasureId }, trouble, soon = false) => {
    if (trouble) troubles.set(erasureId, trouble);
    else troubles.delete(erasureId);
    schedule.checked(erasureId, trouble !== undefined && !soon);
  };
  const isOver = () => signal.aborted || !leadership.isLeader();
  const hold = holdingBack(context, { ...advancer, texts, schedule, troubles });
  const round = { ...advancer, turns, check: fileChecks(context, texts), texts, note, hold, isOver };
  let isFirst = true;

  const runRound = async () => {
    const term = await leadership.acquire();
    const all = await allUnproven(erasures, steps);
    if (isFirst) await texts.forgetExcept(new Set(all.map(({ erasureId }) => erasureId)));
    isFirst = false;
    const due = all.filter(({ erasureId }) => schedule.isDue(erasureId));
    const waiting = await advanceAll(due, { ...round, term });
    if (waiting.size === 0 || isOver()) return;
    const proven = await proveFiles(waiting, round);
    if (proven.length > 0) await advanceAll(proven, { ...round, term });
  };
  const runOnce = async () => {
    await runRound();
    return turns.areUnderWay() ? 0 : intervalMs;
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: 'the erasure of tickets', intervalMs, runOnce } satisfies BackgroundService,
  };
};

/** The texts of the tickets say which answers may stay: they are read before their streams are erased. */
const inWorkOrder = (steps: readonly ErasureStep[]): readonly ErasureStep[] => {
  const rest = steps.filter((step) => step !== 'answers');
  return rest.flatMap((step) => (step === 'event_log' ? ['answers', step] : [step]));
};

type Round = Omit<ReturnType<typeof advancing>, 'advance'> & {
  readonly turns: ReturnType<typeof tenantTurns<UnprovenErasure, Advanced>>;
  readonly check: ReturnType<typeof fileChecks>;
  readonly texts: ErasureTexts;
  readonly note: (key: ErasureKey, trouble: ErasureTrouble | undefined, soon?: boolean) => void;
  readonly hold: (erasure: RequestedErasure, left: TextsLeft) => Promise<void>;
  readonly isOver: () => boolean;
};

type Holding = Pick<Round, 'holdBack' | 'texts'> & {
  readonly schedule: ReturnType<typeof recheckSchedule>;
  readonly troubles: Map<string, ErasureTrouble>;
};

/** What becomes of an erasure whose texts are left in files: it is looked at again, and after the last look held back, of which the operator is told. */
const holdingBack =
  ({ warn }: Pick<Context, 'warn'>, { holdBack, texts, schedule, troubles }: Holding): Round['hold'] =>
  async ({ request, heldBackFor }, { left, files }) => {
    const { erasureId } = request;
    const isLast = schedule.leftTexts(erasureId, heldBackFor !== undefined);
    troubles.set(erasureId, { step: 'read_models', failed: true, reason: textsLeft(left.length, isLast) });
    if (!isLast) return;
    await holdBack(request, left.length);
    await texts.keepOnly(request, left.slice(0, keptOfHeldBack));
    warn('an erasure is not proven: files still have its texts', { erasureId, pieces: left.length, files });
  };

/** Advances erasures in their turns for as long as a round may take; returns those that wait for the files. */
const advanceAll = async (
  due: readonly UnprovenErasure[],
  { turns, term, note, isOver }: Round & { readonly term: AbortSignal },
): Promise<ReadonlyMap<UnprovenErasure, ErasedFromLog>> => {
  const waiting = new Map<UnprovenErasure, ErasedFromLog>();
  const end = performance.now() + roundMs;
  for await (const [key, outcome] of turns.advance(due, { term, isOver: () => isOver() || performance.now() > end })) {
    if (isErasedFromLog(outcome)) waiting.set(key, outcome);
    else note(key, outcome);
  }
  return waiting;
};

/** Proves what was seen in the files; returns the erasures that may go on. */
const proveFiles = async (
  waiting: ReadonlyMap<UnprovenErasure, ErasedFromLog>,
  { prove, check, texts, note, hold, isOver }: Round,
): Promise<readonly UnprovenErasure[]> => {
  const proven: UnprovenErasure[] = [];
  const results = await check([...waiting.values()]).catch((error: unknown) => reasonOf(error));
  for (const [key, { erasure }] of waiting) {
    if (isOver()) break;
    if (typeof results === 'string') {
      note(key, { step: 'read_models', failed: true, reason: results });
      continue;
    }
    const seen = results.get(key.erasureId);
    if (seen === undefined) continue;
    if ('left' in seen) await hold(erasure, seen);
    else if ('waitsFor' in seen) note(key, waits('read_models', seen), seen.soon);
    else {
      await prove(key, 'read_models', seen);
      await texts.forget(key.erasureId);
      proven.push(key);
    }
  }
  return proven;
};

const isErasedFromLog = (outcome: Advanced): outcome is ErasedFromLog => outcome !== undefined && 'erasure' in outcome;

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
