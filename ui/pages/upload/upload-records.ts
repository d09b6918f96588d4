/** What became of a ticket: stored, or the rule that skipped it; in the order in which they are shown. */
export const outcomes = [
  'stored',
  'duplicate',
  'no-solution',
  'ends-with-question',
  'stock-phrase',
  'no-problem',
] as const;
export type Outcome = (typeof outcomes)[number];
export type SkipRule = Exclude<Outcome, 'stored'>;
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** An upload as the service remembers it. */
export type UploadRecord = {
  readonly id: string;
  readonly surface: 'web' | 'api';
  /** Null: it came as a JSON body, without a file. */
  readonly file_name: string | null;
  readonly format: 'json' | 'csv' | 'xlsx' | null;
  readonly state: 'running' | 'finished' | 'failed' | 'interrupted';
  readonly detail: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** Null until every ticket was checked. */
  readonly total: number | null;
  readonly outcomes: OutcomeCounts;
};

export type UploadPage = { readonly uploads: readonly UploadRecord[]; readonly next: string | null };

/** `index` from 0 in the upload, `row` from 1 in the file of a table. */
export type TicketOfUpload = {
  readonly ticket_id: string;
  readonly index: number;
  readonly row: number | null;
  readonly outcome: Outcome;
};

export type TicketPage = { readonly tickets: readonly TicketOfUpload[]; readonly next: string | null };

/** How far an upload has come, in tickets; `waiting` before it has begun. */
export type Progress = {
  readonly state: 'waiting' | UploadRecord['state'];
  readonly read: number;
  readonly stored: number;
  readonly skipped: number;
  readonly total: number | null;
  readonly rate: number | null;
  readonly remaining_seconds: number | null;
};

/** What a column of a table can hold. */
export const columnNames = [
  'ticket_id',
  'category',
  'description',
  'client',
  'messages',
  'problem',
  'solution',
  'role',
  'text',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** Header titles and what they are read as; null: not at all. */
export type AssignedColumns = Readonly<Record<string, ColumnName | null>>;

export type TicketPreview = {
  readonly ticket_id: string;
  readonly category: string;
  readonly client: string;
  readonly problem: string;
  readonly solution: string;
  readonly index: number;
  readonly row: number | null;
};

export type Unreadable = { readonly index: number | null; readonly row: number | null; readonly detail: string };

export type PreviewedColumn = {
  readonly title: string;
  readonly column: ColumnName | null;
  readonly assigned: boolean;
};

/** What an upload of a file would do; lists hold the first of each kind, counts all. */
export type Preview = {
  readonly format: UploadRecord['format'];
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly columns: readonly PreviewedColumn[];
  readonly total: number;
  readonly outcomes: OutcomeCounts;
  readonly tickets: readonly TicketPreview[];
  readonly skipped: readonly TicketOfUpload[];
  readonly unreadable: readonly Unreadable[];
  readonly unreadable_count: number;
};

/** How many tickets rules have skipped. */
export const skippedIn = (counts: OutcomeCounts): number =>
  outcomes.reduce((sum, outcome) => (outcome === 'stored' ? sum : sum + counts[outcome]), 0);
