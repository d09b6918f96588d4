import { setImmediate } from 'node:timers/promises';
import { idle, restAfter } from '../concurrency/duty-cycle.ts';
import { streamOf } from '../domain/streams.ts';
import type { DataFiles, FilesSearched, WantedPieces } from '../ports/data-files.ts';
import type { LogSearch, SearchLog } from '../ports/log-search.ts';
import type { Uploads } from '../ports/uploads.ts';
import { eraseAnswers } from './erasure-answers.ts';
import { type ErasureTexts, isOfId } from './erasure-texts.ts';
import { allTurns } from './erasure-turns.ts';
import {
  type CheckResult,
  type ErasureStores,
  recordsOf,
  type RequestedErasure,
  streamsOf,
  type TextsLeft,
} from './requested-erasure.ts';
import { searchDuring } from './search-events.ts';

/** An erasure whose streams are erased, with the position of its request. `isAccount`: nothing of its tenant comes later by right. */
export type ErasedFromLog = {
  readonly erasure: RequestedErasure;
  readonly position: bigint;
  readonly isAccount?: true;
};

/**
 * Removes what deletions have left in the embedded files, for the tenants that wait for it, after `before`; resolves with why it must be called again, `idle`, without
 * `before`, if it is the turn of none of them yet.
 */
export type EraseTraces = (
  tenants: ReadonlySet<string>,
  before: () => Promise<void>,
) => Promise<string | undefined | typeof idle>;

type Stores = Pick<ErasureStores, 'store' | 'questions'> & {
  readonly uploads: Pick<Uploads, 'running'>;
  readonly files: DataFiles;
  /** Searches the whole log, which takes as long as reading it. */
  readonly searchLog: SearchLog;
  readonly eraseTraces: EraseTraces;
};

/** Pieces that are looked for at a time: some ten megabytes of memory. */
const piecesAtOnce = 100_000;

/** Tickets that are looked at in a turn of the event loop, and the answers of one in a page. */
const lookedUpAtOnce = 50;

/** The share of the time that searches of files and log take at most: they read all that is stored. */
const shareOfSearches = 0.5;

/** Pieces of an erasure that were found in a file and in no event up to a position. */
type Suspects = { readonly pieces: ReadonlySet<string>; readonly upTo: bigint };
type AllSuspects = Map<string, Suspects>;

type Wanted = ReadonlyMap<RequestedErasure, ReadonlySet<string>>;

/** By the ids of erasures. */
type FileResults = ReadonlyMap<string, CheckResult | TextsLeft>;

/**
 * Has the files rewritten once for all erasures that wait, and looks for their texts in every byte of the data folder. A piece that any event has, in any of its
 * fields, is no trace: the files have it by right, and nobody is told who has it. Somebody may have erased such an event before the log was searched. So
 * what seems to be left is looked for once more, in files that were rewritten since, and the log is followed meanwhile: then what is found and no event has had
 * is the erasure's own. Erasures that wait for their turn or for the second look have no result. What a restart does not know any more is not looked
 * for (`pieces` is 0): what was seen then is that no row has it, in files without free pages.
 */
export const fileChecks = (stores: Stores, texts: ErasureTexts, now: () => number = () => performance.now()) => {
  const suspects: AllSuspects = new Map();
  let restUntil = 0;
  const rewriteAndSearch = async (ready: readonly RequestedErasure[]) => {
    const tenants = new Set(ready.map(({ request }) => request.userId));
    const traces = await stores.eraseTraces(tenants, () => eraseLateAnswers(stores, ready, texts));
    if (traces === idle) return 'idle';
    if (traces !== undefined) return { traces };
    const wanted = await wantedOf(ready, texts, suspects);
    const startedAt = now();
    const searched = await stores.files.search(byTenant(wanted));
    const late = await withLateAnswers(stores, ready);
    return { startedAt, wanted: new Map([...wanted].filter(([one]) => !late.has(one))), searched, late };
  };
  return async (waiting: readonly ErasedFromLog[]): Promise<FileResults> => {
    const delayed = await waitingForBodies(stores, waiting);
    const ready = waiting.flatMap(({ erasure }) => (delayed.has(idOf(erasure)) ? [] : [erasure]));
    if (ready.length === 0 || now() < restUntil) return delayed;
    const done = await whileFollowed(stores, { suspects, ready }, () => rewriteAndSearch(ready));
    if (done === 'idle') return delayed;
    if ('traces' in done) {
      const waits = { waitsFor: done.traces, soon: true } as const;
      return new Map([...delayed, ...ready.map((one) => [idOf(one), waits] as const)]);
    }
    try {
      const again = { waitsFor: 'an answer from the tickets was recorded meanwhile', soon: true } as const;
      const judged = await judge(stores, { texts, suspects, ...done });
      return new Map([...delayed, ...judged, ...[...done.late].map((one) => [idOf(one), again] as const)]);
    } finally {
      restUntil = now() + restAfter(now() - done.startedAt, shareOfSearches);
    }
  };
};

