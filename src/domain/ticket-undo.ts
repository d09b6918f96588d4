import { stateAfter } from './decider.ts';
import type { RecordedEvent, UndoFigures } from './events.ts';
import { contentOf, isSameContent, ticket, type TicketCommand, type TicketState } from './ticket.ts';

/** A ticket as an upload has left it; `undoId` is that of the undo, if it has begun. */
export type UploadedTicket = {
  readonly uploadId: string;
  /** Its place in the upload. */
  readonly index: number;
  readonly outcome: 'stored' | 'updated';
  readonly undoId?: string;
};

/** What an undo makes of a ticket, and the command for it; none if it has nothing to do, or has done it. */
export type TicketUndo = {
  readonly figure: Exclude<keyof UndoFigures, 'corrected'>;
  /** Whether a ticket that is withdrawn had another text than the upload gave it. */
  readonly corrected: boolean;
  readonly command?: TicketCommand;
};

/**
 * Undoes what an upload did to a ticket, from the events of its stream: a ticket that it stored is withdrawn; one that it updated gets its content before
 * that back, unless it has another content by now than the upload gave it. What a person changes after the undo stays so, also if the undo is repeated.
 */
export const ticketUndo = (events: readonly RecordedEvent[], uploaded: UploadedTicket): TicketUndo => {
  const state = stateAfter(ticket, events);
  if (state.status === 'missing' || state.status === 'erased') return { figure: 'gone', corrected: false };
  const { undoId } = uploaded;
  const done = undoId === undefined ? -1 : events.findIndex(({ metadata }) => metadata.commandId === undoId);
  if (uploaded.outcome === 'updated') {
    return done < 0 ? takeBack(events, state, uploaded) : { figure: 'takenBack', corrected: false };
  }
  if (done >= 0) return { figure: 'withdrawn', corrected: revisionOf(stateAfter(ticket, events.slice(0, done))) > 1 };
  if (state.status === 'withdrawn') return { figure: 'gone', corrected: false };
  return { figure: 'withdrawn', corrected: state.revision > 1, command: { type: 'WithdrawTicket' } };
};

const revisionOf = (state: TicketState): number => ('revision' in state ? state.revision : 0);

type Present = Extract<TicketState, { readonly revision: number }>;

const takeBack = (
  events: readonly RecordedEvent[],
  { data, revision }: Present,
  { uploadId, index }: UploadedTicket,
): TicketUndo => {
  const update = events.findIndex(({ metadata }) => metadata.uploadId === uploadId && metadata.place === index);
  const before = stateAfter(ticket, events.slice(0, update));
  const after = stateAfter(ticket, events.slice(0, update + 1));
  const isAsUpdated = 'data' in before && 'data' in after && isSameContent(after.data, data);
  if (!isAsUpdated) return { figure: 'left', corrected: false };
  const command = {
    type: 'CorrectTicket',
    revision,
    texts: contentOf(before.data),
    vector: before.data.vector,
  } as const;
  return { figure: 'takenBack', corrected: false, command };
};
