import type { SkippedTicket, UploadOutcome } from '../domain/events.ts';
import type { Place } from '../domain/ticket-input.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { TicketOutcome } from '../ports/uploads.ts';

/** A ticket as it was read from a body or a file; `place` names its fields for the caller, `row` is that of a table (from 1). */
export type SentTicket = { readonly value: unknown; readonly place: Place; readonly row?: number };

/** Is told how far an upload has come, as more tickets each time. */
export type UploadWatch = {
  readonly read: (tickets: number) => void;
  readonly total: (tickets: number) => void;
  readonly cleaned: (tickets: number) => void;
  readonly embedded: (tickets: number) => void;
  readonly stored: (tickets: number) => void;
  readonly skipped: (tickets: readonly SkippedTicket[]) => void;
  /** Of the tickets that were cleaned, those that an earlier run had decided. */
  readonly alreadyProcessed: (counts: PreparedBatch['alreadyProcessed']) => void;
};

/** What an interrupted run of the same upload has done already. */
export type PreviousAttempt = {
  /** The outcomes that are known of these many tickets from an index on. */
  readonly decided: (from: number, count: number) => Promise<ReadonlyMap<number, TicketOutcome>>;
  /** Whether this upload has stored that ticket, from that place. */
  readonly isOwn: (recordId: string, place: number) => Promise<boolean>;
};

export type Upload = {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly uploadId: string;
  /** Reads the upload from its beginning; called twice, to check every ticket and then to process. */
  readonly tickets: () => AsyncIterable<SentTicket>;
  /** Aborted when the client has gone or the service stops (its reason is Stopping then). */
  readonly signal: AbortSignal;
  readonly watch?: UploadWatch;
  readonly previousAttempt?: PreviousAttempt;
};

export type UploadResult = UploadOutcome;

/** A cleaned ticket that passed every rule, with its identity, its place in the upload (0-based) and the row of its file. */
export type PreparedTicket = {
  readonly ticket: CleanTicket;
  readonly recordId: string;
  readonly place: number;
  readonly row: number | null;
};

/** `seenPositions` are the positions of the stored tickets that this batch met again; `alreadyProcessed` counts what an earlier run of the upload had decided. */
export type PreparedBatch = {
  readonly tickets: readonly PreparedTicket[];
  readonly skipped: readonly SkippedTicket[];
  readonly seenPositions: readonly bigint[];
  readonly alreadyProcessed: { readonly stored: number; readonly skipped: number };
};
