import { deleteCollectionsOf } from '../commands/delete-account.ts';
import type { AccountErasureState } from '../domain/account-erasure.ts';
import type { AccountErasureStep } from '../domain/account-erasure-events.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { ErasedContents } from '../ports/erased-contents.ts';
import type { ReadModel } from '../ports/read-model.ts';
import type { Uploads } from '../ports/uploads.ts';
import { accountLogEraser, type AccountLog } from './account-log.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import { checkLogDisk, indexCheck } from './erasure-checks.ts';
import { inOneTurn, type Turns } from './erasure-turns.ts';
import type { CheckResult } from './requested-erasure.ts';

/** An erasure of an account that was requested. */
export type RequestedAccountErasure = Extract<AccountErasureState, { readonly status: 'requested' }> & {
  readonly requestedAt: Date;
};

type Models = Readonly<Record<'collections' | 'index' | 'uploads' | 'questions', ReadModel<never>>>;

export type AccountStores = AccountLog & {
  readonly accounts: Pick<Accounts, 'byId' | 'keysOf'>;
  readonly collections: Pick<Collections, 'ofUser'>;
  readonly uploads: Pick<Uploads, 'running'>;
  readonly models: Models;
  readonly contents: ErasedContents;
  /** For how long other instances may still do what they had begun before the deletion; 10 s by default. */
  readonly settleMs?: number;
};

/** `term`: for as long as this process erases. */
type Check = (erasure: RequestedAccountErasure, term: AbortSignal) => Turns<CheckResult>;

/** The work and the check of each step but that in files. */
export const accountErasureChecks = (
  stores: AccountStores,
  texts: ErasureTexts,
): Readonly<Record<Exclude<AccountErasureStep, 'files'>, Check>> => {
  const eraseFromLog = accountLogEraser(stores, texts);
  return {
    closed: ({ request, requestedAt }) => inOneTurn(() => checkClosed(stores, request.userId, requestedAt)),
    event_log: ({ request }, term) => eraseFromLog(request, term),
    read_models: () => inOneTurn(() => checkRows(stores)),
    log_disk: (erasure) => inOneTurn(() => checkLogDisk(stores, erasure)),
  };
};

/** Nobody finds the account, its keys or a collection, and no upload of it runs. A collection that was being created meanwhile is deleted. */
const checkClosed = async (stores: AccountStores, userId: string, requestedAt: Date): Promise<CheckResult> => {
  const { accounts, collections, uploads, now, settleMs = 10_000 } = stores;
  if (now().getTime() - requestedAt.getTime() < settleMs)
    return { waitsFor: 'what was begun before the deletion, for some seconds' };
  const own = await collections.ofUser(userId);
  await deleteCollectionsOf({ ...stores, streams: stores.store })(userId, own);
  if (own.length > 0) return { waitsFor: `the deletion of ${own.length} collections` };
  const running = (await uploads.running()).filter((upload) => upload.userId === userId).length;
  if (running > 0) return { waitsFor: `${running} uploads that end` };
  const [account, keys] = [await accounts.byId(userId), await accounts.keysOf(userId)];
  if (account || keys.length > 0) return { waitsFor: 'the list of accounts does not have the deletion yet' };
  return { proof: { found: { accounts: 0, keys: 0, collections: 0, uploads: 0 } } };
};

/** The purge has removed all rows and vectors of deleted collections, and no copy of the index is left. */
const checkRows = async ({ models, contents }: AccountStores): Promise<CheckResult> => {
  const { index, collections, uploads, questions } = models;
  for (const generation of [index.current, index.retained, collections.current, uploads.current, questions.current]) {
    const orphans = (await (await generation())?.orphans(1)) ?? [];
    if (orphans.length > 0) return { waitsFor: 'the purge of deleted collections' };
  }
  const none = { tenantId: '', collectionId: '', recordIds: [] };
  return indexCheck(await contents.left(none));
};
