import type { BackgroundService } from '../concurrency/background-service.ts';
import { textsLeft } from '../domain/erasure.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { type ErasedFromLog, fileChecks } from './erasure-files.ts';
import { type ErasureTexts, erasureTexts } from './erasure-texts.ts';
import {
  keptOfHeldBack,
  type leftTextsDelayMs,
  recheckSchedule,
  seldomListed,
  tenantTurns,
  type TurnKey,
  type Turns,
} from './erasure-turns.ts';
import type { CheckResult, RequestedErasure, TextsLeft } from './requested-erasure.ts';

/** Why a step is not proven yet: it waits for something, or has failed and is repeated. */
export type ErasureTrouble<Step extends string> = {
  readonly step: Step;
  readonly failed: boolean;
  readonly reason: string;
};

export type EraserContext = Parameters<typeof fileChecks>[0] & {
  readonly keptPieces: KeptPieces;
  readonly leadership: Leadership;
  readonly signal: AbortSignal;
  /** Receives what the operator has to look after. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** When files that still have texts are looked at again; `leftTextsDelayMs` by default. */
  readonly leftTexts?: typeof leftTextsDelayMs;
};

type Proof = Extract<CheckResult, { readonly proof: object }>['proof'];

/** The work and the check of a step; `term` aborts when another process may erase. */
type Check<Loaded> = (erasure: Loaded, term: AbortSignal) => Turns<CheckResult>;

/** What is erased, and how. */
export type Erasing<Key extends TurnKey, Step extends string, Loaded> = {
  readonly name: string;
  /** In the order of the work; `inFiles` is the one that is proven for all that wait. */
  readonly steps: readonly Step[];
  readonly inFiles: Step;
  readonly checks: Readonly<Partial<Record<Step, Check<Loaded>>>>;
  readonly unproven: () => Promise<readonly Key[]>;
  readonly load: (key: Key) => Promise<Loaded | undefined>;
  readonly prove: (key: Key, step: Step, proof: Proof) => Promise<void>;
  /** The erasure as it comes to the files. */
  readonly erasedFromLog: (key: Key, erasure: Loaded) => ErasedFromLog;
  /** Records that the files still have texts after the last look. */
  readonly holdBack: (request: RequestedErasure['request'], left: number) => Promise<unknown>;
  /** What the operator is told of an erasure that is held back, and of a step that fails. */
  readonly warnings: { readonly heldBack: string; readonly failing: string };
};

type Advanced<Step extends string> = ErasureTrouble<Step> | ErasedFromLog | undefined;

const intervalMs = 1_000;
/** A round goes on with the files when it has taken so long: erasures that have come to them wait for it. */
const roundMs = 500;

/**
 * Erases step by step, in the process that projects. A step is proven by an event when what it looks at is gone, so that another process, or the next start,
 * goes on where it was; every step may be repeated. Tenants take turns, and one rewrite of the files, and one look through them, serves all erasures that wait for it.
 */
export const eraser = <Key extends TurnKey, Step extends string, Loaded extends { readonly proven: ReadonlySet<Step> }>(
  context: EraserContext,
  erasingWith: (texts: ErasureTexts) => Erasing<Key, Step, Loaded>,
) => {
  const { leadership, signal } = context;
  const texts = erasureTexts(context.keptPieces);
  const erasing = erasingWith(texts);
  const unproven = seldomListed(erasing.unproven);
  const schedule = recheckSchedule(context.leftTexts);
  const { troubles, note } = notedTroubles<Step>(context, schedule, erasing.warnings.failing);
  const isOver = () => signal.aborted || !leadership.isLeader();
  const turns = tenantTurns(stepByStep(erasing, signal));
  const check = fileChecks(context, texts);
  const round: Round<Key, Step> = { turns, check, texts, schedule, troubles, note, isOver };
  let isFirst = true;
  const runRound = async () => {
    const term = await leadership.acquire();
    const all = await unproven();
    if (isFirst) await texts.forgetExcept(new Set(all.map(({ erasureId }) => erasureId)));
    isFirst = false;
    const due = all.filter(({ erasureId }) => schedule.isDue(erasureId));
    const waiting = await advanceAll(due, { ...round, term });
    if (waiting.size === 0 || isOver()) return;
    const proven = await proveFiles(context, erasing, { ...round, waiting });
    if (proven.length > 0) await advanceAll(proven, { ...round, term });
  };
  const runOnce = async () => {
    await runRound();
    return turns.areUnderWay() ? 0 : intervalMs;
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: erasing.name, intervalMs, runOnce } satisfies BackgroundService,
  };
};

type Schedule = ReturnType<typeof recheckSchedule>;
type Note<Step extends string> = (
  key: TurnKey,
  trouble: ErasureTrouble<Step> | undefined,
  waits?: 'soon' | 'later',
) => void;

type Round<Key extends TurnKey, Step extends string> = {
  readonly turns: ReturnType<typeof tenantTurns<Key, Advanced<Step>>>;
  readonly check: ReturnType<typeof fileChecks>;
  readonly texts: ErasureTexts;
  readonly schedule: Schedule;
  readonly troubles: Map<string, ErasureTrouble<Step>>;
  readonly note: Note<Step>;
  readonly isOver: () => boolean;
};

