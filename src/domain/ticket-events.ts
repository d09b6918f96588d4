import { details, type TicketDetails } from './ticket-fields.ts';
import type { CleanTicket } from './ticket-record.ts';

/** The events of tickets (see events.ts). Ids are UUIDs unless stated otherwise. */

/** `values`: base64 of little-endian float32 (vector.ts). */
export type StoredVector = { readonly model: string; readonly values: string };

/** The stored fields of a cleaned ticket: its details, and others, of which a new or removed one does not compile until it is added or removed here. */
export const storedFields: Readonly<Record<keyof CleanTicket, true>> = {
  ticketId: true,
  problem: true,
  solution: true,
  ...(Object.fromEntries(details.map(({ property }) => [property, true])) as Record<keyof TicketDetails, true>),
};

/** The cleaned texts once, and their vector: a replay never calls a gateway and always gives the same index. */
export type TicketStored = {
  readonly type: 'TicketStored';
  readonly data: CleanTicket & {
    readonly tenantId: string;
    readonly collectionId: string;
    readonly recordId: string;
    readonly vector: StoredVector;
  };
};

/** The same ticket with the vector of another model. It repeats the texts, so that the index of that model is built from these events alone. */
export type TicketReembedded = { readonly type: 'TicketReembedded'; readonly data: TicketStored['data'] };

/**
 * A person has changed the texts. It repeats the whole ticket, so that its readers need no earlier event; `revision` counts the texts that the ticket has
 * had, from 2 on (the stored one is 1).
 */
export type TicketCorrected = {
  readonly type: 'TicketCorrected';
  readonly data: TicketStored['data'] & { readonly revision: number };
};

/** No search finds the ticket and no count has it from here on. */
export type TicketWithdrawn = { readonly type: 'TicketWithdrawn'; readonly data: TicketName };

/** A withdrawn ticket is as it was before. */
export type TicketRestored = { readonly type: 'TicketRestored'; readonly data: TicketName };

/**
 * The upload that stored the ticket was undone: the ticket is out of searches and counts like a withdrawn one, but no person has decided that of it, so that
 * the next upload may store its id again.
 */
export type TicketUndone = { readonly type: 'TicketUndone'; readonly data: TicketName };

/** A person doubts the texts: they are to be reviewed, and stay as they are until then. A correction, or a text that an upload stores, takes the flag away. */
export type TicketFlagged = { readonly type: 'TicketFlagged'; readonly data: TicketName };

/** A flagged ticket was reviewed and is right. */
export type TicketConfirmed = { readonly type: 'TicketConfirmed'; readonly data: TicketName };

/** An upload has stored the id of an undone ticket again; `revision` counts on, so that no reader takes the new texts for those it has read. */
export type TicketStoredAgain = { readonly type: 'TicketStoredAgain'; readonly data: TicketCorrected['data'] };

/** A person who has corrected a ticket, or an upload that has updated it. */
export type Corrector = 'person' | 'upload';

/** Identifies a ticket without its texts. */
export type TicketName = Pick<TicketStored['data'], 'tenantId' | 'collectionId' | 'recordId' | 'ticketId'>;

/** The events in a ticket's stream. */
export type TicketFact =
  | TicketStored
  | TicketReembedded
  | TicketCorrected
  | TicketWithdrawn
  | TicketRestored
  | TicketUndone
  | TicketFlagged
  | TicketConfirmed
  | TicketStoredAgain;
