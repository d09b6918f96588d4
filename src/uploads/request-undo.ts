import type { CommandContext } from '../commands/command-handler.ts';
import { UploadNotFound, UploadRunning } from '../domain/errors.ts';
import { noUndoFigures, type Surface, type UndoFigures } from '../domain/events.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { type ChangedTicket, readTicket, withTicket } from './undo-tickets.ts';
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
    // One that was stopped or interrupted may have tickets in work.
    const isAlive =
      'run' in state && state.status !== 'running' && (await isHeld(leaseOf({ ...upload, run: state.run })));
    if (isAlive) throw new UploadRunning('The upload is still ending: try again in a few seconds');
    const position = await stream.record({ type: 'StartUndo', undoId: newId(), surface });
    await projected.waitForPosition(['uploads'], [position]);
    const undone = await uploads.byId(upload);
    if (!undone) throw new UploadNotFound();
    return undone;
  };
};

/** What the undo of an upload would do now; stops early, with what it has counted, when the signal aborts. */
export type ForecastUndo = (upload: UploadRecord, signal: AbortSignal) => Promise<UndoFigures>;

type Forecast = {
  readonly streams: Pick<Streams, 'read'>;
  readonly uploads: Pick<Uploads, 'tickets'>;
  readonly ofUpload: Tickets['ofUpload'];
};

const ticketsPerPage = 100;

/** What the upload stored is counted in the index; what it updated is compared with the tickets' streams, page by page. Throws Unavailable. */
export const forecastUndo =
  ({ streams, uploads, ofUpload }: Forecast): ForecastUndo =>
  async (upload, signal) => {
    const { userId: tenantId, collectionId, uploadId, outcomes } = upload;
    const { active, corrected } = await ofUpload({ tenantId, collectionId, uploadId });
    let figures = { ...noUndoFigures, withdrawn: active, corrected, gone: Math.max(0, outcomes.stored - active) };
    if (outcomes.updated === 0) return figures;
    for (let after: number | undefined; !signal.aborted;) {
      const page = await uploads.tickets(upload, { after, limit: ticketsPerPage, outcome: 'updated' });
      const read = (one: ChangedTicket) => readTicket(streams, { tenantId, collectionId, uploadId }, one);
      for (const { undo } of await Promise.all((page as readonly ChangedTicket[]).map(read))) {
        figures = withTicket(figures, undo);
      }
      if (page.length < ticketsPerPage) break;
      after = page.at(-1)?.index;
    }
    return figures;
  };
