import type {
  SkippedTicket,
  Surface,
  UnlistedTickets,
  UndoCounts,
  UploadCounts,
  UploadStarted,
} from '../domain/events.ts';
import { deskSkips } from '../domain/desks.ts';
import type { SkipRuleName } from '../domain/skip-rules.ts';

/** The outcome of one ticket of an upload: stored, an update of a stored one, or skipped by a rule. */
export type TicketOutcome = 'stored' | 'updated' | SkipRuleName;

/** Every outcome: those of the rules in their order, then those of exports. */
export const ticketOutcomes = [
  'stored',
  'updated',
  'duplicate',
  'withdrawn',
  'erased',
  'no-solution',
  'ends-with-question',
  'stock-phrase',
  'no-problem',
  ...deskSkips,
] as const satisfies readonly TicketOutcome[];

/** Whether a ticket with that outcome counts as processed; the others were skipped. */
export const isProcessed = (outcome: TicketOutcome): outcome is 'stored' | 'updated' =>
  outcome === 'stored' || outcome === 'updated';

/** No tickets, counted by outcome. */
export const noOutcomes = Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, 0])) as Readonly<
  Record<TicketOutcome, number>
>;

/** `failed`: refused, or a store or the embedding model failed; `interrupted`: its process or client has gone; `stopped`: by its user. The last two can be resumed. */
export const uploadStatuses = ['running', 'finished', 'failed', 'interrupted', 'stopped'] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/** Counts of listed tickets with those of tickets that are not listed. */
export const withUnlisted = (
  listed: Readonly<Record<TicketOutcome, number>>,
  unlisted: UnlistedTickets,
): Pick<UploadRecord, 'outcomes' | 'unlisted'> => ({
  outcomes: Object.fromEntries(
    ticketOutcomes.map((outcome) => [outcome, listed[outcome] + (unlisted[outcome as SkipRuleName] ?? 0)]),
  ) as UploadRecord['outcomes'],
  unlisted: Object.values(unlisted).reduce((sum, count) => sum + count, 0),
});

/** An upload as its user sees it. */
export type UploadRecord = Pick<
  UploadStarted['data'],
  'uploadId' | 'userId' | 'collectionId' | 'surface' | 'fileName' | 'format'
> & {
  /** What becomes of a ticket that is stored already. */
  readonly onDuplicate: 'skip' | 'update';
  /** The id of the latest attempt. */
  readonly attemptId: string;
  readonly state: UploadStatus;
  /** Why it failed or was interrupted. */
  readonly detail: string | null;
  /** When its latest attempt started. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The progress that the upload has recorded. */
  readonly counts: UploadCounts;
  /** The tickets that have an outcome, counted. */
  readonly outcomes: Readonly<Record<TicketOutcome, number>>;
  /** How many of them are counted alone: of the skipped ones the first are listed. */
  readonly unlisted: number;
  /** Null unless its undo has begun. */
  readonly undo: UploadUndo | null;
  /** The position of its UploadStarted event: pages are ordered by it, whose order for uploads that start at the same time may not be that of `startedAt`. */
  readonly position: bigint;
  /** The revision of the newest event in the upload's stream. */
  readonly revision: number;
};

export const undoStatuses = ['running', 'finished'] as const;

/** The undo of an upload, with what it has done. */
export type UploadUndo = {
  readonly state: (typeof undoStatuses)[number];
  readonly surface: Surface;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly counts: UndoCounts;
  /** How many of the tickets that the upload stored are in search now, if that was counted. */
  readonly active?: number;
};

/** One ticket of an upload. */
export type TicketOfUpload = Pick<SkippedTicket, 'ticketId' | 'index' | 'row'> & { readonly outcome: TicketOutcome };

/** The id of an upload is unique for its user, and a collection has one user. */
export type UploadKey = { readonly collectionId: string; readonly uploadId: string };

/** Uploads and the outcomes of their tickets; those into deleted collections do not exist, nor do those that have expired. */
export type Uploads = {
  readonly byId: (key: UploadKey) => Promise<UploadRecord | undefined>;
  /** A collection's, newest first; only those before a position if it is given. */
  readonly ofCollection: (
    collectionId: string,
    page: { readonly before: bigint | undefined; readonly limit: number },
  ) => Promise<readonly UploadRecord[]>;
  /** The tickets that have an outcome, in the order of the upload, after an index if it is given; of one outcome if it is given. */
  readonly tickets: (
    key: UploadKey,
    page: {
      readonly after: number | undefined;
      readonly limit: number;
      readonly outcome?: TicketOutcome | undefined;
    },
  ) => Promise<readonly TicketOfUpload[]>;
  /** Uploads that have not ended according to the log, whether or not their processes are alive; at most 1 000. */
  readonly running: () => Promise<readonly UploadRecord[]>;
  /** Uploads whose undo has begun and not ended, in the order of their starts; at most 1 000. */
  readonly undoing: () => Promise<readonly UploadRecord[]>;
  /** The ids of uploads of a collection whose record has expired, in their order; only those after an id if it is given. */
  readonly expired: (
    collectionId: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<readonly string[]>;
  /** Uploads that have ended, and whose undo has, before a time (ISO 8601, UTC); those that ended first, first. */
  readonly endedBefore: (time: string, limit: number) => Promise<readonly UploadRecord[]>;
};

/** What the projection changes. Changes to an unknown upload, to one that has expired or to one of a deleted collection have no effect. */
export type UploadChange =
  | {
      readonly type: 'start';
      readonly upload: Omit<UploadRecord, 'outcomes' | 'unlisted' | 'undo' | 'position' | 'counts' | 'revision'>;
      readonly position: bigint;
    }
  | ({ readonly type: 'update'; readonly revision: number } & UploadKey & {
        readonly fields: Partial<
          Pick<UploadRecord, 'attemptId' | 'state' | 'detail' | 'startedAt' | 'finishedAt' | 'counts'>
        > & {
          /** All of the latest attempt, which meets again those that an earlier one has not listed. */
          readonly unlisted?: UnlistedTickets | undefined;
        };
      })
  | ({ readonly type: 'undo'; readonly revision: number } & UploadKey & {
        /** `startedAt` and `surface` are those of the first such change. */
        readonly fields: Pick<UploadUndo, 'state'> & Partial<Omit<UploadUndo, 'state'>>;
      })
  | ({ readonly type: 'expire'; readonly revision: number } & UploadKey)
  | ({ readonly type: 'tickets'; readonly tickets: readonly TicketOfUpload[]; readonly position: bigint } & UploadKey)
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint };
