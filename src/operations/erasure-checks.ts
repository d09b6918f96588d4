import type { ErasureStep } from '../domain/erasure-events.ts';
import { streamOf } from '../domain/streams.ts';
import { nameSet } from '../platform/name-set.ts';
import { eventsOf } from '../ports/stream-events.ts';
import { eraseStreams } from './erase-streams.ts';
import { eraseAnswers } from './erasure-answers.ts';
import { quotingUploads } from './erasure-reasons.ts';
import { checkLists } from './erasure-lists.ts';
import type { ErasureTexts } from './erasure-texts.ts';
import { inOneTurn, type Turns } from './erasure-turns.ts';
import {
  type ErasureStores,
  ownerOf,
  recordsOf,
  type RequestedErasure,
  type CheckResult,
} from './requested-erasure.ts';

/** The work and the check of each step that is done for one erasure; that in files is for all that wait (`erasure-files.ts`). */
export const erasureChecks = (
  stores: ErasureStores,
  texts: ErasureTexts,
): Readonly<Record<Exclude<ErasureStep, 'read_models'>, (erasure: RequestedErasure) => Turns<CheckResult>>> => {
  const eraseQuoting = quotingUploads(stores);
  return {
    hidden: (erasure) => checkLists(stores, erasure),
    event_log: (erasure) => eraseFromLog(stores, erasure, { texts, eraseQuoting }),
    answers: (erasure) => eraseAnswers(stores, erasure, texts),
    index: (erasure) => inOneTurn(() => checkIndex(stores, erasure)),
    uploads: (erasure) => checkUploads(stores, erasure),
    log_disk: (erasure) => inOneTurn(() => checkLogDisk(stores, erasure)),
  };
};

/** Rows of uploads that are read at a time. */
const rowsPerStep = 100;

type FromLog = { readonly texts: ErasureTexts; readonly eraseQuoting: ReturnType<typeof quotingUploads> };

/** Erases the streams of the tickets, and those of uploads whose reason may quote one. */
async function* eraseFromLog(
  stores: ErasureStores,
  erasure: RequestedErasure,
  { texts, eraseQuoting }: FromLog,
): Turns<CheckResult> {
  const erased = yield* eraseStreams(stores, erasure, texts);
  if ('waitsFor' in erased) return erased;
  const quoting = yield* eraseQuoting(erasure);
  if ('waitsFor' in quoting) return quoting;
  const { found, positions = [] } = erased.proof;
  return { proof: { found, positions: [...quoting.positions, ...positions] } };
}

const checkIndex = async ({ contents }: ErasureStores, erasure: RequestedErasure): Promise<CheckResult> => {
  const recordIds = recordsOf(erasure);
  const left = await contents.left({ ...ownerOf(erasure), recordIds });
  return indexCheck(left, { tickets: recordIds.length });
};

/** What follows from what the index has left of some tickets; `looked`: what was looked at. */
export const indexCheck = (
  { rows, onDisk, unavailableCopies }: Awaited<ReturnType<ErasureStores['contents']['left']>>,
  looked: Readonly<Record<string, number>> = {},
): CheckResult => {
  if (rows > 0) return { waitsFor: `the index still has ${rows} rows` };
  if (onDisk > 0) return { waitsFor: `the index still has ${onDisk} removed documents on disk` };
  if (unavailableCopies > 0) return { waitsFor: `copies of the index that are away: ${unavailableCopies}` };
  return { proof: { found: { ...looked, rows, on_disk: onDisk } } };
};

/** The outcomes are looked up that the events of the erasure have. */
async function* checkUploads({ store, uploads }: ErasureStores, erasure: RequestedErasure): Turns<CheckResult> {
  const { collectionId, erasureId } = erasure.request;
  const seen = nameSet();
  let [outcomes, kept] = [0, 0];
  for await (const { ticketId, uploadId, index } of outcomesIn(store, streamOf.erasure(collectionId, erasureId))) {
    const key = `${uploadId} ${index}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [row] = await uploads.tickets({ collectionId, uploadId }, { after: index - 1, limit: 1 });
    if (row?.index === index && row.ticketId === ticketId) kept += 1;
    outcomes += 1;
    if (outcomes % rowsPerStep === 0) yield;
  }
  return { proof: { found: { outcomes, kept } } };
}

async function* outcomesIn(store: ErasureStores['store'], stream: string) {
  for await (const event of eventsOf(store, stream)) {
    if (event.type !== 'ErasureRequested' && event.type !== 'ErasureAmended') continue;
    for (const { ticketId, uploads } of event.data.tickets) for (const one of uploads) yield { ticketId, ...one };
  }
}

/** No event of an erasure is held by the server of the log any more. */
export const checkLogDisk = async (
  { erased }: Pick<ErasureStores, 'erased'>,
  { positions }: Pick<RequestedErasure, 'positions'>,
): Promise<CheckResult> => {
  const held = (await erased?.heldAt(positions, 1)) ?? 0;
  if (held > 0) return { waitsFor: 'the next scavenge of EventStoreDB' };
  return { proof: { found: { events: positions.length, held } } };
};
