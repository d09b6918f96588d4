import type { Metadata, RecordedEvent, UndoCounts, UpdateOfTicket } from './events.ts';
import { contentOf, type PresentTicket, type TicketCommand, type TicketState } from './ticket.ts';
import type { Corrector, TicketName } from './ticket-events.ts';

/** A ticket as an upload has left it, and the id of its undo. */
export type UploadedTicket = {
  readonly uploadId: string;
  /** Its index in the upload. */
  readonly index: number;
  readonly outcome: 'stored' | 'updated';
  readonly undoId: string;
  /** Whether the undo leaves what a person has corrected or flagged. */
  readonly keepsByHand?: boolean;
};

/** What an undo makes of a ticket, and the command for it; none if it has nothing to do, or has done it. */
export type TicketUndo = {
  readonly countedAs: Exclude<keyof UndoCounts, 'corrected'>;
  /** Whether a ticket that is withdrawn had another text than the upload gave it. */
  readonly corrected: boolean;
  readonly command?: TicketCommand;
  /** With a content that is put back: the update that had given it, null if the ticket was stored with it, undefined if a person had given it. */
  readonly restored?: UpdateOfTicket | null | undefined;
};

/** An event that gave a ticket its texts after it was stored first. */
export type Correction = Pick<RecordedEvent, 'type' | 'metadata' | 'revision'>;

/** What an undo has to know of a ticket's stream, however long it is: of its texts the present ones, and those before the upload updated it. */
export type PastForUndo = {
  readonly state: TicketState<TicketName>;
  readonly last: Pick<RecordedEvent, 'id' | 'revision' | 'position'> | undefined;
  /** That gave it the present texts; undefined if it has those that it was stored with first. */
  readonly correction: Correction | undefined;
  /** If the upload has given it the present texts: those before, and the correction that had given it these. */
  readonly beforeUpdate?: { readonly data: PresentTicket['data']; readonly correction: Correction | undefined };
  /** The ticket before what the undo has done already. */
  readonly beforeUndo?: { readonly correction: Correction | undefined };
};

/** The update that has given a ticket the content of a correction, at once or put back by the undo of a later one; none if a person has, or it was stored with it. */
export const updateOf = ({ uploadId, place, restored }: Metadata): UpdateOfTicket | undefined =>
  uploadId !== undefined && place !== undefined ? { uploadId, place } : (restored ?? undefined);

/** Who has given a ticket the texts of an event in place of those that it was stored with; null if it has these. */
export const correctorOf = ({ type, metadata }: Pick<RecordedEvent, 'type' | 'metadata'>): Corrector | null => {
  if (type !== 'TicketCorrected' || metadata.restored === null) return null;
  return updateOf(metadata) ? 'upload' : 'person';
};

/** Whether the present texts are of the update of an upload, given at once or put back. */
export const isOfUpload = (correction: Correction | undefined, { uploadId, index }: UploadedTicket): boolean => {
  const update = correction && updateOf(correction.metadata);
  return update?.uploadId === uploadId && update.place === index;
};

/** Whether texts are a correction of those that the last upload stored. */
const isCorrected = (correction: Correction | undefined): boolean =>
  correction?.type === 'TicketCorrected' && correction.metadata.restored !== null;

/**
 * Undoes what an upload did to a ticket, from the events of its stream: a ticket that it stored is hidden; one that it updated gets its content before
 * that back, unless it was corrected or stored again since. What a person changes after the undo stays so, also if the undo is repeated.
 */
export const ticketUndo = (past: PastForUndo, uploaded: UploadedTicket): TicketUndo => {
  const { state, beforeUndo } = past;
  if (state.status === 'missing' || state.status === 'erased') return { countedAs: 'gone', corrected: false };
  if (uploaded.outcome === 'updated') {
    return beforeUndo ? { countedAs: 'takenBack', corrected: false } : takeBack(past, state, uploaded);
  }
  if (beforeUndo) return { countedAs: 'withdrawn', corrected: isCorrected(beforeUndo.correction) };
  if (state.status !== 'active') return { countedAs: 'gone', corrected: false };
  if (uploaded.keepsByHand && isByHand(past, state)) return { countedAs: 'kept', corrected: false };
  return { countedAs: 'withdrawn', corrected: isCorrected(past.correction), command: { type: 'UndoTicket' } };
};

type Typed = Pick<RecordedEvent, 'type'>;

/** Whether an event hides its ticket, or shows it. */
export const hides = ({ type }: Typed): boolean => type === 'TicketWithdrawn' || type === 'TicketUndone';
export const shows = ({ type }: Typed): boolean =>
  type === 'TicketStored' || type === 'TicketRestored' || type === 'TicketStoredAgain';

/** The command that an event has hidden its ticket by; null for one that shows the ticket, undefined for one that does neither. */
export const hiddenBy = (event: Pick<RecordedEvent, 'type' | 'metadata'>): string | null | undefined =>
  hides(event) ? event.metadata.commandId : shows(event) ? null : undefined;

/** Whether a person has given a ticket its texts, or has flagged them. */
const isByHand = ({ correction }: PastForUndo, { isFlagged }: PresentTicket<TicketName>): boolean =>
  isFlagged || (correction !== undefined && isCorrected(correction) && !updateOf(correction.metadata));

const takeBack = (
  { correction, beforeUpdate }: PastForUndo,
  { revision }: PresentTicket<TicketName>,
  uploaded: UploadedTicket,
): TicketUndo => {
  if (!beforeUpdate || !isOfUpload(correction, uploaded)) return { countedAs: 'left', corrected: false };
  const { data, correction: earlier } = beforeUpdate;
  const command = { type: 'CorrectTicket', revision, texts: contentOf(data), vector: data.vector } as const;
  const restored = earlier && isCorrected(earlier) ? updateIn(earlier) : null;
  return { countedAs: 'takenBack', corrected: false, command, restored };
};

/** The update that has given the texts of a correction, with the revision of its event. */
const updateIn = ({ metadata, revision }: Correction): UpdateOfTicket | undefined => {
  const update = updateOf(metadata);
  return update && { ...update, revision: update.revision ?? revision };
};
