import { randomUUID } from 'node:crypto';
import type { AdmitChanges } from '../commands/admit-changes.ts';
import { changeTickets } from '../commands/change-tickets.ts';
import { collectionTicketHandlers } from '../http/collection-tickets.ts';
import {
  exportStreams,
  longRemarkStreams,
  openCorrections,
  progressStreams,
  remarkStreams,
} from '../http/event-stream.ts';
import { exportHandlers } from '../http/export.ts';
import type { Metrics } from '../http/metrics.ts';
import { previewProgressHandlers } from '../http/preview-progress.ts';
import { previewHandlers } from '../http/preview.ts';
import { ticketHandlers } from '../http/tickets.ts';
import { uploadProgressHandlers } from '../http/upload-progress.ts';
import { uploadHandlers } from '../http/uploads.ts';
import { exportTickets } from '../queries/export-tickets.ts';
import { findCollection } from '../queries/find-collection.ts';
import { findTicket } from '../queries/find-ticket.ts';
import { ticketHistory, ticketRevision } from '../queries/ticket-history.ts';
import { remoteRequest } from '../threads/running-requests.ts';
import { endErasedBodies, openBodies } from '../uploads/open-bodies.ts';
import type { PreviewFiles } from '../uploads/preview-files.ts';
import { countReturned, forecastUndo, requestUndo } from '../uploads/request-undo.ts';
import { restoreUndone } from '../uploads/restore-undone.ts';
import type { SpoolFolder } from '../uploads/spool-folder.ts';
import { stopUpload } from '../uploads/stop-upload.ts';
import type { ReadModels } from './read-stores.ts';
import type { Threads } from './threads.ts';
import type { Turns } from './turns.ts';

/** What the endpoints of tickets and uploads use. */
type TicketParts = Pick<Turns, 'inTurns' | 'inChangeTurns' | 'writeReply'> & {
  readonly threads: Pick<Threads, 'writer' | 'ingest' | 'search'>;
  readonly stores: Omit<ReadModels, 'close'>;
  readonly metrics: Pick<Metrics, 'upload'>;
  readonly spool: SpoolFolder;
  readonly previewFiles: PreviewFiles;
  /** Called with an unexpected error after the request was answered. */
  readonly failed: (requestId: string, error: unknown) => void;
  readonly admit: AdmitChanges;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/** Tickets that are sent, previewed and stored, and their uploads. */
export const ticketEndpoints = (parts: TicketParts) => ({
  ...ofStoredTickets(parts),
  ...ofTickets(parts),
  ...ofUploads(parts),
});

const clock = { now: () => new Date(), newId: randomUUID };

const ofStoredTickets = ({ threads: { writer, ingest, search }, stores, stopping, admit, ...turns }: TicketParts) => {
  const { inTurns, inChangeTurns, writeReply } = turns;
  const withdrawing = { ...clock, streams: writer, projected: writer };
  const dependencies = { ...withdrawing, admit };
  const { ticketPage: page, ticketIdPage: idPage, ticketCounts: counts, ticketsOfUpload: ofUpload } = search;
  const tickets = { page, idPage, counts, ofUpload };
  const reading = { streams: writer, ...stores };
  const { correct, previewCorrection, abandon } = ingest;
  const correcting = {
    correct: remoteRequest({ run: correct, abandon }, clock.newId),
    previewCorrection: remoteRequest({ run: previewCorrection, abandon }, clock.newId),
  };
  const handlers = collectionTicketHandlers({
    tickets,
    ...{ findTicket: findTicket(reading), ticketHistory: ticketHistory(reading) },
    ticketRevision: ticketRevision(reading),
    withdraw: changeTickets(withdrawing, { type: 'WithdrawTicket' }),
    restore: changeTickets(dependencies, { type: 'RestoreTicket' }),
    flag: changeTickets(dependencies, { type: 'FlagTicket' }),
    confirm: changeTickets(dependencies, { type: 'ConfirmTicket' }),
    correcting,
    ...{ inTurns, inChangeTurns, writeReply, openCorrections: openCorrections() },
  });
  const exporting = { exportTickets: exportTickets(tickets), openStreams: exportStreams(), inTurns, stopping };
  return { ...handlers, ...exportHandlers(exporting) };
};

const ofTickets = ({ threads: { ingest }, stores, metrics, ...parts }: TicketParts) => {
  const { spool: spoolFolder, previewFiles, failed } = parts;
  const { accounts, erasures, uploads } = stores;
  const [bodies, find] = [openBodies(), findCollection(stores.collections)];
  const exists = async (id: string) => (await accounts.byId(id)) !== undefined;
  endErasedBodies(bodies, { exists, newestErasure: erasures.newestOf });
  const files = { spoolFolder, previewFiles, openBodies: bodies.open, ...clock };
  const openRemarks = { ofUser: remarkStreams(), long: longRemarkStreams() };
  return {
    ...ticketHandlers({ ...files, ingest, uploads, counted: metrics.upload, failed }),
    ...previewHandlers({ ...files, previewing: ingest, openRemarks, findCollection: find }),
  };
};

const ofUploads = ({
  threads: { writer, ingest, search },
  stores: { uploads, collections },
  ...parts
}: TicketParts) => {
  const { stopping, admit, inTurns, inChangeTurns } = parts;
  const dependencies = { ...clock, uploads, streams: writer, projected: writer };
  const running = { ...dependencies, isHeld: writer.isUploadHeld };
  const restore = changeTickets({ ...dependencies, admit }, { type: 'RestoreTicket' });
  const handlers = uploadHandlers({
    ...{ uploads, openStreams: exportStreams(), inTurns, inChangeTurns, stopping },
    stop: stopUpload(running),
    undo: requestUndo(running),
    forecastUndo: forecastUndo({ uploads, collections, ofUpload: search.ticketsOfUpload }),
    countReturned: countReturned({ ofUpload: search.ticketsOfUpload }),
    restoreUndone: restoreUndone({ ...dependencies, restore }),
  });
  const openStreams = progressStreams();
  return {
    ...handlers,
    ...uploadProgressHandlers({ uploads, logFailure: writer.logFailure, stopping, openStreams }),
    ...previewProgressHandlers({ previewing: ingest, stopping, openStreams }),
  };
};
