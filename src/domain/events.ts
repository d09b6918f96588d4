import type { AccountErasureEvent } from './account-erasure-events.ts';
import type { AccountEvent } from './account-events.ts';
import type { ErasureAmended, ErasureHeldBack, ErasureProven, ErasureRequested } from './erasure-events.ts';
import type { GapClosed, GapDismissed, GapReopened, GapRestored, QuestionGrouped } from './gap-events.ts';
import type { AnswerJudged, QuestionAnswered, QuestionsExpired, VerdictTakenBack } from './question-events.ts';
import type { SkipRuleName } from './skip-rules.ts';
import type { TicketFact } from './ticket-events.ts';

/** All events of the log. Type and field names are stored: a changed shape needs a new type name and an upcaster. Ids are UUIDs unless stated otherwise. */

/** An embedding model; `model` is its name with its prefixes (`identityOf`), `dimensions` the length of its vectors. */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number };

/** Identifies the log, so that a read model of another log is recognised. */
export type LogCreated = { readonly type: 'LogCreated'; readonly data: { readonly logId: string } };

/** What a model wants before each question and each ticket; both empty for most models. */
export type Prefixes = { readonly query: string; readonly ticket: string };

/** The model whose vectors searches use from here on: its name alone, its prefixes beside it unless both are empty. */
export type EmbeddingModelChosen = {
  readonly type: 'EmbeddingModelChosen';
  readonly data: { readonly model: string; readonly dimensions: number; readonly prefixes?: Prefixes };
};

/** Identifies the data key that API keys are sealed with from here on, without revealing it: a log whose key was lost or mistaken is recognised. */
export type DataKeyChosen = { readonly type: 'DataKeyChosen'; readonly data: { readonly dataKeyId: string } };

/** From here on every account gets a new API key, sealed with this data key; `run` identifies the request. */
export type ApiKeyRotationStarted = {
  readonly type: 'ApiKeyRotationStarted';
  readonly data: { readonly run: string; readonly dataKeyId: string };
};

/** Every account has its new API key. */
export type ApiKeyRotationFinished = {
  readonly type: 'ApiKeyRotationFinished';
  readonly data: { readonly run: string; readonly dataKeyId: string };
};

/** A new collection without tickets. */
export type CollectionCreated = {
  readonly type: 'CollectionCreated';
  readonly data: { readonly collectionId: string; readonly userId: string; readonly name: string };
};

/** What its owner has changed; a setting that is left out stays as it was. `ticketUrl` is null if links are taken away; `notNames` is the whole list. */
export type CollectionConfigured = {
  readonly type: 'CollectionConfigured';
  readonly data: {
    readonly collectionId: string;
    readonly userId: string;
    readonly name?: string;
    readonly ticketUrl?: string | null;
    readonly notNames?: readonly string[];
  };
};

/** Everything that a source had up to this cursor is stored; `cursor` is null if it was forgotten. */
export type SyncAdvanced = {
  readonly type: 'SyncAdvanced';
  readonly data: {
    readonly collectionId: string;
    readonly userId: string;
    /** The desk and its address, such as `zendesk-acme_zendesk_com`. */
    readonly source: string;
    readonly cursor: string | null;
  };
};

/** Nothing of the collection is visible from here on; its data is erased in the background. */
export type CollectionDeleted = {
  readonly type: 'CollectionDeleted';
  readonly data: { readonly collectionId: string; readonly userId: string };
};

/** By the credential: `web` for a token, `api` for an API key. */
export type Surface = 'web' | 'api';

/** The first attempt at an upload; its bytes have been received. */
export type UploadStarted = {
  readonly type: 'UploadStarted';
  readonly data: UploadName & {
    /** Identifies this attempt at the upload. */
    readonly run: string;
    readonly surface: Surface;
    /** Null for a JSON body. */
    readonly fileName: string | null;
    /** Null if it was not recognised. */
    readonly format: 'json' | 'csv' | 'xlsx' | null;
    /** SHA-256 of bytes, collection, columns and what becomes of duplicates in hexadecimal; null if the client did not choose the id. */
    readonly digest: string | null;
    /** Set if stored tickets with another content are updated; else they are duplicates. */
    readonly onDuplicate?: 'update';
  };
};