/** Whether a number is a power of two: what fails for ever is logged ever more seldom. */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** Why erasures are not finished. `failing`: what is logged of a step that fails, the first time and then ever more seldom. */
const notedTroubles = <Step extends string>(
  { warn }: Pick<EraserContext, 'warn'>,
  schedule: Schedule,
  failing: string,
) => {
  const troubles = new Map<string, ErasureTrouble<Step>>();
  const failures = new Map<string, number>();
  const note: Note<Step> = ({ erasureId }, trouble, waits = 'later') => {
    if (trouble) troubles.set(erasureId, trouble);
    else troubles.delete(erasureId);
    schedule.checked(erasureId, trouble ? waits : 'no');
    if (!trouble?.failed) {
      failures.delete(erasureId);
      return;
    }
    const times = (failures.get(erasureId) ?? 0) + 1;
    failures.set(erasureId, times);
    const { step, reason } = trouble;
    if (isPowerOfTwo(times)) warn(failing, { erasureId, step, reason, times });
  };
  return { troubles, note };
};

/** Returns a function that proves one step after the other up to the one in files; it returns why it cannot go on, undefined once all are proven. */
const stepByStep = <Key extends TurnKey, Step extends string, Loaded extends { readonly proven: ReadonlySet<Step> }>(
  { steps, checks, load, prove, erasedFromLog }: Erasing<Key, Step, Loaded>,
  signal: AbortSignal,
) =>
  async function* (key: Key, term: AbortSignal): Turns<Advanced<Step>> {
    for (const step of steps) {
      const erasure = await load(key);
      if (signal.aborted || !erasure) return undefined;
      if (erasure.proven.has(step)) continue;
      const check = checks[step];
      if (!check) return erasedFromLog(key, erasure);
      const seen = yield* orFailure(check(erasure, term));
      if ('failure' in seen) return { step, failed: true, reason: seen.failure };
      if ('waitsFor' in seen) return { step, failed: false, reason: seen.waitsFor };
      await prove(key, step, seen.proof);
    }
    return undefined;
  };

/** The result of work, or why it has failed. */
async function* orFailure<Result>(turns: Turns<Result>): Turns<Result | { readonly failure: string }> {
  try {
    return yield* turns;
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** Advances erasures in their turns for as long as a round may take; returns those that wait for the files. */
const advanceAll = async <Key extends TurnKey, Step extends string>(
  due: readonly Key[],
  { turns, term, note, isOver }: Round<Key, Step> & { readonly term: AbortSignal },
): Promise<ReadonlyMap<Key, ErasedFromLog>> => {
  const waiting = new Map<Key, ErasedFromLog>();
  const end = performance.now() + roundMs;
  for await (const [key, outcome] of turns.advance(due, { term, isOver: () => isOver() || performance.now() > end })) {
    if (outcome && 'erasure' in outcome) waiting.set(key, outcome);
    else note(key, outcome);
  }
  return waiting;
};

type AtFiles<Key extends TurnKey, Step extends string> = Round<Key, Step> & {
  readonly waiting: ReadonlyMap<Key, ErasedFromLog>;
};

/** Proves what was seen in the files; returns the erasures that have steps after it. Those whose turn it is not have no result. */
const proveFiles = async <Key extends TurnKey, Step extends string, Loaded>(
  context: Pick<EraserContext, 'warn'>,
  erasing: Erasing<Key, Step, Loaded>,
  round: AtFiles<Key, Step>,
): Promise<readonly Key[]> => {
  const { waiting, check, texts, note, isOver } = round;
  const { steps, inFiles: step, prove } = erasing;
  const proven: Key[] = [];
  const results = await check([...waiting.values()]).catch((error: unknown) => reasonOf(error));
  for (const [key, { erasure }] of waiting) {
    if (isOver()) break;
    if (typeof results === 'string') {
      note(key, { step, failed: true, reason: results });
      continue;
    }
    const seen = results.get(key.erasureId);
    if (seen === undefined) continue;
    if ('left' in seen) await hold(context, erasing, { ...round, erasure, seen });
    else if ('waitsFor' in seen)
      note(key, { step, failed: false, reason: seen.waitsFor }, seen.soon ? 'soon' : 'later');
    else {
      await prove(key, step, seen.proof);
      await texts.forget(key.erasureId);
      if (steps.at(-1) === step) note(key, undefined);
      else proven.push(key);
    }
  }
  return proven;
};

type Left<Step extends string> = Pick<Round<never, Step>, 'schedule' | 'troubles' | 'texts'> & {
  readonly erasure: RequestedErasure;
  readonly seen: TextsLeft;
};

/** The files are looked at again; after the last look the erasure is held back, of which the operator is told. */
const hold = async <Key extends TurnKey, Step extends string, Loaded>(
  { warn }: Pick<EraserContext, 'warn'>,
  { inFiles: step, holdBack, warnings }: Erasing<Key, Step, Loaded>,
  { schedule, troubles, texts, erasure: { request, heldBackFor }, seen: { left, files } }: Left<Step>,
): Promise<void> => {
  const { erasureId } = request;
  const isLast = schedule.leftTexts(erasureId, heldBackFor !== undefined);
  troubles.set(erasureId, { step, failed: true, reason: textsLeft(left.length, isLast) });
  if (!isLast) return;
  await holdBack(request, left.length);
  await texts.keepOnly(request, left.slice(0, keptOfHeldBack));
  warn(warnings.heldBack, { erasureId, pieces: left.length, files });
};
