import type { SkipRuleName } from '../domain/skip-rules.ts';
import { type CleanTicket, searchText } from '../domain/ticket-record.ts';
import type {
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
import type { ByHand } from './known-tickets.ts';
import type { RemarksFile } from './remarks-file.ts';

/** Maximum length of each list. */
const max = { tickets: 20, skipped: 200, unreadable: 200 };

/** Counts what an upload would do, keeps the first tickets of each kind, and writes all remarks if there is a file for them. */
export const previewTally = (remarks?: RemarksFile) => {
  const outcomes: Record<TicketOutcome, number> = { ...noOutcomes };
  const tickets: TicketPreview[] = [];
  const skipped: SkippedPreview[] = [];
  const unreadable: UnreadablePreview[] = [];
  const replaced = replacedTally();
  let total = 0;
  let unreadableCount = 0;
  return {
    processed: (outcome: 'stored' | 'updated', ticket: CleanTicket, position: TicketPosition): void => {
      outcomes[outcome] += 1;
      total += 1;
      if (tickets.length < max.tickets) tickets.push({ ...previewOf(ticket), ...position });
    },
    /** Counts what a person has done that the upload would replace. */
    replaced: replaced.add,
    /** Calls `excerptOf` only for a ticket that is listed. */
    skipped: async (
      ticket: TicketPosition & { readonly ticketId: string; readonly outcome: SkipRuleName },
      excerptOf: ExcerptOf,
    ): Promise<void> => {
      outcomes[ticket.outcome] += 1;
      total += 1;
      await remarks?.add(ticket);
      if (skipped.length < max.skipped) skipped.push({ ...ticket, excerpt: await excerptOf() });
    },
    unreadable: async (reason: UnreadableFile, excerptOf: ExcerptOf): Promise<void> => {
      unreadableCount += 1;
      await remarks?.add(plain(reason));
      if (unreadable.length < max.unreadable) unreadable.push({ ...plain(reason), excerpt: await excerptOf() });
    },
    /** The number of listed tickets that would be stored. */
    listed: (): number => tickets.length,
    preview: (found: Partial<Findings>): TicketsPreview => ({
      ...fileFindings(found),
      ...{ total, outcomes, replaced: replaced.counts },
      tickets,
      skipped,
      unreadable,
      unreadableCount,
    }),
  };
};

const replacedTally = () => {
  const counts = { corrected: 0, flagged: 0 };
  return {
    counts,
    add: (byHand: ByHand | undefined): void => {
      if (byHand?.isCorrected) counts.corrected += 1;
      if (byHand?.isFlagged) counts.flagged += 1;
    },
  };
};

/** What was found in the file itself. */
const fileFindings = ({ format, encoding, delimiter, brokenOff, ...table }: Partial<Findings>) => ({
  format: format ?? null,
  encoding: encoding ?? null,
  delimiter: delimiter ?? null,
  sheet: table.sheet ?? null,
  sheets: table.sheets ?? [],
  headerRow: table.headerRow ?? null,
  columns: table.columns ?? [],
  totalRows: table.totalRows ?? [],
  brokenOff: brokenOff ? plain(brokenOff) : null,
});

type ExcerptOf = () => Promise<string | null>;

const plain = ({ index, row, message: detail }: UnreadableFile): Unreadable => ({ index, row, detail });

const previewOf = (ticket: CleanTicket): Omit<TicketPreview, keyof TicketPosition> => ({
  ...ticket,
  problem: searchText(ticket),
  problemParts: ticket.problem,
  solution: ticket.solution.join('\n\n'),
});