/** An upload that was interrupted or stopped continues as a new attempt. */
export type UploadResumed = { readonly type: 'UploadResumed'; readonly data: UploadName & { readonly run: string } };

/** Progress of an attempt, and the tickets skipped since the previous event. Stored tickets have events of their own, with the upload in their metadata. */
export type UploadProgressed = {
  readonly type: 'UploadProgressed';
  readonly data: UploadName & {
    readonly run: string;
    readonly figures: UploadCounts;
    readonly skipped: readonly SkippedTicket[];
    readonly unlisted?: UnlistedTickets;
  };
};

/** `result` is the response. */
export type UploadFinished = {
  readonly type: 'UploadFinished';
  readonly data: UploadName & { readonly run: string; readonly figures: UploadCounts; readonly result: UploadOutcome };
};

/** The upload was refused (4xx) or failed (500; the same upload may be sent again). */
export type UploadFailed = {
  readonly type: 'UploadFailed';
  readonly data: UploadName & {
    readonly run: string;
    readonly figures: UploadCounts;
    /** HTTP status and detail of the response. */
    readonly status: number;
    readonly detail: string;
  };
};

/** The upload was broken off: the client disconnected, the service was stopped, or its process died. `stored` counts tickets. */
export type UploadInterrupted = {
  readonly type: 'UploadInterrupted';
  readonly data: UploadName & { readonly run: string; readonly stored: number; readonly detail: string };
};

/** The user has stopped this attempt; while it ends it may record more of them, with its last `figures` and skipped tickets. */
export type UploadStopped = {
  readonly type: 'UploadStopped';
  readonly data: UploadName & {
    readonly run: string;
    readonly figures?: UploadCounts;
    readonly skipped?: readonly SkippedTicket[];
    readonly unlisted?: UnlistedTickets;
  };
};

/**
 * What an upload has stored is withdrawn and what it has corrected is taken back from here on, in the background; the tickets' events name `undoId` as
 * their command.
 */
export type UploadUndoStarted = {
  readonly type: 'UploadUndoStarted';
  readonly data: UploadName & {
    readonly undoId: string;
    readonly surface: Surface;
    /** Set if what it has stored stays where a person has corrected or flagged it. */
    readonly keepsByHand?: true;
  };
};

/** All tickets of the upload up to the index `after` are done. */
export type UploadUndoProgressed = {
  readonly type: 'UploadUndoProgressed';
  readonly data: UploadName & { readonly undoId: string; readonly after: number; readonly figures: UndoCounts };
};

/** Searches and counts are without what the upload did. */
export type UploadUndone = {
  readonly type: 'UploadUndone';
  readonly data: UploadName & { readonly undoId: string; readonly figures: UndoCounts };
};

/** The record of an upload that has ended long ago is removed with its outcomes; `bytes`: what those of its listed tickets occupied. */
export type UploadExpired = { readonly type: 'UploadExpired'; readonly data: UploadName & { readonly bytes: number } };

/**
 * Numbers of tickets. Of those that the upload has stored: `withdrawn`, of which `corrected` had another text by then, `kept` since a person had corrected or
 * flagged them, and `gone`, which were withdrawn or erased before. Of those that it has updated: `takenBack`, `left` since their text was changed after it, and `gone`, which were erased.
 */
export type UndoCounts = {
  readonly withdrawn: number;
  readonly corrected: number;
  readonly takenBack: number;
  readonly left: number;
  readonly gone: number;
  readonly kept?: number;
};

export const noUndoCounts: UndoCounts = { withdrawn: 0, corrected: 0, takenBack: 0, left: 0, gone: 0 };

export type UploadName = { readonly uploadId: string; readonly userId: string; readonly collectionId: string };

/**
 * Numbers of tickets; `total` is null until the whole upload has been read. `waitingFor`: until its workbook may be read. `alreadyProcessed`: those of
 * `stored` and `skipped` that attempts before this one have processed. `removedLinks` were taken out of the texts that this attempt has cleaned and stored,
 * `copies` of these have the texts of another one, and `unchanged` of the duplicates were compared with what is stored; each is absent for none.
 */
export type UploadCounts = Readonly<Partial<Record<'removedLinks' | 'copies' | 'unchanged', number>>> & {
  readonly waitingFor?: 'workbook-reader';
  readonly alreadyProcessed?: number;
  readonly read: number;
  readonly cleaned: number;
  readonly embedded: number;
  readonly stored: number;
  readonly skipped: number;
  readonly total: number | null;
};