/**
 * An answer that was being given when its ticket was erased comes after its step, and the purge erases it within seconds. Between the rewrite and the search that would
 * leave its texts in files: a second look, and another rewrite, would be needed.
 */
const eraseLateAnswers = async (
  stores: Stores,
  erasures: readonly RequestedErasure[],
  texts: ErasureTexts,
): Promise<void> => {
  for (const erasure of erasures) {
    await allTurns(eraseAnswers(stores, erasure, texts));
    // What has come meanwhile goes first.
    await setImmediate();
  }
};

/** Those whose tickets an answer is from that was recorded while the files were searched: what it has is in an event, and so would be none of their traces. */
const withLateAnswers = async (
  stores: Stores,
  erasures: readonly RequestedErasure[],
): Promise<ReadonlySet<RequestedErasure>> => {
  const late = new Set<RequestedErasure>();
  for (const erasure of erasures) {
    const { collectionId } = erasure.request;
    for (const [index, recordId] of recordsOf(erasure).entries()) {
      // What has come meanwhile goes first.
      if (index % lookedUpAtOnce === 0) await setImmediate();
      if (!(await hasAnswer(stores, { collectionId, recordId }))) continue;
      late.add(erasure);
      break;
    }
  }
  return late;
};

/** Whether the log has an answer from a ticket: of those that the step erased, the list may not know yet. */
const hasAnswer = async (
  { questions, store }: Stores,
  ticket: { readonly collectionId: string; readonly recordId: string },
): Promise<boolean> => {
  for (let after = -1n; ;) {
    const page = await questions.erased(ticket, { after, limit: lookedUpAtOnce });
    for (const { answerId } of page ?? []) {
      const events = await store.readPage(streamOf.question(answerId), { direction: 'forwards', limit: 1 });
      if (events.length > 0) return true;
    }
    const last = page?.at(-1);
    if (!last) return false;
    after = last.position;
  }
};

const idOf = ({ request }: RequestedErasure): string => request.erasureId;

/**
 * What the tenant had sent before the request may hold the texts in any encoding, as no search finds it: uploads that run, in whichever instance, and bodies in this one,
 * which have come, or are still coming, for an upload or a preview. What is sent later is another copy, but of a deleted account nothing is left. What came before the
 * request is known by positions: clocks are set back, and differ between instances.
 */
const waitingForBodies = async (
  { uploads, files }: Stores,
  waiting: readonly ErasedFromLog[],
): Promise<ReadonlyMap<string, CheckResult>> => {
  const [running, bodies] = [await uploads.running(), await files.bodies()];
  const results = new Map<string, CheckResult>();
  for (const { erasure, position, isAccount } of waiting) {
    const { request } = erasure;
    const begun = running.filter(({ userId, ...upload }) => userId === request.userId && upload.position < position);
    const sent = bodies.filter(
      ({ tenantId, erasedBefore }) => tenantId === request.userId && (isAccount || erasedBefore < position),
    );
    if (begun.length > 0)
      results.set(idOf(erasure), { waitsFor: `${begun.length} uploads that were running may hold the texts` });
    else if (sent.length > 0)
      results.set(idOf(erasure), { waitsFor: `${sent.length} files that were being sent or read may hold the texts` });
  }
  return results;
};

const allOf = (sets: Iterable<Iterable<string>>): readonly string[] => [
  ...new Set([...sets].flatMap((set) => [...set])),
];

