import type { TicketsPreview } from '../../../client/records.gen.ts';
import type { Removed } from '../../api/records.ts';
import { deskSkips, type ReadAs } from '../../../src/domain/desks.ts';
import type { ColumnName, TicketDetails } from '../../../src/domain/ticket-fields.ts';

/** The outcomes of a ticket: stored, an update of a stored one, or the rule that skipped it; in display order. */
export const outcomes = [
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
] as const;
export type Outcome = (typeof outcomes)[number];
export type SkipRule = Exclude<Outcome, 'stored' | 'updated'>;
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** Of an undo, in tickets: those that the upload stored are withdrawn, those that it updated taken back or left. */
type UndoFigures = {
  readonly withdrawn: number;
  /** Of the withdrawn ones. */
  readonly corrected: number;
  readonly taken_back: number;
  readonly left: number;
  /** Withdrawn or erased before. */
  readonly gone: number;
  /** Stored by the upload and left in search, since a person had corrected or flagged them. */
  readonly kept: number;
};

/** The undo of an upload; before it has begun, what it would do. */
export type UploadUndo = UndoFigures & {
  readonly state: 'not-started' | 'running' | 'finished';
  readonly total: number;
  readonly done: number;
  /** Stored by the upload and hidden now; null if it was not counted. */
  readonly hidden: number | null;
  /** Stored by the upload and in search now: after an undo those that came back; null if it was not counted. */
  readonly active: number | null;
  /** Whether the undo hides some of them that can be restored; null if nobody has looked. */
  readonly restorable: boolean | null;
  /** Those in search that a person has corrected or flagged; null if they were not counted. */
  readonly by_hand: number | null;
};

/** An upload as stored by the service. */
export type UploadRecord = {
  readonly id: string;
  readonly surface: 'web' | 'api';
  /** Null for a JSON body. */
  readonly file_name: string | null;
  readonly format: 'json' | 'csv' | 'xlsx' | null;
  readonly on_duplicate: 'skip' | 'update';
  readonly state: 'running' | 'finished' | 'failed' | 'interrupted' | 'stopped';
  readonly detail: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** Null until all tickets are checked. */
  readonly total: number | null;
  /** Of what it stored: links that were taken out, and tickets with the texts of one before them. `unchanged` of the duplicates were compared. */
  readonly removed_links: number;
  readonly copies: number;
  readonly unchanged: number;
  readonly outcomes: OutcomeCounts;
  /** How many of the skipped tickets are counted without their numbers. */
  readonly unlisted: number;
  /** Null unless its undo has begun. */
  readonly undo:
    | (UndoFigures & {
        readonly state: 'running' | 'finished';
        /** Stored by the upload and in search now: those that came back; null if they were not counted. */
        readonly active: number | null;
        readonly started_at: string;
        readonly finished_at: string | null;
      })
    | null;
};

export type UploadPage = { readonly uploads: readonly UploadRecord[]; readonly next: string | null };

/** `index`: from 0 in the upload; `row`: from 1 in a table. */
export type TicketOfUpload = {
  readonly ticket_id: string;
  readonly index: number;
  readonly row: number | null;
  readonly outcome: Outcome;
};

export type TicketPage = { readonly tickets: readonly TicketOfUpload[]; readonly next: string | null };

/** Progress in tickets; `waiting`: not started. `rate` in tickets per second. */
export type Progress = {
  readonly state: 'waiting' | UploadRecord['state'];
  /** Set while other workbooks are read. */
  readonly waiting_for: 'workbook-reader' | 'log' | null;
  readonly read: number;
  readonly stored: number;
  readonly skipped: number;
  readonly total: number | null;
  readonly rate: number | null;
  readonly remaining_seconds: number | null;
};

/** The meaning of columns by header title; null: not read. */
export type AssignedColumns = Readonly<Record<string, ColumnName | null>>;

/** Where a table is in its file, and as what JSON is read; what is left out is looked for. */
export type TablePlace = { readonly sheet?: string; readonly headerRow?: number; readonly readAs?: ReadAs };

/** What was found in the export of a desk. */
export type DeskFindings = NonNullable<TicketsPreview['desk']>;

export type TicketPreview = TicketDetails<'name'> & {
  readonly ticket_id: string;
  readonly problem: string;
  /** The description, if there is one, and the client's messages. */
  readonly problem_parts: readonly string[];
  readonly solution: string;
  readonly index: number;
  readonly row: number | null;
};

