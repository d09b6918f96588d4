import { commandHandler } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { stateAfter } from '../domain/decider.ts';
import { accountErasure, type AccountErasureCommand, accountStepsOf } from '../domain/account-erasure.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';
import { textsLeft } from '../domain/erasure.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { streamOf } from '../domain/streams.ts';
import type { AccountErasures, UnprovenAccount } from '../ports/accounts.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { Leadership } from '../../projections/leadership.ts';
import { accountErasureChecks, type AccountStores, type RequestedAccountErasure } from './account-erasure-checks.ts';
import { orFailure } from './advance-erasure.ts';
import { type ErasedFromLog, fileChecks } from './erasure-files.ts';
import { type ErasureTexts, erasureTexts } from './erasure-texts.ts';
import { keptOfHeldBack, type leftTextsDelayMs, recheckSchedule, tenantTurns, type Turns } from './erasure-turns.ts';
import type { CheckResult, TextsLeft } from './requested-erasure.ts';

/** Why a step is not proven yet: it waits for something, or has failed and is repeated. */
export type AccountErasureTrouble = {
  readonly step: AccountErasureStep;
  readonly failed: boolean;
  readonly reason: string;
};

type Context = AccountStores &
  Parameters<typeof fileChecks>[0] & {
    readonly accountErasures: AccountErasures;
    readonly keptPieces: KeptPieces;
    readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
    readonly leadership: Leadership;
    readonly signal: AbortSignal;
    /** Receives what the operator has to look after. */
    readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
    /** When files that still have texts are looked at again; `leftTextsDelayMs` by default. */
    readonly leftTexts?: typeof leftTextsDelayMs;
  };

const intervalMs = 1_000;
/** A round goes on with the files when it has taken so long: erasures that have come to them wait for it. */
const roundMs = 1_000;

/**
 * Erases deleted accounts, step by step, in the process that projects. A step is proven by an event when what it looks at is gone, so that another process,
 * or the next start, goes on where it was; every step may be repeated. The erasures take
 * turns, and one rewrite of the files, and one look through them, serves all that wait for it.
 */
export const accountEraser = (context: Context) => {
  const { accountErasures, leadership, erased, keptPieces, signal } = context;
  const steps = accountStepsOf({ hasLogServer: erased !== undefined });
  const texts = erasureTexts(keptPieces);
  const recording = recordingOf(context);
  const schedule = recheckSchedule(context.leftTexts);
  const { troubles, note } = notedTroubles(context, schedule);
  const isOver = () => signal.aborted || !leadership.isLeader();
  const round = { ...recording, texts, schedule, troubles, note, isOver, check: fileChecks(context, texts) };
  const turns = tenantTurns(advancing(context, { ...recording, steps, texts }));
  let isFirst = true;
  const runRound = async () => {
    const term = await leadership.acquire();
    const all = await accountErasures.unproven(steps);
    if (isFirst) await texts.forgetExcept(new Set(all.map(({ erasureId }) => erasureId)));
    isFirst = false;
    const waiting = new Map<UnprovenAccount, ErasedFromLog>();
    const due = all.filter(({ erasureId }) => schedule.isDue(erasureId));
    const end = performance.now() + roundMs;
    const keys = due.map((key) => ({ ...key, tenantId: key.userId, term }));
    const isRoundOver = () => isOver() || performance.now() > end;
    for await (const [key, outcome] of turns.advance(keys, { term, isOver: isRoundOver })) {
      if (outcome && 'erasure' in outcome) waiting.set(key, outcome);
      else note(key, outcome);
    }
    if (waiting.size > 0 && !isOver()) await proveFiles(context, waiting, round);
  };
  const runOnce = async () => {
    await runRound();
    return turns.areUnderWay() ? 0 : intervalMs;
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: 'the erasure of accounts', intervalMs, runOnce } satisfies BackgroundService,
  };
};

type Schedule = ReturnType<typeof recheckSchedule>;
type Recording = ReturnType<typeof recordingOf>;

/** Whether a number is a power of two: what fails for ever is logged ever more seldom. */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** Why erasures are not finished; a step that fails is logged, the first time and then ever more seldom. */
const notedTroubles = ({ warn }: Pick<Context, 'warn'>, schedule: Schedule) => {
  const troubles = new Map<string, AccountErasureTrouble>();
  const failures = new Map<string, number>();
  const note = ({ erasureId }: UnprovenAccount, trouble: AccountErasureTrouble | undefined, soon = false): void => {
    if (trouble) troubles.set(erasureId, trouble);
    else troubles.delete(erasureId);
    schedule.checked(erasureId, trouble !== undefined && !soon);
    if (!trouble?.failed) {
      failures.delete(erasureId);
      return;
    }
    const times = (failures.get(erasureId) ?? 0) + 1;
    failures.set(erasureId, times);
    const { step, reason } = trouble;
    if (isPowerOfTwo(times)) warn('a step of the erasure of an account fails', { erasureId, step, reason, times });
  };
  return { troubles, note };
};

