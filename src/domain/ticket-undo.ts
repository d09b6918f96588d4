import type { Metadata, RecordedEvent, UndoCounts, UpdateOfTicket } from './events.ts';
import { contentOf, ticket, type TicketCommand, type TicketState } from './ticket.ts';
import type { Corrector, TicketFact } from './ticket-events.ts';

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

/** What an undo has to know of a ticket's stream, however long it is: of its texts the present ones, and those before the upload updated it. */
export type PastForUndo = {
  readonly state: TicketState;
  readonly last?: Pick<RecordedEvent, 'id' | 'revision' | 'position'>;
  /** The revision, in the stream, of the newest event with the texts. */
  readonly content?: number;
  readonly stored?: number;
  readonly flagged?: number;
  /** Of the newest event that gave it texts after it was stored first. */
  readonly newestCorrection?: Metadata;
  /** Whether these texts are a correction of those that the last upload stored. */
  readonly isCorrected?: boolean;
  /** The ticket before the upload updated it, and the correction that had made it so. */
  readonly beforeUpdate?: { readonly state: TicketState; readonly correction: Metadata | undefined };
  /** The ticket before what the undo has done already. */
  readonly beforeUndo?: { readonly isCorrected: boolean };
};

/** The update that has given a ticket the content of a correction, at once or put back by the undo of a later one; none if a person has, or it was stored with it. */
export const updateOf = ({ uploadId, place, restored }: Metadata): UpdateOfTicket | undefined =>
  uploadId !== undefined && place !== undefined ? { uploadId, place } : (restored ?? undefined);

/** Who has given a ticket the texts of an event in place of those that it was stored with; null if it has these. */
export const correctorOf = ({ type, metadata }: Pick<RecordedEvent, 'type' | 'metadata'>): Corrector | null => {
  if (type !== 'TicketCorrected' || metadata.restored === null) return null;
  return updateOf(metadata) ? 'upload' : 'person';
};

export const unreadForUndo: PastForUndo = { state: ticket.initialState };

const isOf = (update: UpdateOfTicket | undefined, { uploadId, index }: UploadedTicket): boolean =>
  update?.uploadId === uploadId && update.place === index;

/** With the next event of the stream. */
export const withEventForUndo = (past: PastForUndo, recorded: RecordedEvent, uploaded: UploadedTicket): PastForUndo => {
  const event = recorded as RecordedEvent<TicketFact>;
  const { id, revision, position, metadata, type } = event;
  const isUpdate = type === 'TicketCorrected' && isOf(metadata as UpdateOfTicket, uploaded);
  return {
    ...past,
    state: ticket.evolve(past.state, event),
    last: { id, revision, position },
    ...('vector' in event.data && { content: revision }),
    ...(type === 'TicketFlagged' && { flagged: revision }),
    ...(type === 'TicketCorrected' && { newestCorrection: metadata, isCorrected: metadata.restored !== null }),
    ...(type === 'TicketStoredAgain' && { newestCorrection: metadata, isCorrected: false, stored: revision }),
    ...(isUpdate && !past.beforeUpdate && { beforeUpdate: { state: past.state, correction: correctionOf(past) } }),
    ...(metadata.commandId === uploaded.undoId &&
      !past.beforeUndo && { beforeUndo: { isCorrected: past.isCorrected ?? false } }),
  };
};

const correctionOf = ({ isCorrected, newestCorrection }: PastForUndo): Metadata | undefined =>
  isCorrected ? newestCorrection : undefined;

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
  if (beforeUndo) return { countedAs: 'withdrawn', corrected: beforeUndo.isCorrected };
  if (state.status !== 'active') return { countedAs: 'gone', corrected: false };
  if (uploaded.keepsByHand && isByHand(past, state)) return { countedAs: 'kept', corrected: false };
  return { countedAs: 'withdrawn', corrected: past.isCorrected ?? false, command: { type: 'UndoTicket' } };
};

const hides: ReadonlySet<string> = new Set(['TicketWithdrawn', 'TicketUndone']);
const shows: ReadonlySet<string> = new Set(['TicketStored', 'TicketRestored', 'TicketStoredAgain']);

/** The command that an event has hidden its ticket by; null for one that shows the ticket, undefined for one that does neither. */
export const hiddenBy = ({ type, metadata }: Pick<RecordedEvent, 'type' | 'metadata'>): string | null | undefined =>
  hides.has(type) ? metadata.commandId : shows.has(type) ? null : undefined;

type Present = Extract<TicketState, { readonly revision: number }>;

/** Whether a person has given a ticket its texts, or has flagged them. */
const isByHand = ({ newestCorrection, isCorrected }: PastForUndo, { isFlagged }: Present): boolean =>
  isFlagged || Boolean(isCorrected && newestCorrection && !updateOf(newestCorrection));

const takeBack = (
  { newestCorrection, beforeUpdate }: PastForUndo,
  { data, revision }: Present,
  uploaded: UploadedTicket,
): TicketUndo => {
  if (!newestCorrection || !beforeUpdate || !isOf(updateOf(newestCorrection), uploaded)) {
    return { countedAs: 'left', corrected: false };
  }
  const { data: earlier } = 'data' in beforeUpdate.state ? beforeUpdate.state : { data };
  const { correction } = beforeUpdate;
  const command = { type: 'CorrectTicket', revision, texts: contentOf(earlier), vector: earlier.vector } as const;
  return { countedAs: 'takenBack', corrected: false, command, restored: correction ? updateOf(correction) : null };
};
