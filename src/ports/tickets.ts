import type { Corrector } from '../domain/ticket-events.ts';
import type { ShownDetails } from '../domain/ticket-fields.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';

/** What lists show of a ticket. Times are ISO 8601; `changedAt` is that of the newest correction, withdrawal or restoration, at first `storedAt`. */
export type TicketRow = ShownDetails &
  Pick<CleanTicket, 'ticketId' | 'problem' | 'solution'> & {
    readonly state: 'active' | 'withdrawn';
    /** How many texts the ticket has had. */
    readonly revision: number;
    readonly storedAt: string;
    readonly changedAt: string;
    /** When a person has flagged its texts for review; null unless they still are. */
    readonly flaggedAt: string | null;
    /** The upload that stored it; null for one that none has. */
    readonly uploadId: string | null;
    /** Who has given it other texts since; null if nobody has. */
    readonly correctedBy: Corrector | null;
  };

/** The corrector of a ticket from what stores hold of it. */
export const correctorIn = (isCorrected: boolean, updatedBy: string | null): Corrector | null =>
  isCorrected ? (updatedBy === null ? 'person' : 'upload') : null;

/** A row in a page; `position` is its key in the order of the list. */
export type ListedTicket = TicketRow & { readonly position: bigint };

type Owner = { readonly tenantId: string; readonly collectionId: string };

export const ticketStateNames = ['active', 'withdrawn'] as const satisfies readonly TicketRow['state'][];

/** Newest first: by when it was stored, or last changed. */
export const ticketOrders = ['stored', 'changed'] as const;

export type TicketsQuery = Owner & {
  readonly state?: TicketRow['state'] | undefined;
  /** Only those that are flagged for review. */
  readonly flagged?: boolean | undefined;
  /** One of these; any if there are none. */
  readonly categories: readonly string[];
  /** All of its words in problem and solution, in any of their forms, or the beginning of an id. */
  readonly text?: string | undefined;
  readonly order: (typeof ticketOrders)[number];
  /** The position of the last ticket of the page before. */
  readonly after?: bigint | undefined;
  readonly limit: number;
};

/** The tickets of each category, `count` of them active: most of these first, then by name. */
export type TicketCounts = {
  readonly categories: readonly { readonly category: string; readonly count: number; readonly withdrawn: number }[];
  readonly states: Readonly<Record<TicketRow['state'], number>>;
  /** Those of all states that are flagged for review. */
  readonly flagged: number;
};

/**
 * The tickets that an upload has stored and that are not erased; `corrected` are the active ones with another text than it gave them. `updated`: those that
 * have the text of an update by it, withdrawn ones included. `byHand`: active ones that a person has corrected or flagged.
 */
export type UploadedTickets = {
  readonly active: number;
  readonly withdrawn: number;
  readonly corrected: number;
  readonly updated: number;
  readonly byHand: number;
};

/** The tickets of a tenant's collection, erased ones excepted; none if the collection is unknown, deleted or another tenant's. */
export type Tickets = {
  readonly page: (query: TicketsQuery) => Promise<readonly ListedTicket[]>;
  readonly counts: (owner: Owner) => Promise<TicketCounts>;
  /** The ids of the tickets whose stored client is exactly this one, withdrawn ones included, in the order in which they were stored. */
  readonly ofClient: (query: Owner & { readonly client: string; readonly limit: number }) => Promise<readonly string[]>;
  readonly ofUpload: (upload: Owner & { readonly uploadId: string }) => Promise<UploadedTickets>;
};
