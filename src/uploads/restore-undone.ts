import type { ChangeTickets, TicketsToChange } from '../commands/change-tickets.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { UploadRunning } from '../domain/errors.ts';
import type { Streams } from '../ports/event-store.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { uploadStream } from './upload-stream.ts';

/** Tickets of one request, so that it ends in time; the next one goes on after them. */
const ticketsPerRequest = 1_000;

/** Counts of tickets; `next`: the index to go on after, null if there are no more. */
export type RestoredTickets = { readonly restored: number; readonly left: number; readonly next: number | null };

/** Restores what the undo of an upload has hidden, from after an index of the upload on. */
export type RestoreUndone = (
  upload: UploadRecord,
  from: Pick<TicketsToChange, 'surface' | 'turn'> & { readonly after: number | undefined },
) => Promise<RestoredTickets>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly uploads: Pick<Uploads, 'tickets'>;
  readonly restore: ChangeTickets;
};

/**
 * Leaves what a person has hidden, what was stored again and what is gone as it is; a repeat restores what is left. Resolves once searches and counts have
 * the tickets. Throws UploadRunning unless the undo is over, and Unavailable.
 */
export const restoreUndone = (dependencies: Dependencies): RestoreUndone => {
  const { uploads, restore } = dependencies;
  return async (upload, { after, surface, turn }) => {
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    const state = stream.state();
    const undo = 'undo' in state ? state.undo : undefined;
    if (!undo) throw new UploadRunning('The upload was not undone: there is nothing to restore');
    if (!undo.isFinished) throw new UploadRunning('The undo is still running: try again when it is over');
    const page = await uploads.tickets(upload, { after, limit: ticketsPerRequest, outcome: 'stored' });
    const { userId: tenantId, collectionId } = upload;
    const ticketIds = page.map(({ ticketId }) => ticketId);
    const { changed, unchanged, notFound } = await restore({
      ...{ tenantId, collectionId, ticketIds, surface, turn },
      hiddenBy: undo.undoId,
    });
    const last = page.length < ticketsPerRequest ? undefined : page.at(-1)?.index;
    return { restored: changed, left: unchanged + notFound.length, next: last ?? null };
  };
};
