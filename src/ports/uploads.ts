import type { SkippedTicket, UploadFigures, UploadStarted } from '../domain/events.ts';
import type { SkipRuleName } from '../domain/skip-rules.ts';

/** What became of a ticket: stored, or skipped by a rule. */
export type TicketOutcome = 'stored' | SkipRuleName;

/** Every outcome, in the order of the rules. */
export const ticketOutcomes = [
  ...(['stored', 'duplicate', 'no-solution', 'ends-with-question', 'stock-phrase', 'no-problem'] as const),
] as const satisfies readonly TicketOutcome[];

/** A count of each outcome before there is any. */
export const noOutcomes: Readonly<Record<TicketOutcome, number>> = {
  ...{ stored: 0, duplicate: 0, 'no-solution': 0, 'ends-with-question': 0, 'stock-phrase': 0, 'no-problem': 0 },
};

/** `failed`: refused, or something it stands on failed; `interrupted`: it ended before its end, and may go on. */
export type UploadStatus = 'running' | 'finished' | 'failed' | 'interrupted';

/** An upload as it is told to its user. */
export type UploadRecord = Pick<
  UploadStarted['data'],
  'uploadId' | 'userId' | 'collectionId' | 'surface' | 'fileName' | 'format'
> & {
  /** The attempt that runs or ran last. */
  readonly run: string;
  readonly state: UploadStatus;
  /** Why it failed or was interrupted. */
  readonly detail: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** How far it has come by its own account. */
  readonly figures: UploadFigures;
  /** The tickets that have an outcome, counted. */
  readonly outcomes: Readonly<Record<TicketOutcome, number>>;
  /** Where its start stands in the log: the key of pages. */
  readonly position: bigint;
  /** How often it was told of; grows with every event of its own. */
  readonly revision: number;
};

/** One ticket of an upload. */
export type TicketOfUpload = Pick<SkippedTicket, 'ticketId' | 'index' | 'row'> & { readonly outcome: TicketOutcome };

/** An upload's id is unique for its user, and a collection has one user. */
export type UploadKey = { readonly collectionId: string; readonly uploadId: string };

/** Uploads and what became of their tickets; those into deleted collections do not exist. */
export type Uploads = {
  readonly byId: (key: UploadKey) => Promise<UploadRecord | undefined>;
  /** A collection's, newest first, from before a position where one is given. */
  readonly ofCollection: (
    collectionId: string,
    page: { readonly before: bigint | undefined; readonly limit: number },
  ) => Promise<readonly UploadRecord[]>;
  /** The tickets that have an outcome, in the order of the upload, from after an index (from the first without one); of one outcome where it is named. */
  readonly tickets: (
    key: UploadKey,
    page: {
      readonly after: number | undefined;
      readonly limit: number;
      readonly outcome?: TicketOutcome | undefined;
    },
  ) => Promise<readonly TicketOfUpload[]>;
  /** Those that run by what the log says, whether or not their processes live; at most 1 000. */
  readonly running: () => Promise<readonly UploadRecord[]>;
};

/** What the projection asks for. Changes of one that is not known, or whose collection is deleted, count for nothing. */
export type UploadChange =
  | {
      readonly type: 'start';
      readonly upload: Omit<UploadRecord, 'outcomes' | 'position' | 'figures' | 'revision'>;
      readonly position: bigint;
    }
  | ({ readonly type: 'tell'; readonly revision: number } & UploadKey & {
        readonly update: Partial<Pick<UploadRecord, 'run' | 'state' | 'detail' | 'finishedAt' | 'figures'>>;
      })
  | ({ readonly type: 'tickets'; readonly tickets: readonly TicketOfUpload[] } & UploadKey)
  | { readonly type: 'delete'; readonly collectionId: string; readonly position: bigint };