/** Reads and writes the streams of erasures of accounts. */
const recordingOf = (context: Context) => {
  const { store, projected } = context;
  const handle = commandHandler(store, context);
  const decide = ({ erasureId, userId }: UnprovenAccount, command: AccountErasureCommand): Promise<bigint> =>
    handle({ stream: streamOf.accountErasure(erasureId), decider: accountErasure, command, tenantId: userId });
  return {
    load: async ({ erasureId }: UnprovenAccount) => {
      const events = await store.read(streamOf.accountErasure(erasureId));
      const erasure = stateAfter(accountErasure, events);
      const [first] = events;
      return erasure.status === 'missing' || !first ? undefined : { erasure, requestedAt: new Date(first.metadata.at) };
    },
    holdBack: (key: UnprovenAccount, left: number) => decide(key, { type: 'HoldBackAccountErasure', left }),
    prove: async (key: UnprovenAccount, proof: Proof): Promise<void> => {
      const position = await decide(key, { type: 'ProveAccountStep', proof });
      // The proof has rows forget names, which the next steps look for.
      throwIfStalled(await projected.waitForPosition(['accounts', 'collections'], [position]), 'it is waited for');
    },
  };
};

type Proof = Extract<AccountErasureCommand, { readonly type: 'ProveAccountStep' }>['proof'];

/** An erasure whose last step is left: for the files as one of tickets without any. */
const atFiles = ({ request: { erasureId, userId }, heldBackFor }: RequestedAccountErasure): ErasedFromLog => {
  const names = { erasureId, userId, collectionId: '', collectionName: '', requestedFor: null, tickets: [] };
  const request = { ...names, unknown: 0, erasedBefore: 0, remaining: 0 };
  const nothing = { tickets: [], proven: new Set<never>(), positions: [], elsewhere: [] };
  return { erasure: { status: 'requested', request, ...nothing, heldBackFor }, position: 0n };
};

type Work = Recording & { readonly steps: readonly AccountErasureStep[]; readonly texts: ErasureTexts };

/** An account whose turn it is; `term` aborts when another process may go on with it. */
type AccountTurn = UnprovenAccount & { readonly tenantId: string; readonly term: AbortSignal };

type Advanced = AccountErasureTrouble | ErasedFromLog | undefined;

/** Returns a function that does one step after the other up to the one in files; it returns why it cannot go on, undefined once all are proven. */
const advancing = (context: Context, { load, prove, steps, texts }: Work) => {
  const checks = accountErasureChecks(context, texts);
  return async function* (key: AccountTurn): Turns<Advanced> {
    for (const step of steps) {
      const loaded = await load(key);
      if (context.signal.aborted || !loaded) return undefined;
      const { erasure, requestedAt } = loaded;
      if (erasure.proven.has(step)) continue;
      if (step === 'files') return atFiles(erasure);
      const seen = yield* orFailure(checks[step](erasure, { requestedAt, term: key.term }));
      if ('failure' in seen) return { step, failed: true, reason: seen.failure };
      if ('waitsFor' in seen) return { step, failed: false, reason: seen.waitsFor };
      await prove(key, { step, ...seen.proof });
    }
    return undefined;
  };
};

type Round = Recording &
  ReturnType<typeof notedTroubles> & {
    readonly texts: ErasureTexts;
    readonly schedule: Schedule;
    readonly isOver: () => boolean;
    readonly check: ReturnType<typeof fileChecks>;
  };

/** Has the files rewritten, and looks in them for what is remembered of the accounts. Those whose turn it is not have no result. */
const proveFiles = async (
  context: Pick<Context, 'warn'>,
  waiting: ReadonlyMap<UnprovenAccount, ErasedFromLog>,
  round: Round,
): Promise<void> => {
  const { prove, check, texts, note, isOver } = round;
  const results = await check([...waiting.values()]).catch((error: unknown) => reasonOf(error));
  for (const [key, { erasure }] of waiting) {
    if (isOver()) return;
    if (typeof results === 'string') {
      note(key, { step: 'files', failed: true, reason: results });
      continue;
    }
    const seen = results.get(key.erasureId);
    if (seen === undefined) continue;
    if ('left' in seen) await holdBack(context, { key, wasHeldBack: erasure.heldBackFor !== undefined, seen }, round);
    else if ('waitsFor' in seen) note(key, { step: 'files', failed: false, reason: seen.waitsFor }, seen.soon);
    else {
      await prove(key, { step: 'files', found: foundOf(seen) });
      await texts.forget(key.erasureId);
      note(key, undefined);
    }
  }
};

/** What is told of an account: it has no tickets here. */
const foundOf = ({ proof }: Extract<CheckResult, { readonly proof: object }>): Proof['found'] => {
  const { tickets: _, ...found } = proof.found;
  return found;
};

type Left = { readonly key: UnprovenAccount; readonly wasHeldBack: boolean; readonly seen: TextsLeft };

/** The files are looked at again; after the last look the erasure is held back, of which the operator is told. */
const holdBack = async (
  { warn }: Pick<Context, 'warn'>,
  { key, wasHeldBack, seen: { left, files } }: Left,
  { schedule, troubles, texts, holdBack: record }: Round,
): Promise<void> => {
  const { erasureId } = key;
  const isLast = schedule.leftTexts(erasureId, wasHeldBack);
  troubles.set(erasureId, { step: 'files', failed: true, reason: textsLeft(left.length, isLast) });
  if (!isLast) return;
  await record(key, left.length);
  await texts.keepOnly(key, left.slice(0, keptOfHeldBack));
  warn('an account is not erased: files still have its texts', { erasureId, pieces: left.length, files });
};