/** The beginning of the ticket's text that the reason is about. */
type Excerpt = { readonly excerpt: string | null };

export type SkippedTicket = TicketOfUpload & Excerpt;
export type Unreadable = { readonly index: number | null; readonly row: number | null; readonly detail: string };
export type UnreadableTicket = Unreadable & Excerpt;

export type ListedTicket = Omit<TicketOfUpload, 'outcome'>;
export type CopiedTicket = ListedTicket & { readonly copy_of: string };

/** A field that an update would change, from shortly before the first difference; null for what is not shown. */
export type ChangedText = {
  readonly name: ColumnName;
  readonly before: string | null;
  readonly after: string | null;
};

export type UpdatedTicket = ListedTicket & { readonly changed: readonly ChangedText[] };

export type PreviewedColumn = {
  readonly title: string;
  readonly column: ColumnName | null;
  readonly assigned: boolean;
  /** The first texts below the title. */
  readonly samples: readonly string[];
  /** What it would be read as, were it not for the column with the title `by` (shortened). */
  readonly displaced?: { readonly column: ColumnName; readonly by: string } | undefined;
  /** Set if it would be the category, but nearly every ticket of the first rows has a value of its own. */
  readonly varied?: { readonly values: number; readonly tickets: number } | undefined;
};

/** The preview of an upload; the lists contain the first entries, the counts are complete. */
export type Preview = {
  readonly format: UploadRecord['format'];
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  /** The first sheets of a workbook. */
  readonly sheets: readonly string[];
  /** From 1; null for JSON. */
  readonly header_row: number | null;
  readonly desk: DeskFindings | null;
  /** Rows at the end that only sum up the table. */
  readonly total_rows: readonly number[];
  readonly columns: readonly PreviewedColumn[];
  readonly total: number;
  readonly outcomes: OutcomeCounts;
  /** Tickets with a correction or a flag by a person, which the upload would replace. */
  readonly replaced: { readonly corrected: number; readonly flagged: number; readonly ticket_ids: readonly string[] };
  /** Those of the duplicates that were compared with what is stored, if the upload updates; they are no remarks. */
  readonly unchanged: number;
  /** What an upload that updates would do, the first of each kind; null for one that does not. */
  readonly updates: {
    readonly added: readonly ListedTicket[];
    readonly updated: readonly UpdatedTicket[];
    readonly unchanged: readonly ListedTicket[];
  } | null;
  /** From the texts that would be stored. */
  readonly removed: Removed;
  /** Tickets with the texts of one before them, which are stored all the same. */
  readonly copies: { readonly count: number; readonly tickets: readonly CopiedTicket[] };
  readonly tickets: readonly TicketPreview[];
  readonly skipped: readonly SkippedTicket[];
  readonly unreadable: readonly UnreadableTicket[];
  readonly unreadable_count: number;
  /** Why the rest of the file was not read. */
  readonly broken_off: Unreadable | null;
};

/** `tickets` that were looked at; `share` of the file that was read (0 to 1), null for a workbook. */
export type PreviewProgress = { readonly tickets: number; readonly share: number | null };

/** Whether a ticket with that outcome was skipped. */
export const isSkipped = (outcome: Outcome): outcome is SkipRule => outcome !== 'stored' && outcome !== 'updated';

/** How many of the tickets that the undo of an upload has hidden are back. */
export const returnedIn = ({ undo }: UploadRecord): number => Math.max(0, (undo?.active ?? 0) - (undo?.kept ?? 0));

/** The tickets of an upload that are in search: after its undo those that came back or that it has kept. */
export const standingIn = ({ outcomes: { stored, updated }, undo }: Pick<UploadRecord, 'outcomes' | 'undo'>): number =>
  undo?.finished_at ? (undo.active ?? undo.kept) : stored + updated;

/** The number of skipped tickets. */
export const skippedIn = (counts: OutcomeCounts): number =>
  outcomes.reduce((sum, outcome) => (isSkipped(outcome) ? sum + counts[outcome] : sum), 0);

/** The number of tickets that are skipped for a reason to look at: those that are unchanged are none. */
export const remarksIn = ({ outcomes: counts, unchanged }: Pick<Preview, 'outcomes' | 'unchanged'>): number =>
  skippedIn(counts) - unchanged;