export const noUploadCounts: UploadCounts = { read: 0, cleaned: 0, embedded: 0, stored: 0, skipped: 0, total: null };

export type UploadOutcome = {
  readonly processed: number;
  readonly skipped: number;
  readonly collectionTicketCount: number;
};

/** A skipped ticket, without its text: `index` in the upload (from 0), `row` in the file (from 1; null if it has no rows). */
export type SkippedTicket = {
  readonly ticketId: string;
  readonly index: number;
  readonly row: number | null;
  readonly rule: SkipRuleName;
};

/** Skipped tickets of an attempt that are counted by rule alone, since so many before them are listed; all so far, absent without any. */
export type UnlistedTickets = { readonly [Rule in SkipRuleName]?: number };

/** The first skipped tickets of an upload that are listed with their ids. */
export const listedSkips = 10_000;

export type Fact =
  | LogCreated
  | EmbeddingModelChosen
  | DataKeyChosen
  | ApiKeyRotationStarted
  | ApiKeyRotationFinished
  | AccountEvent
  | CollectionCreated
  | CollectionDeleted
  | CollectionConfigured
  | SyncAdvanced
  | TicketFact
  | ErasureRequested
  | ErasureAmended
  | ErasureProven
  | ErasureHeldBack
  | AccountErasureEvent
  | UploadStarted
  | UploadResumed
  | UploadProgressed
  | UploadFinished
  | UploadFailed
  | UploadInterrupted
  | UploadStopped
  | UploadUndoStarted
  | UploadUndoProgressed
  | UploadUndone
  | UploadExpired
  | QuestionAnswered
  | AnswerJudged
  | VerdictTakenBack
  | QuestionsExpired
  | QuestionGrouped
  | GapDismissed
  | GapRestored
  | GapClosed
  | GapReopened;

/** A correction by an upload: which one, and the index of the ticket in it. `revision`: of its event in the ticket's stream, where an undo names it. */
export type UpdateOfTicket = { readonly uploadId: string; readonly place: number; readonly revision?: number };

/**
 * A ticket after an event of its stream, so that nobody reads further back than its texts; events of earlier versions lack it, and the first event needs
 * none. `content`: the revision, in the stream, of the newest event with the texts.
 */
export type TicketOutline = {
  readonly state: 'active' | 'withdrawn' | 'undone';
  /** How many texts the ticket has had. */
  readonly revision: number;
  readonly content: number;
  /** The revision, in the stream, of the event that stored it again, and of the one that has flagged it; absent if none has. */
  readonly stored?: number;
  readonly flagged?: number;
  /** The same of the newest event that has changed the texts or the state, and of the one that has hidden it, each of which this may be; the latter unless it is active. */
  readonly changed?: number;
  readonly hidden?: number;
};

export type Metadata = {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The command or upload that caused the event. */
  readonly commandId: string;
  /** The id of the event that caused this one. */
  readonly causationId?: string;
  /** The owner of what was changed. */
  readonly tenantId?: string;
  /** The upload that stored or updated the ticket, or whose stream it is. */
  readonly uploadId?: string;
  /** The index of the ticket in its upload, from 0. */
  readonly place?: number;
  /** The row of the ticket in its file, from 1. */
  readonly row?: number;
  /** The update whose content an undo has put back; null for the content that the ticket was stored with. */
  readonly restored?: UpdateOfTicket | null;
  /** The upload whose undo has changed the ticket. */
  readonly undoneUpload?: string;
  /** What a change has made of its ticket. */
  readonly ticket?: TicketOutline;
  /** The revisions of the events before in the stream that say what its state was: a stream that is written for years is not read as a whole. */
  readonly earlier?: readonly number[];
  /** By the credential of the request that changed a ticket; that of an upload is in its UploadStarted. */
  readonly surface?: Surface;
};

/** An event to be appended; `id` is UUIDv5(command or upload id, index), which makes repeated appends idempotent. */
export type NewEvent<F extends Fact = Fact> = F & { readonly id: string; readonly metadata: Metadata };

/** A stored event; positions increase strictly over the whole log, revisions count from 0 within a stream. */
export type RecordedEvent<F extends Fact = Fact> = NewEvent<F> & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};
