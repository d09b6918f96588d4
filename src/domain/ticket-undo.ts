import { stateAfter } from './decider.ts';
import type { Metadata, RecordedEvent, UndoCounts, UpdateOfTicket } from './events.ts';
import { contentOf, ticket, type TicketCommand, type TicketState } from './ticket.ts';

/** A ticket as an upload has left it, and the id of its undo. */
export type UploadedTicket = {
  readonly uploadId: string;
  /** Its index in the upload. */
  readonly index: number;
  readonly outcome: 'stored' | 'updated';
  readonly undoId: string;
};

/** What an undo makes of a ticket, and the command for it; none if it has nothing to do, or has done it. */
export type TicketUndo = {
  readonly countedAs: Exclude<keyof UndoCounts, 'corrected'>;
  /** Whether a ticket that is withdrawn had another text than the upload gave it. */
  readonly corrected: boolean;
  readonly command?: TicketCommand;
  /** With a content that is put back: the update that had given it, if one had. */
  readonly restored?: UpdateOfTicket | undefined;
};

/** The update that has given a ticket the content of a correction, at once or put back by the undo of a later one; none if a person has. */
export const updateOf = ({ uploadId, place, restored }: Metadata): UpdateOfTicket | undefined =>
  uploadId !== undefined && place !== undefined ? { uploadId, place } : restored;

/**
 * Undoes what an upload did to a ticket, from the events of its stream: a ticket that it stored is withdrawn; one that it updated gets its content before
 * that back, unless it was corrected since. What a person changes after the undo stays so, also if the undo is repeated.
 */
export const ticketUndo = (events: readonly RecordedEvent[], uploaded: UploadedTicket): TicketUndo => {
  const state = stateAfter(ticket, events);
  if (state.status === 'missing' || state.status === 'erased') return { countedAs: 'gone', corrected: false };
  const { undoId } = uploaded;
  const done = events.findIndex(({ metadata }) => metadata.commandId === undoId);
  if (uploaded.outcome === 'updated') {
    return done < 0 ? takeBack(events, state, uploaded) : { countedAs: 'takenBack', corrected: false };
  }
  if (done >= 0)
    return { countedAs: 'withdrawn', corrected: revisionOf(stateAfter(ticket, events.slice(0, done))) > 1 };
  if (state.status === 'withdrawn') return { countedAs: 'gone', corrected: false };
  return { countedAs: 'withdrawn', corrected: state.revision > 1, command: { type: 'WithdrawTicket' } };
};

const revisionOf = (state: TicketState): number => ('revision' in state ? state.revision : 0);

type Present = Extract<TicketState, { readonly revision: number }>;

const takeBack = (
  events: readonly RecordedEvent[],
  { data, revision }: Present,
  { uploadId, index }: UploadedTicket,
): TicketUndo => {
  const corrections = events.filter(({ type }) => type === 'TicketCorrected');
  const isOurs = (update: UpdateOfTicket | undefined) => update?.uploadId === uploadId && update.place === index;
  const newest = corrections.at(-1);
  const update = corrections.find(({ metadata }) => isOurs(metadata as UpdateOfTicket));
  if (!newest || !update || !isOurs(updateOf(newest.metadata))) return { countedAs: 'left', corrected: false };
  const before = stateAfter(ticket, events.slice(0, events.indexOf(update)));
  const { data: earlier } = 'data' in before ? before : { data };
  const restored = corrections[corrections.indexOf(update) - 1]?.metadata;
  const command = { type: 'CorrectTicket', revision, texts: contentOf(earlier), vector: earlier.vector } as const;
  return { countedAs: 'takenBack', corrected: false, command, restored: restored && updateOf(restored) };
};
