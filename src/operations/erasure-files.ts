import { idle } from '../concurrency/duty-cycle.ts';
import { pieceScanner } from '../platform/piece-scanner.ts';
import type { DataFiles } from '../ports/data-files.ts';
import {
  type ErasureStores,
  recordsOf,
  type RequestedErasure,
  type CheckResult,
  streamsOf,
} from './requested-erasure.ts';
import { type ErasureTexts, textsOf } from './erasure-texts.ts';

/** An erasure whose streams are erased, with the position of its request. */
export type ErasedFromLog = { readonly erasure: RequestedErasure; readonly position: bigint };

/**
 * Removes what deletions have left in the embedded files, for the tenants that wait for it; resolves with why it must be called again, `idle` if it is the turn of none
 * of them yet.
 */
export type EraseTraces = (tenants: ReadonlySet<string>) => Promise<string | undefined | typeof idle>;

type Stores = Pick<ErasureStores, 'store' | 'uploads'> & {
  readonly files: DataFiles;
  readonly eraseTraces: EraseTraces;
};

/**
 * Has the files rewritten once for all erasures that wait, and looks for their texts in every byte of the data folder. What a restart does not know any more
 * is not looked for (`pieces` is 0): what was seen then is that no row has them, in files without free pages. Erasures that only wait for their turn have no result.
 */
export const fileChecks =
  (stores: Stores, texts: ErasureTexts) =>
  async (waiting: readonly ErasedFromLog[]): Promise<ReadonlyMap<string, CheckResult>> => {
    const results = await waitingForUploads(stores, waiting);
    const ready = waiting.flatMap(({ erasure }) => (results.has(idOf(erasure)) ? [] : [erasure]));
    if (ready.length === 0) return results;
    const traces = await stores.eraseTraces(new Set(ready.map(({ request }) => request.userId)));
    if (traces === idle) return results;
    if (traces !== undefined) {
      for (const erasure of ready) results.set(idOf(erasure), { waitsFor: traces, soon: true });
      return results;
    }
    const wanted = new Map<RequestedErasure, ReadonlySet<string>>();
    for (const erasure of ready) wanted.set(erasure, await texts.of(idOf(erasure)));
    const { found, ...read } = await stores.files.search([...new Set([...wanted.values()].flatMap((all) => [...all]))]);
    const left = await withoutOthers(stores, ready, found);
    for (const [erasure, pieces] of wanted) results.set(idOf(erasure), seenOf(erasure, { pieces, left, read }));
    return results;
  };

const idOf = ({ request }: RequestedErasure): string => request.erasureId;

/** Uploads of the tenant that had begun before the request may hold the texts, in any encoding. */
const waitingForUploads = async (
  { uploads }: Stores,
  waiting: readonly ErasedFromLog[],
): Promise<Map<string, CheckResult>> => {
  const running = await uploads.running();
  const results = new Map<string, CheckResult>();
  for (const { erasure, position } of waiting) {
    const { userId } = erasure.request;
    const earlier = running.filter((upload) => upload.userId === userId && upload.position < position).length;
    if (earlier === 0) continue;
    results.set(idOf(erasure), { waitsFor: `${earlier} uploads that were running may hold the texts` });
  }
  return results;
};

type Search = {
  readonly pieces: ReadonlySet<string>;
  readonly left: ReadonlyMap<string, string>;
  readonly read: { readonly files: number; readonly bytes: number };
};

const seenOf = (erasure: RequestedErasure, { pieces, left, read }: Search): CheckResult => {
  const own = [...left].filter(([piece]) => pieces.has(piece));
  const [[, file] = []] = own;
  if (file !== undefined) return { waitsFor: `${file} still holds ${own.length} pieces of the texts` };
  return { proof: { found: { tickets: recordsOf(erasure).length, ...read, pieces: pieces.size, left: 0 } } };
};

/** Pieces that no other ticket has, such as a greeting. What other tenants have is told to nobody. */
const withoutOthers = async (
  { store }: Stores,
  erasures: readonly RequestedErasure[],
  found: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> => {
  const left = new Map(found);
  if (left.size === 0) return left;
  const scan = pieceScanner([...left.keys()]);
  const own = new Set(erasures.flatMap(streamsOf));
  for await (const { events, caughtUp } of store.subscribe(undefined, new AbortController().signal)) {
    for (const event of events) {
      if (own.has(event.stream)) continue;
      for (const text of textsOf(event)) for (const piece of scan(Buffer.from(text))) left.delete(piece);
    }
    if (caughtUp || left.size === 0) break;
  }
  return left;
};