const without = (pieces: Iterable<string>, found: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...pieces].filter((piece) => !found.has(piece)));

/** What erasures have taken out of the log. */
const erasedBy = (erasures: readonly RequestedErasure[]): LogSearch['erased'] => ({
  streams: new Set(erasures.flatMap(streamsOf)),
  positions: new Set(erasures.flatMap(({ positions }) => positions)),
});

type Following = { readonly suspects: AllSuspects; readonly ready: readonly RequestedErasure[] };

/** Clears what events have, of what seemed to be left, from where the log was read last to the end of work. */
const whileFollowed = async <Result>(
  { store }: Stores,
  { suspects, ready }: Following,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = ready.flatMap((erasure) => {
    const own = suspects.get(idOf(erasure));
    return own ? [{ id: idOf(erasure), ...own }] : [];
  });
  const [first] = before;
  if (first === undefined) return work();
  const after = before.reduce((least, { upTo }) => (upTo < least ? upTo : least), first.upTo);
  const pieces = allOf(before.map((one) => one.pieces));
  const { result, found, upTo } = await searchDuring(store, { pieces, after, erased: erasedBy(ready) }, work);
  for (const { id, pieces: own } of before) suspects.set(id, { pieces: without(own, found), upTo });
  return result;
};

/** What is looked for: at the second look what seemed to be left. Erasures beyond the limit wait for another search. */
const wantedOf = async (
  ready: readonly RequestedErasure[],
  texts: ErasureTexts,
  suspects: AllSuspects,
): Promise<Wanted> => {
  const wanted = new Map<RequestedErasure, ReadonlySet<string>>();
  let count = 0;
  for (const erasure of ready) {
    const pieces = suspects.get(idOf(erasure))?.pieces ?? (await texts.of(erasure.request));
    count += pieces.size;
    if (wanted.size > 0 && count > piecesAtOnce) break;
    wanted.set(erasure, pieces);
  }
  return wanted;
};

const byTenant = (wanted: Wanted): WantedPieces => {
  const erasures = Map.groupBy(wanted, ([{ request }]) => request.userId);
  return new Map([...erasures].map(([tenant, all]) => [tenant, allOf(all.map(([, pieces]) => pieces))]));
};

type Searched = {
  readonly texts: ErasureTexts;
  readonly wanted: Wanted;
  readonly suspects: AllSuspects;
  readonly searched: FilesSearched;
};

/** Proves what is in no file, or by right there; what seems to be left becomes suspect at the first look and is left at the second. */
const judge = async ({ searchLog }: Stores, { texts, wanted, suspects, searched }: Searched): Promise<FileResults> => {
  const results = new Map<string, CheckResult | TextsLeft>();
  const unknown = new Map<RequestedErasure, readonly string[]>();
  const prove = async (erasure: RequestedErasure) => {
    suspects.delete(idOf(erasure));
    results.set(idOf(erasure), proofOf(erasure, await texts.of(erasure.request), searched));
  };
  for (const [erasure, pieces] of wanted) {
    const files = searched.found.get(erasure.request.userId) ?? new Map<string, string>();
    const own = suspects.get(idOf(erasure));
    const left = [...(own?.pieces ?? pieces)].filter((piece) => files.has(piece));
    if (left.length === 0) await prove(erasure);
    else if (own === undefined) unknown.set(erasure, left);
    else results.set(idOf(erasure), { left, files: [...new Set(left.map((piece) => files.get(piece) ?? ''))] });
  }
  if (unknown.size === 0) return results;
  const erased = erasedBy([...unknown.keys()]);
  const { found, upTo } = await searchLog({ pieces: allOf(unknown.values()), after: 0n, erased });
  for (const [erasure, pieces] of unknown) {
    const left = without(pieces, found);
    if (left.size === 0) await prove(erasure);
    else suspects.set(idOf(erasure), { pieces: left, upTo });
  }
  return results;
};

const proofOf = (
  erasure: RequestedErasure,
  pieces: ReadonlySet<string>,
  { files, bytes }: FilesSearched,
): CheckResult => {
  const events = [...pieces].filter(isOfId).length;
  const found = { tickets: recordsOf(erasure).length, files, bytes, events, pieces: pieces.size - events, left: 0 };
  return { proof: { found } };
};
