import type { CommandContext } from '../commands/command-handler.ts';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { sharedCalls } from '../concurrency/shared-call.ts';
import { UploadNotFound, UploadRunning } from '../domain/errors.ts';
import { noUndoCounts, type Surface, type UndoCounts } from '../domain/events.ts';
import { recordId } from '../domain/ticket-record.ts';
import type { Collections, TicketState } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { Tickets, UploadedTickets } from '../ports/tickets.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { leaseOf } from './upload-lease.ts';
import { uploadStream } from './upload-stream.ts';

/** `keepsByHand`: what a person has corrected or flagged since is not hidden. */
export type UndoRequest = { readonly surface: Surface; readonly keepsByHand?: boolean };

/** Returns the record of the upload, whose undo runs or is over. */
export type RequestUndo = (upload: UploadRecord, request: UndoRequest) => Promise<UploadRecord>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly uploads: Pick<Uploads, 'byId'>;
  readonly isHeld: UploadLeases['isHeld'];
};

/**
 * Has an upload undone in the background; a second request joins the first. Throws UploadRunning while a process still stores tickets for it,
 * UploadNotFound if the collection was deleted meanwhile, and Unavailable.
 */
export const requestUndo = (dependencies: Dependencies): RequestUndo => {
  const { projected, uploads, isHeld, newId } = dependencies;
  return async (upload, { surface, keepsByHand = false }) => {
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    const state = stream.state();
    // A stopped or interrupted attempt may still have tickets in flight.
    const isAlive =
      'attemptId' in state &&
      state.status !== 'running' &&
      (await isHeld(leaseOf({ ...upload, attemptId: state.attemptId })));
    if (isAlive) throw new UploadRunning('The upload is still ending: try again in a few seconds');
    const position = await stream.record({ type: 'StartUndo', undoId: newId(), surface, keepsByHand });
    await projected.waitForPosition(['uploads'], [position]);
    const undone = await uploads.byId(upload);
    if (!undone) throw new UploadNotFound();
    return undone;
  };
};

/**
 * What the undo of an upload would do now, how many of the tickets that it stored are `hidden` and `active`, in search `byHand` as a person has corrected or flagged
 * them, and whether some of them are `restorable`: hidden by its undo. Reads in turns until the signal aborts, and throws its reason then.
 */
export type ForecastUndo = (upload: UploadRecord, reading: UntilAborted) => Promise<UndoForecast>;

type UntilAborted = { readonly signal: AbortSignal; readonly turnUntil: (signal: AbortSignal) => Turn };

type UndoForecast = UndoCounts &
  Pick<UploadedTickets, 'active' | 'byHand'> & { readonly hidden: number; readonly restorable: boolean };

type Forecast = {
  readonly uploads: Pick<Uploads, 'tickets'>;
  readonly collections: Pick<Collections, 'known'>;
  readonly ofUpload: Tickets['ofUpload'];
};

type Reading = Forecast & { readonly turn: Turn };

/**
 * What the upload stored, and what has the text of an update by it, is counted in the index, however many they are. Only if some of the updated tickets have
 * another text by now, those of them that were erased are looked up, page by page: whoever asks meanwhile shares the answer, and
 * it ends when all of them have left. Throws Unavailable.
 */
export const forecastUndo = (dependencies: Forecast): ForecastUndo => {
  const share = sharedCalls<UndoForecast>();
  return (upload, { signal, turnUntil }) => {
    const { collectionId, uploadId, revision } = upload;
    const forecast = (wanted: AbortSignal) => forecastOf({ ...dependencies, turn: turnUntil(wanted) }, upload);
    return share(`${collectionId}/${uploadId}/${revision}`, forecast, signal);
  };
};

const forecastOf = async (reading: Reading, upload: UploadRecord): Promise<UndoForecast> => {
  const { userId: tenantId, collectionId, uploadId, outcomes } = upload;
  const counted = await reading.turn(() => reading.ofUpload({ tenantId, collectionId, uploadId }));
  const { active, withdrawn: hidden, corrected, updated, byHand } = counted;
  if (upload.undo) {
    const restorable = hidden > 0 && (await hidesSome(reading, upload));
    return { ...noUndoCounts, hidden, active, byHand, restorable };
  }
  const takenBack = Math.min(updated, outcomes.updated);
  const others = outcomes.updated - takenBack;
  const erased = others === 0 ? 0 : await erasedOf(reading, upload);
  const gone = Math.max(0, outcomes.stored - active) + erased;
  const left = Math.max(0, others - erased);
  return { withdrawn: active, corrected, takenBack, left, gone, hidden, active, byHand, restorable: false };
};

/** An upload whose undo is over with the number of its tickets that are in search; as it is if the index does not answer. */
export type CountReturned = (upload: UploadRecord) => Promise<UploadRecord>;

export const countReturned =
  ({ ofUpload }: Pick<Forecast, 'ofUpload'>): CountReturned =>
  async (upload) => {
    if (upload.undo?.state !== 'finished') return upload;
    const { userId: tenantId, collectionId, uploadId } = upload;
    const counted = await ofUpload({ tenantId, collectionId, uploadId }).catch(() => undefined);
    return counted ? { ...upload, undo: { ...upload.undo, active: counted.active } } : upload;
  };

/** Read in a few milliseconds of the thread. */
const ticketsPerPage = 200;

type Lookup = { readonly outcome: 'stored' | 'updated'; readonly state: TicketState };

/** How many tickets of an upload that had an outcome are in a state now, page by page, each in its turn. */
async function* countsIn({ uploads, collections, turn }: Reading, upload: UploadRecord, { outcome, state }: Lookup) {
  const { userId: tenantId, collectionId } = upload;
  const readPage = async (after: number | undefined) => {
    const page = await uploads.tickets(upload, { after, limit: ticketsPerPage, outcome });
    const records = page.map(({ ticketId }) => recordId(tenantId, ticketId));
    const known = await collections.known(collectionId, records);
    const count = records.filter((record) => known.get(record)?.state === state).length;
    return { count, next: page.length < ticketsPerPage ? undefined : page.at(-1)?.index };
  };
  for (let after: number | undefined; ;) {
    const { count, next } = await turn(() => readPage(after));
    yield count;
    if (next === undefined) return;
    after = next;
  }
}

/** How many of the tickets that an upload has updated are erased. */
const erasedOf = async (reading: Reading, upload: UploadRecord): Promise<number> => {
  let erased = 0;
  for await (const count of countsIn(reading, upload, { outcome: 'updated', state: 'erased' })) erased += count;
  return erased;
};

/** Whether the undo of an upload still hides a ticket that it has stored. */
const hidesSome = async (reading: Reading, upload: UploadRecord): Promise<boolean> => {
  for await (const count of countsIn(reading, upload, { outcome: 'stored', state: 'undone' }))
    if (count > 0) return true;
  return false;
};
