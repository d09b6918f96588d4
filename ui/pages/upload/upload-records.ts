import type { OutcomeCounts, TicketsPreview as Preview, Upload as UploadRecord } from '../../../client/records.gen.ts';
import { deskSkips, type ReadAs } from '../../../src/domain/desks.ts';
import type { ColumnName } from '../../../src/domain/ticket-fields.ts';

/** The records of uploads: types that are generated from the API's description. */
export type { OutcomeCounts, Preview, UploadRecord };
export type {
  ChangedText,
  DeskFindings,
  ListedTicket,
  PreviewedColumn,
  PreviewProgress,
  RestoredTickets,
  SkippedTicket,
  TicketOfUpload,
  TicketPreview,
  Unreadable,
  UnreadableTicket,
  UpdatedTicket,
  TicketsOfUpload as TicketPage,
  UploadProgress as Progress,
  UploadResult,
  Uploads as UploadPage,
  UploadUndo,
} from '../../../client/records.gen.ts';

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
] as const satisfies readonly Outcome[];
export type Outcome = keyof OutcomeCounts;
export type SkipRule = Exclude<Outcome, 'stored' | 'updated'>;

/** The meaning of columns by header title; null: not read. */
export type AssignedColumns = Readonly<Record<string, ColumnName | null>>;

/** Where a table is in its file, and as what JSON is read; what is left out is looked for. */
export type TablePlace = { readonly sheet?: string; readonly headerRow?: number; readonly readAs?: ReadAs };

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
