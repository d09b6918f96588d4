import { Stopping, Unavailable } from '../domain/errors.ts';
import type { SkippedTicket, UploadCounts, UploadOutcome } from '../domain/events.ts';
import type { DeskSkip } from '../domain/desks.ts';
import type { DetailProperties, PresentTicket } from '../domain/ticket.ts';
import type { PathOf } from '../domain/ticket-input.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import type { Room } from './disk-rooms.ts';
import type { TicketOutcome } from '../ports/uploads.ts';

/**
 * A ticket as it was read from a body or a file; `pathOf` names its fields for the caller, `row` is that of a table
 * (from 1), `skip` why the
 * export says that it is not looked at.
 */
export type SentTicket = {
  readonly value: unknown;
  readonly pathOf: PathOf;
  readonly row?: number;
  readonly skip?: DeskSkip;
};

/** What the record of an upload tells beside the outcomes of its tickets. */
export type NoticedCounts = Required<Pick<UploadCounts, 'removedLinks' | 'copies' | 'unchanged'>>;

/** Receives the progress of an upload; each call adds to the counts. */
export type UploadWatch = {
  /** Whether the upload waits until its workbook may be read. */
  readonly waiting: (isWaiting: boolean) => void;
  readonly read: (tickets: number) => void;
  readonly total: (tickets: number) => void;
  readonly cleaned: (tickets: number) => void;
  readonly embedded: (tickets: number) => void;
  readonly stored: (tickets: number) => void;
  readonly skipped: (tickets: readonly SkippedTicket[]) => void;
  /** What is worth a remark in the tickets of a batch. */
  readonly noticed: (counts: NoticedCounts) => void;
  /** Those of the cleaned tickets that a previous attempt had processed. */
  readonly alreadyProcessed: (counts: PreparedBatch['alreadyProcessed']) => void;
};

/** What previous attempts at the same upload, which were interrupted, have done. */
export type PreviousAttempt = {
  /** The recorded outcomes, by index, of `count` tickets from an index on. */
  readonly decided: (from: number, count: number) => Promise<ReadonlyMap<number, TicketOutcome>>;
  /** Whether this upload has stored or updated that ticket, from that index. */
  readonly isOwn: (recordId: string, index: number) => Promise<boolean>;
};

export type Upload = {
  readonly tenantId: string;
  /** Where it comes from: the IPv4 address or the /56 of IPv6; its tenant without it. */
  readonly customer?: string | undefined;
  readonly collectionId: string;
  readonly uploadId: string;
  /** Whether stored tickets with another content are updated; else they are duplicates. */
  readonly onDuplicate?: 'update' | undefined;
  /** Words that are never taken for names (src/domain/not-names.ts); none without it. */
  readonly notNames?: readonly string[] | undefined;
  /** Reads the upload from its beginning; a signal that aborts ends the reading with an error. `waiting` is told of a wait for a reader of workbooks. */
  readonly tickets: (reading?: {
    readonly signal: AbortSignal;
    readonly waiting?: UploadWatch['waiting'] | undefined;
  }) => AsyncIterable<SentTicket>;
  /** A file for the tickets that were checked, created for a large upload only and removed at its end, and the room of its tenant. */
  readonly checkedFile: { readonly path: string; readonly room: Room };
  /** Aborted when the client has disconnected or the service stops (its reason is Stopping then). */
  readonly signal: AbortSignal;
  /** Called between the steps of long loops. */
  readonly yieldIfDue: YieldIfDue;
  readonly watch?: UploadWatch;
  readonly previousAttempt?: PreviousAttempt;
  /** The position of its start in the log: nothing of it comes before. */
  readonly startedAt?: bigint;
};

/** Throws Stopping or Unavailable, with the number of stored tickets, if the upload was aborted. */
export const throwIfStopped = (signal: AbortSignal, stored: number): void => {
  if (!signal.aborted) return;
  if (signal.reason instanceof Stopping) throw new Stopping(`Service is stopping; ${stored} tickets stored`);
  throw new Unavailable(`The client has gone; ${stored} tickets stored`);
};

export type UploadResult = UploadOutcome;

/** A ticket that is stored, at the revision of its stream that was read; `content`, `stored`: those of the newest event with its texts, and of the event that stored it again, if one has. */
export type StoredVersion = {
  readonly state: PresentTicket;
  readonly streamRevision: number;
  readonly content: number;
  readonly stored?: number | undefined;
};

/**
 * A cleaned ticket that passed every rule, with its identity, its index in the upload (from 0) and the row of its file; `replaces`: what is stored under
 * its id, if it is to be updated, or what an undo has hidden; `kept`: the details that an update keeps.
 */
export type PreparedTicket = {
  readonly ticket: CleanTicket;
  readonly recordId: string;
  readonly index: number;
  readonly row: number | null;
  readonly replaces?: StoredVersion | undefined;
  readonly kept: DetailProperties;
};

/** `seenPositions`: positions of the stored tickets that this batch repeats; `alreadyProcessed`: counts of what previous attempts have processed. */
export type PreparedBatch = {
  readonly tickets: readonly PreparedTicket[];
  readonly skipped: readonly SkippedTicket[];
  readonly seenPositions: readonly bigint[];
  readonly alreadyProcessed: { readonly stored: number; readonly skipped: number };
  readonly noticed: NoticedCounts;
};
