import type { ErasureStep } from '../domain/erasure-events.ts';
import { type ReadPast, readTicketPasts } from '../ports/ticket-pasts.ts';
import { eventsOf } from '../ports/ticket-streams.ts';
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
  streamsOf,
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

/** Streams that are erased at a time: some ten milliseconds of the log's time. */
const streamsPerStep = 100;
/** Rows of uploads that are read at a time. */
const rowsPerStep = 100;
/** How often streams are read again because others have changed their tickets. */
const maxAttempts = 10;

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
  return { proof: { found, positions: [...positions, ...quoting.positions] } };
}

/** Erases the streams and reads them. What others have done to the tickets since the request is recorded before, and the texts are remembered. */
async function* eraseStreams(
  stores: ErasureStores,
  erasure: RequestedErasure,
  texts: ErasureTexts,
): Turns<CheckResult> {
  const { store } = stores;
  const streams = streamsOf(erasure);
  const positions = new Set(erasure.tickets.flatMap((ticket) => ticket.positions));
  for (let first = 0; first < streams.length; first += streamsPerStep) {
    let open: readonly string[] = streams.slice(first, first + streamsPerStep);
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === maxAttempts) return { waitsFor: 'others change the tickets at the same time' };
      const kept = await texts.open(erasure.request);
      const pasts = await readTicketPasts(store, open, kept.add);
      for (const past of pasts) for (const position of past.positions) positions.add(position);
      await kept.save();
      await stores.amend(
        erasure,
        pasts.flatMap(({ ticket }) => ticket ?? []),
      );
      open = await eraseRead(store, pasts);
    }
    yield;
  }
  let left = 0;
  for (const [index, stream] of streams.entries()) {
    for await (const _ of eventsOf(store, stream)) left += 1;
    if (index % streamsPerStep === streamsPerStep - 1) yield;
  }
  if (left > 0) return { waitsFor: `the log still gives ${left} events` };
  return { proof: { found: { streams: streams.length, events: positions.size, left }, positions: [...positions] } };
}

/** Erases streams as they were read; returns those that have changed since. */
const eraseRead = async (store: ErasureStores['store'], pasts: readonly ReadPast[]): Promise<readonly string[]> => {
  const gone = pasts.filter(({ last }) => last === undefined);
  if (gone.length > 0)
    await store.erase(
      gone.map(({ stream }) => stream),
      'reserved',
    );
  const read = pasts.flatMap(({ stream, last }) => (last === undefined ? [] : [{ stream, revision: last }]));
  return read.length === 0 ? [] : store.eraseUnchanged(read);
};

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

async function* checkUploads({ uploads }: ErasureStores, erasure: RequestedErasure): Turns<CheckResult> {
  const { tickets, request } = erasure;
  const { collectionId } = request;
  const outcomes = tickets.flatMap((one) => one.uploads.map((upload) => ({ ...upload, ticketId: one.ticketId })));
  let kept = 0;
  for (const [count, { uploadId, index, ticketId }] of outcomes.entries()) {
    if (count % rowsPerStep === rowsPerStep - 1) yield;
    const [row] = await uploads.tickets({ collectionId, uploadId }, { after: index - 1, limit: 1 });
    if (row?.index === index && row.ticketId === ticketId) kept += 1;
  }
  return { proof: { found: { outcomes: outcomes.length, kept } } };
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
