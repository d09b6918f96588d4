import { commandHandler } from '../commands/command-handler.ts';
import { accountErasure, type AccountErasureCommand, accountStepsOf } from '../domain/account-erasure.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';
import { streamOf } from '../domain/streams.ts';
import type { AccountErasures, UnprovenAccount } from '../ports/accounts.ts';
import { type ReadYourWrites, throwIfStalled } from '../ports/read-your-writes.ts';
import { accountErasureChecks, type AccountStores, type RequestedAccountErasure } from './account-erasure-checks.ts';
import type { ErasedFromLog } from './erasure-files.ts';
import { eraser, type EraserContext, type Erasing } from './eraser.ts';
import { requestedIn } from './requested-erasure.ts';

type Context = AccountStores &
  EraserContext & {
    readonly accountErasures: AccountErasures;
    readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
  };

type AccountKey = UnprovenAccount & { readonly tenantId: string };

/** Erases deleted accounts with all that they had. */
export const accountEraser = (context: Context) => {
  const { accountErasures, erased } = context;
  const steps = accountStepsOf({ hasLogServer: erased !== undefined });
  const { load, decide, prove } = recording(context);
  return eraser<AccountKey, AccountErasureStep, RequestedAccountErasure>(context, (texts) => ({
    ...{ name: 'the erasure of accounts', steps, inFiles: 'files', load, prove },
    checks: accountErasureChecks(context, texts),
    unproven: async () => (await accountErasures.unproven(steps)).map((key) => ({ ...key, tenantId: key.userId })),
    erasedFromLog: (_, erasure) => atFiles(erasure),
    holdBack: (request, left) => decide(request, { type: 'HoldBackAccountErasure', left }),
    warnings: {
      heldBack: 'an account is not erased: files still have its texts',
      failing: 'a step of the erasure of an account fails',
    },
  }));
};

/** Reads and writes the streams of erasures of accounts. */
const recording = (context: Context) => {
  const { store, projected } = context;
  const handle = commandHandler(store, context);
  const decide = ({ erasureId, userId }: UnprovenAccount, command: AccountErasureCommand): Promise<bigint> =>
    handle({ stream: streamOf.accountErasure(erasureId), decider: accountErasure, command, tenantId: userId });
  const load = async ({ erasureId }: UnprovenAccount): Promise<RequestedAccountErasure | undefined> => {
    return requestedIn(accountErasure, await store.read(streamOf.accountErasure(erasureId)));
  };
  const prove: Erasing<AccountKey, AccountErasureStep, RequestedAccountErasure>['prove'] = async (key, step, proof) => {
    // An account has no tickets where files are looked at.
    const { tickets: _, ...found } = proof.found;
    const positions = proof.positions && { positions: proof.positions };
    const position = await decide(key, { type: 'ProveAccountStep', proof: { step, found, ...positions } });
    // The proof has rows forget names, which the next steps look for.
    throwIfStalled(await projected.waitForPosition(['accounts', 'collections'], [position]), 'it is waited for');
  };
  return { load, decide, prove };
};

/** An erasure whose last step is left: for the files as one of tickets without any. */
const atFiles = ({ request: account, ...requested }: RequestedAccountErasure): ErasedFromLog => {
  const { erasureId, userId } = account;
  const names = { erasureId, userId, collectionId: '', collectionName: '', requestedFor: null, tickets: [] };
  const request = { ...names, unknown: 0, erasedBefore: 0, remaining: 0 };
  const nothing = { tickets: [], proven: new Set<never>(), positions: [], elsewhere: [] };
  const { heldBackFor, requestedAt } = requested;
  const erasure = { status: 'requested', request, ...nothing, heldBackFor, requestedAt } as const;
  return { erasure, position: 0n, isAccount: true };
};
