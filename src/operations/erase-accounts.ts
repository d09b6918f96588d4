import { commandHandler } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import { stateAfter } from '../domain/decider.ts';
import { accountErasure, accountStepsOf } from '../domain/account-erasure.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';
import { textsLeft } from '../domain/erasure.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { streamOf } from '../domain/streams.ts';
import type { AccountErasures, UnprovenAccount } from '../ports/accounts.ts';
import type { KeptPieces } from '../ports/kept-pieces.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import type { Leadership } from '../../projections/leadership.ts';
import {
  type AccountCheck,
  accountErasureChecks,
  type AccountStores,
  type RequestedAccountErasure,
} from './account-erasure-checks.ts';
import { fileChecks } from './erasure-files.ts';
import { erasureTexts } from './erasure-texts.ts';
import { recheckSchedule } from './erasure-turns.ts';
import type { RequestedErasure, TextsLeft } from './requested-erasure.ts';

/** Why a step is not proven yet: it waits for something, or has failed and is repeated. */
export type AccountErasureTrouble = {
  readonly step: AccountErasureStep;
  readonly failed: boolean;
  readonly reason: string;
  /** Files that still have texts of the account, for the operator. */
  readonly files?: readonly string[];
};

type Context = AccountStores &
  Parameters<typeof fileChecks>[0] & {
    readonly accountErasures: AccountErasures;
    readonly keptPieces: KeptPieces;
    readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
    readonly leadership: Leadership;
    /** Receives what the operator has to look after. */
    readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  };

const intervalMs = 1_000;

/**
 * Erases deleted accounts, step by step, in the process that projects. A step is proven by an event when what it looks at is gone, so that another process,
 * or the next start, goes on where it was; every step may be repeated.
 */
export const accountEraser = (context: Context) => {
  const { accountErasures, leadership, erased, keptPieces, signal, warn } = context;
  const steps = accountStepsOf({ hasLogServer: erased !== undefined });
  const texts = erasureTexts(keptPieces);
  const advance = advancing(context, { steps, texts });
  const schedule = recheckSchedule();
  const troubles = new Map<string, AccountErasureTrouble>();
  const runOnce = async () => {
    await leadership.acquire();
    const all = await accountErasures.unproven(steps);
    for (const key of all.filter(({ erasureId }) => schedule.isDue(erasureId))) {
      if (signal.aborted || !leadership.isLeader()) return;
      const { erasureId } = key;
      const trouble = await advance(key);
      if (trouble) troubles.set(erasureId, trouble);
      else troubles.delete(erasureId);
      if (trouble?.files === undefined) schedule.checked(erasureId, trouble !== undefined);
      else if (schedule.leftTexts(erasureId, false))
        warn('an account is not erased: files still have its texts', { erasureId, files: trouble.files });
    }
  };
  return {
    trouble: (erasureId: string) => Promise.resolve(troubles.get(erasureId)),
    service: { name: 'the erasure of accounts', intervalMs, runOnce } satisfies BackgroundService,
  };
};

type Work = { readonly steps: readonly AccountErasureStep[]; readonly texts: ReturnType<typeof erasureTexts> };

/** Returns a function that does one step after the other; it resolves to why it cannot go on, undefined once all are proven. */
const advancing = (context: Context, { steps, texts }: Work) => {
  const { store, projected, signal } = context;
  const handle = commandHandler(store, context);
  const checks = { ...accountErasureChecks(context, texts), files: checkFiles(context, texts) };
  return async ({ erasureId, userId }: UnprovenAccount): Promise<AccountErasureTrouble | undefined> => {
    const stream = streamOf.accountErasure(erasureId);
    for (const step of steps) {
      const events = await store.read(stream);
      const erasure = stateAfter(accountErasure, events);
      const [first] = events;
      if (signal.aborted || erasure.status === 'missing' || !first) return undefined;
      if (erasure.proven.has(step)) continue;
      const requestedAt = new Date(first.metadata.at);
      const seen = await checks[step](erasure, requestedAt).catch((error: unknown) => ({ failure: reasonOf(error) }));
      if ('left' in seen) return { step, failed: true, reason: textsLeft(seen.left.length, false), files: seen.files };
      if ('failure' in seen) return { step, failed: true, reason: seen.failure };
      if ('waitsFor' in seen) return { step, failed: false, reason: seen.waitsFor };
      const command = { type: 'ProveAccountStep', proof: { step, ...seen.proof } } as const;
      const position = await handle({ stream, decider: accountErasure, command, tenantId: userId });
      // The proof has rows forget names, which the next steps look for.
      throwIfStalled(await projected.waitForPosition(['accounts', 'collections'], [position]), 'it is waited for');
      if (step === 'files') await texts.forget(erasureId);
    }
    return undefined;
  };
};

/** Has the files rewritten, and looks in them for what is remembered of the account: as for an erasure of tickets without any. */
const checkFiles = (context: Context, texts: ReturnType<typeof erasureTexts>) => {
  const check = fileChecks(context, texts);
  return async ({ request: { erasureId, userId } }: RequestedAccountErasure): Promise<AccountCheck | TextsLeft> => {
    const names = { erasureId, userId, collectionId: '', collectionName: '', requestedFor: null, tickets: [] };
    const erasure: RequestedErasure = {
      status: 'requested',
      request: { ...names, unknown: 0, erasedBefore: 0, remaining: 0 },
      ...{ tickets: [], proven: new Set(), positions: [], elsewhere: [], heldBackFor: undefined },
    };
    const seen = (await check([{ erasure, position: 0n }])).get(erasureId);
    if (seen === undefined) return { waitsFor: 'its turn to have the files rewritten' };
    if ('left' in seen || 'waitsFor' in seen) return seen;
    const { files = 0, bytes = 0, events = 0, pieces = 0, left = 0 } = seen.proof.found;
    return { proof: { found: { files, bytes, events, pieces, left } } };
  };
};
