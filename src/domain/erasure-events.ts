import type { TicketName } from './ticket-events.ts';

/** The events of erasures (see events.ts), in separate streams, since those of the tickets are erased. None has a text of a ticket. */

/** The checks, in this order. `log_disk` is for a log whose server keeps erased events until a scavenge. */
export const erasureSteps = ['hidden', 'event_log', 'answers', 'read_models', 'index', 'uploads', 'log_disk'] as const;
export type ErasureStep = (typeof erasureSteps)[number];

/** A ticket when its erasure was requested, or when its stream was erased. */
export type ErasedTicket = Pick<TicketName, 'recordId' | 'ticketId'> & {
  /** How many texts it has had. */
  readonly revisions: number;
  /** Of the events in its stream, the newest last; of very many some, evenly chosen, and at the request of an erasure that of the newest alone. */
  readonly positions: readonly string[];
  /** How many events there were; absent if all of them have their positions. */
  readonly events?: number;
  /** Its outcomes in uploads, so that their record stays when the events are gone; very many are divided between events. */
  readonly uploads: readonly {
    readonly uploadId: string;
    readonly index: number;
    readonly row: number | null;
    readonly outcome: 'stored' | 'updated';
  }[];
};

/** These records are to be erased, and never stored again. */
export type ErasureRequested = {
  readonly type: 'ErasureRequested';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    readonly collectionId: string;
    /** As it was called then. */
    readonly collectionName: string;
    readonly tickets: readonly ErasedTicket[];
    /** Whose request it was; cleaned of personal data. */
    readonly requestedFor: string | null;
    /** Requested tickets that the collection does not have, those that were erased before, and those of the client that are left for another request. */
    readonly unknown: number;
    readonly erasedBefore: number;
    readonly remaining: number;
  };
};

/** Tickets that others have changed between the request and the erasure of their streams, as they were then: recorded before, since afterwards nobody knows. */
export type ErasureAmended = {
  readonly type: 'ErasureAmended';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    readonly collectionId: string;
    readonly tickets: readonly ErasedTicket[];
  };
};

/** Tickets of a collection of the tenant that have a text of an erased one: the ids of the first, and how many there are. */
export type SameText = {
  readonly collectionId: string;
  /** As it was called then. */
  readonly collectionName: string;
  readonly ticketIds: readonly string[];
  readonly tickets: number;
};

/** A step has been verified; `found` has the counts of its check (`operations/erasure-checks.ts`). */
export type ErasureProven = {
  readonly type: 'ErasureProven';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    readonly collectionId: string;
    readonly step: ErasureStep;
    readonly found: Readonly<Record<string, number>>;
    /** With `event_log`: of the events of the tickets that were erased, of very many some, evenly chosen; with `answers`: of those of the answers that quoted them, the first of very many. */
    readonly positions?: readonly string[];
    /** With `hidden`: where the texts are too, and stay. */
    readonly elsewhere?: readonly SameText[];
  };
};

/**
 * The files still had texts of the erasure after all the looks that there are: no receipt before an operator has removed them. `left`: of the pieces that were
 * looked for.
 */
export type ErasureHeldBack = {
  readonly type: 'ErasureHeldBack';
  readonly data: {
    readonly erasureId: string;
    readonly userId: string;
    readonly collectionId: string;
    readonly left: number;
  };
};
