import type { CommandContext } from '../commands/command-handler.ts';
import { UploadNotFound, UploadRunning } from '../domain/errors.ts';
import { noUndoCounts, type Surface, type UndoCounts } from '../domain/events.ts';
import { recordId } from '../domain/ticket-record.ts';
import type { Collections } from '../ports/collections.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { leaseOf } from './upload-lease.ts';
import { uploadStream } from './upload-stream.ts';

/** Returns the record of the upload, whose undo runs or is over. */
export type RequestUndo = (upload: UploadRecord, surface: Surface) => Promise<UploadRecord>;

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
  return async (upload, surface) => {
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    const state = stream.state();
    // A stopped or interrupted attempt may still have tickets in flight.
    const isAlive =
      'attemptId' in state &&
      state.status !== 'running' &&
      (await isHeld(leaseOf({ ...upload, attemptId: state.attemptId })));
    if (isAlive) throw new UploadRunning('The upload is still ending: try again in a few seconds');
    const position = await stream.record({ type: 'StartUndo', undoId: newId(), surface });
    await projected.waitForPosition(['uploads'], [position]);
    const undone = await uploads.byId(upload);
    if (!undone) throw new UploadNotFound();
    return undone;
  };
};

/** What the undo of an upload would do now, and how many of the tickets that it stored are `hidden` and `active`; stops early, with what it has counted, when the signal aborts. */
export type ForecastUndo = (
  upload: UploadRecord,
  signal: AbortSignal,
) => Promise<UndoCounts & { readonly hidden: number; readonly active: number }>;

type Forecast = {
  readonly uploads: Pick<Uploads, 'tickets'>;
  readonly collections: Pick<Collections, 'known'>;
  readonly ofUpload: Tickets['ofUpload'];
};

/**
 * What the upload stored, and what has the text of an update by it, is counted in the index, however many they are. Only if some of the updated tickets have
 * another text by now, those of them that were erased are looked up, page by page. Throws Unavailable.
 */
export const forecastUndo =
  ({ uploads, collections, ofUpload }: Forecast): ForecastUndo =>
  async (upload, signal) => {
    const { userId: tenantId, collectionId, uploadId, outcomes } = upload;
    const { active, withdrawn: hidden, corrected, updated } = await ofUpload({ tenantId, collectionId, uploadId });
    if (upload.undo) return { ...noUndoCounts, hidden, active };
    const takenBack = Math.min(updated, outcomes.updated);
    const others = outcomes.updated - takenBack;
    const erased = others === 0 ? 0 : await erasedOf({ uploads, collections }, upload, signal);
    const gone = Math.max(0, outcomes.stored - active) + erased;
    return { withdrawn: active, corrected, takenBack, left: Math.max(0, others - erased), gone, hidden, active };
  };

const ticketsPerPage = 500;

/** How many of the tickets that an upload has updated are erased. */
const erasedOf = async (
  { uploads, collections }: Pick<Forecast, 'uploads' | 'collections'>,
  upload: UploadRecord,
  signal: AbortSignal,
): Promise<number> => {
  const { userId: tenantId, collectionId } = upload;
  let erased = 0;
  for (let after: number | undefined; !signal.aborted;) {
    const page = await uploads.tickets(upload, { after, limit: ticketsPerPage, outcome: 'updated' });
    const records = page.map(({ ticketId }) => recordId(tenantId, ticketId));
    const known = await collections.known(collectionId, records);
    erased += records.filter((record) => known.get(record)?.state === 'erased').length;
    if (page.length < ticketsPerPage) break;
    after = page.at(-1)?.index;
  }
  return erased;
};
