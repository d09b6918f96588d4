import { randomUUID } from 'node:crypto';
import {
  type Fact,
  noUploadCounts,
  type RecordedEvent,
  type SkippedTicket,
  type UndoCounts,
  type UnlistedTickets,
} from '../../src/domain/events.ts';
import { ticketCorrected, ticketStored } from './events.ts';
import { recorded } from './recorded-events.ts';
import { exampleCollection } from './collection-events.ts';

/** The events of an upload into a collection; `stored` is the event of a ticket of that upload. */
export const exampleUpload = ({ collectionId, tenantId: userId } = exampleCollection()) => {
  const [uploadId, run] = [randomUUID(), randomUUID()];
  const name = { uploadId, userId, collectionId };
  const withRevision = (fact: Fact, revision: number) => ({ ...fact, revision });
  return {
    ...{ name, uploadId, userId, collectionId, run },
    started: withRevision(
      {
        type: 'UploadStarted',
        data: { ...name, run, surface: 'api', fileName: 'май.csv', format: 'csv', digest: null },
      },
      0,
    ),
    progressed: (
      revision: number,
      skipped: readonly SkippedTicket[],
      figures = noUploadCounts,
      unlisted?: UnlistedTickets,
    ) =>
      withRevision(
        { type: 'UploadProgressed', data: { ...name, run, figures, skipped, ...(unlisted && { unlisted }) } },
        revision,
      ),
    finished: (revision: number, figures = noUploadCounts) =>
      withRevision(
        {
          type: 'UploadFinished',
          data: { ...name, run, figures, result: { processed: 1, skipped: 1, collectionTicketCount: 1 } },
        },
        revision,
      ),
    interrupted: (revision: number) =>
      withRevision(
        { type: 'UploadInterrupted', data: { ...name, run, stored: 1, detail: 'The service ended' } },
        revision,
      ),
    stopped: (revision: number, skipped: readonly SkippedTicket[], figures = noUploadCounts) =>
      withRevision({ type: 'UploadStopped', data: { ...name, run, figures, skipped } }, revision),
    resumed: (revision: number, at: string) => ({
      ...withRevision({ type: 'UploadResumed', data: { ...name, run: 'another' } }, revision),
      metadata: { at, commandId: uploadId, tenantId: userId, uploadId },
    }),
    undoStarted: (revision: number) =>
      withRevision({ type: 'UploadUndoStarted', data: { ...name, undoId: 'undo', surface: 'web' } }, revision),
    undoProgressed: (revision: number, after: number, figures: UndoCounts) =>
      withRevision({ type: 'UploadUndoProgressed', data: { ...name, undoId: 'undo', after, figures } }, revision),
    undone: (revision: number, figures: UndoCounts) =>
      withRevision({ type: 'UploadUndone', data: { ...name, undoId: 'undo', figures } }, revision),
    expired: (revision: number, bytes = 0) =>
      withRevision({ type: 'UploadExpired', data: { ...name, bytes } }, revision),
    updated: (index: number, row?: number) => ({
      ...ticketCorrected({ tenantId: userId, collectionId, ticketId: `${index}` }, 2, 'Иначе'),
      metadata: { at: '2026-01-02T03:04:05.000Z', commandId: uploadId, tenantId: userId, uploadId, place: index, row },
    }),
    stored: (index: number, row?: number) => ({
      ...ticketStored({ tenantId: userId, collectionId, ticketId: `t${index}` }),
      metadata: { at: '2026-01-02T03:04:05.000Z', commandId: uploadId, tenantId: userId, uploadId, place: index, row },
    }),
  };
};

/** A ticket that an upload has skipped. */
export const skipped = (index: number, rule: SkippedTicket['rule'] = 'duplicate', row: number | null = null) => ({
  ...{ ticketId: `t${index}`, index, row, rule },
});

type Told = Fact & { readonly revision?: number; readonly metadata?: unknown };

/** Numbers facts as a log would, keeping the revisions and metadata that they bring. */
export const inLog = (...facts: readonly Told[]): readonly RecordedEvent[] =>
  recorded(facts).map((event, index) => {
    const { revision = 0, metadata = event.metadata } = facts[index] ?? {};
    return { ...event, revision, metadata } as RecordedEvent;
  });
