import type { SkipRuleName } from './skip-rules.ts';

/** What happened, in the past tense: everything the service knows can be rebuilt from these facts. */

/** A model that turns text into vectors; `dimensions` is the length of each vector. */
export type EmbeddingModel = { readonly model: string; readonly dimensions: number };

/** A vector as it stands in an event: base64 of little-endian float32 values. */
export type StoredVector = { readonly model: string; readonly values: string };

export type LogCreated = { readonly type: 'LogCreated'; readonly data: { readonly logId: string } };

export type EmbeddingModelChosen = { readonly type: 'EmbeddingModelChosen'; readonly data: EmbeddingModel };

export type UserRegistered = {
  readonly type: 'UserRegistered';
  readonly data: {
    readonly userId: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly plan: string;
    readonly sealedApiKey: string;
    readonly apiKeyFingerprint: string;
  };
};

export type ApiKeyRotated = {
  readonly type: 'ApiKeyRotated';
  readonly data: { readonly userId: string; readonly sealedApiKey: string; readonly apiKeyFingerprint: string };
};

export type CollectionCreated = {
  readonly type: 'CollectionCreated';
  readonly data: { readonly collectionId: string; readonly userId: string; readonly name: string };
};

export type CollectionDeleted = {
  readonly type: 'CollectionDeleted';
  readonly data: { readonly collectionId: string; readonly userId: string };
};

/** The cleaned texts once, and their vector: a replay never calls a gateway and always gives the same index. */
export type TicketStored = {
  readonly type: 'TicketStored';
  readonly data: {
    readonly tenantId: string;
    readonly collectionId: string;
    readonly recordId: string;
    readonly ticketId: string;
    readonly category: string;
    readonly client: string;
    readonly problem: readonly string[];
    readonly solution: readonly string[];
    readonly vector: StoredVector;
  };
};

/** The same ticket with the vector of another model. It carries the texts again, so that a copy of the index that begins with that model needs nothing else. */
export type TicketReembedded = { readonly type: 'TicketReembedded'; readonly data: TicketStored['data'] };

/** A request to store tickets was taken; `run` names the process's attempt at it. `digest` is there where the client chose the id: of the bytes, the collection and the columns. */
export type UploadStarted = {
  readonly type: 'UploadStarted';
  readonly data: UploadName & {
    readonly run: string;
    readonly surface: 'web' | 'api';
    readonly fileName: string | null;
    readonly format: 'json' | 'csv' | 'xlsx' | null;
    readonly digest: string | null;
  };
};

/** An upload that had been interrupted goes on, as another attempt. */
export type UploadResumed = { readonly type: 'UploadResumed'; readonly data: UploadName & { readonly run: string } };

/** How far an attempt has come, and the tickets that were skipped since the event before. What was stored is told by the `TicketStored` events that name the upload. */
export type UploadProgressed = {
  readonly type: 'UploadProgressed';
  readonly data: UploadName & {
    readonly run: string;
    readonly figures: UploadFigures;
    readonly skipped: readonly SkippedTicket[];
  };
};

/** What was answered. */
export type UploadFinished = {
  readonly type: 'UploadFinished';
  readonly data: UploadName & { readonly run: string; readonly figures: UploadFigures; readonly result: UploadOutcome };
};

/** The upload was refused (400, 404), or something it stands on failed (500; the same upload again goes on). */
export type UploadFailed = {
  readonly type: 'UploadFailed';
  readonly data: UploadName & {
    readonly run: string;
    readonly figures: UploadFigures;
    readonly status: number;
    readonly detail: string;
  };
};

/** The upload ended before its end: the client has gone, the service was stopped, or its process has died. */
export type UploadInterrupted = {
  readonly type: 'UploadInterrupted';
  readonly data: UploadName & { readonly run: string; readonly stored: number; readonly detail: string };
};

export type UploadName = { readonly uploadId: string; readonly userId: string; readonly collectionId: string };

/** Counts of tickets; `total` is null until all of them were read. */
export type UploadFigures = {
  readonly read: number;
  readonly cleaned: number;
  readonly embedded: number;
  readonly stored: number;
  readonly skipped: number;
  readonly total: number | null;
};

/** What an upload has to tell before it has read anything. */
export const noFigures: UploadFigures = { read: 0, cleaned: 0, embedded: 0, stored: 0, skipped: 0, total: null };

export type UploadOutcome = {
  readonly processed: number;
  readonly skipped: number;
  readonly collectionTicketCount: number;
};

/** A ticket that was not stored, without its text: `index` counts from 0 in the upload, `row` is the file's row from 1 where there is one. */
export type SkippedTicket = {
  readonly ticketId: string;
  readonly index: number;
  readonly row: number | null;
  readonly rule: SkipRuleName;
};

export type Fact =
  | LogCreated
  | EmbeddingModelChosen
  | UserRegistered
  | ApiKeyRotated
  | CollectionCreated
  | CollectionDeleted
  | TicketStored
  | TicketReembedded
  | UploadStarted
  | UploadResumed
  | UploadProgressed
  | UploadFinished
  | UploadFailed
  | UploadInterrupted;

/** Who caused a fact, and when; for a ticket also the upload, the place in it (0-based), and the row of its file. */
export type Metadata = {
  readonly at: string;
  readonly commandId: string;
  readonly causationId?: string;
  readonly tenantId?: string;
  readonly uploadId?: string;
  readonly place?: number;
  readonly row?: number;
};

/** A fact that wants to be appended; `id` is UUIDv5(command or upload id, index), so that any repeat is idempotent. */
export type NewEvent<F extends Fact = Fact> = F & { readonly id: string; readonly metadata: Metadata };

/** A fact in the log; positions grow strictly over the whole log, revisions count from 0 within a stream. */
export type RecordedEvent<F extends Fact = Fact> = NewEvent<F> & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};
