import { measuredLength, type SkipRuleName } from '../domain/skip-rules.ts';
import type { Unchanged } from '../domain/ticket-rules.ts';
import { type CleanTicket, searchText } from '../domain/ticket-record.ts';
import type {
  RepeatPreview,
  SkippedPreview,
  TicketPosition,
  TicketPreview,
  TicketsPreview,
  Unreadable,
  UnreadablePreview,
} from '../ports/ingest.ts';
import { noOutcomes, type TicketOutcome } from '../ports/uploads.ts';
import type { UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings } from '../ticket-files/read-options.ts';
import { type Processed, previewNotices } from './preview-notices.ts';
import { shortened, shortenedTogether } from './preview-excerpts.ts';
import type { RemarksFile } from './remarks-file.ts';

/** Maximum length of each list. */
const max = { tickets: 20, skipped: 200, unreadable: 200 };

/** Code points that are shown of a problem, and of a solution: a preview of the longest tickets would be an answer of megabytes. */
const shownCharacters = 5_000;

type Skipped = TicketPosition & {
  readonly ticketId: string;
  readonly rule: SkipRuleName;
  /** Compared with which content it is the same. */
  readonly isUnchanged?: Unchanged | undefined;
  readonly repeats?: RepeatPreview | undefined;
  /** Cleaned, if a rule has looked at its texts. */
  readonly skipped?: CleanTicket | undefined;
};

type Options = { readonly remarks?: RemarksFile | undefined; readonly onDuplicate?: 'update' | undefined };

/** Counts what an upload would do, keeps the first tickets of each kind, and writes all remarks if there is a file for them. */
export const previewTally = ({ remarks, onDuplicate }: Options = {}) => {
  const outcomes: Record<TicketOutcome, number> = { ...noOutcomes };
  const [tickets, skipped, unreadable]: [TicketPreview[], SkippedPreview[], UnreadablePreview[]] = [[], [], []];
  const notices = previewNotices(onDuplicate);
  const counts = { total: 0, unreadableCount: 0, repeated: 0 };
  return {
    processed: (processed: Processed): void => {
      const { stored, ticket, index, row } = processed;
      outcomes[stored ? 'updated' : 'stored'] += 1;
      counts.total += 1;
      if (tickets.length < max.tickets) tickets.push({ ...previewOf(ticket), index, row });
      notices.processed(processed);
    },
    ...{ replaced: notices.replaced, compareTexts: notices.compareTexts },
    /** An unchanged ticket is counted and no remark. Calls `excerptOf` only for a ticket that is listed. */
    skipped: async (one: Skipped, excerptOf: ExcerptOf) => {
      const { rule: outcome, ticketId, index, row, repeats } = one;
      outcomes[outcome] += 1;
      counts.total += 1;
      if (one.isUnchanged) {
        notices.unchanged({ ticketId, index, row }, one.isUnchanged);
        return;
      }
      if (repeats) counts.repeated += 1;
      const ticket = { ticketId, index, row, outcome, ...lengthOf(one), ...(repeats && { repeats }) };
      await remarks?.add(ticket);
      if (skipped.length < max.skipped) skipped.push({ ...ticket, excerpt: await excerptOf() });
    },
    unreadable: async (reason: UnreadableFile, excerptOf: ExcerptOf): Promise<void> => {
      counts.unreadableCount += 1;
      await remarks?.add(plain(reason));
      if (unreadable.length < max.unreadable) unreadable.push({ ...plain(reason), excerpt: await excerptOf() });
    },
    /** The number of listed tickets that would be stored. */
    listed: (): number => tickets.length,
    preview: (found: Partial<Findings>): TicketsPreview => ({
      ...fileFindings(found),
      ...{ ...notices.all(), ...counts, outcomes, tickets, skipped, unreadable },
    }),
  };
};

/** What was found in the file itself. */
const fileFindings = ({ format, encoding, delimiter, brokenOff, ...table }: Partial<Findings>) => ({
  format: format ?? null,
  encoding: encoding ?? null,
  delimiter: delimiter ?? null,
  sheet: table.sheet ?? null,
  sheets: table.sheets ?? [],
  otherSheets: table.otherSheets ?? [],
  headerRow: table.headerRow ?? null,
  desk: table.desk ?? null,
  columns: table.columns ?? [],
  totalRows: table.totalRows ?? [],
  emptyRows: table.emptyRows ?? { count: 0, rows: [] },
  htmlTickets: table.htmlTickets ?? 0,
  brokenOff: brokenOff ? plain(brokenOff) : null,
});

type ExcerptOf = () => Promise<string | null>;

const lengthOf = ({ rule, skipped }: Skipped): Pick<SkippedPreview, 'solutionLength'> => {
  const solutionLength = skipped && measuredLength(rule, skipped);
  return solutionLength === undefined ? {} : { solutionLength };
};

const plain = ({ index, row, message: detail }: UnreadableFile): Unreadable => ({ index, row, detail });

const previewOf = (ticket: CleanTicket): Omit<TicketPreview, keyof TicketPosition> => ({
  ...ticket,
  problem: shortened(searchText(ticket), shownCharacters),
  problemParts: shortenedTogether(ticket.problem, shownCharacters),
  solution: shortened(ticket.solution.join('\n\n'), shownCharacters),
});
