import type { SkipRuleName } from '../domain/skip-rules.ts';
import { type CleanTicket, searchText } from '../domain/ticket-record.ts';
import { noOutcomes, type TicketOfUpload, type TicketOutcome } from '../ports/uploads.ts';
import type { UnreadableFile } from '../ticket-files/raw-ticket.ts';
import type { Findings } from '../ticket-files/read-options.ts';

/** Where a ticket stands: `index` from 0 in the upload, `row` from 1 in the file of a table. */
export type TicketPlace = Pick<TicketOfUpload, 'index' | 'row'>;

/** A ticket as it would be stored; a side's messages are joined as in the record. */
export type TicketPreview = TicketPlace &
  Pick<CleanTicket, 'ticketId' | 'category' | 'client'> & { readonly problem: string; readonly solution: string };

/** Why something of an upload cannot be read; without `index` and `row` where it is more than a ticket. */
export type Unreadable = { readonly index: number | null; readonly row: number | null; readonly detail: string };

/** What an upload would do. Lists hold the first of each kind, counts all; null is what a format does not have or nobody could find. */
export type TicketsPreview = {
  readonly [Name in 'format' | 'encoding' | 'delimiter']: Findings[Name] | null;
} & Pick<Findings, 'columns'> & {
    readonly total: number;
    readonly outcomes: Readonly<Record<TicketOutcome, number>>;
    readonly tickets: readonly TicketPreview[];
    readonly skipped: readonly TicketOfUpload[];
    readonly unreadable: readonly Unreadable[];
    readonly unreadableCount: number;
  };

/** How many of each kind are shown. */
const shown = { tickets: 20, skipped: 200, unreadable: 200 };

/** Counts what an upload would do, and keeps the first of each kind. */
export const previewTally = () => {
  const outcomes: Record<TicketOutcome, number> = { ...noOutcomes };
  const tickets: TicketPreview[] = [];
  const skipped: TicketOfUpload[] = [];
  const unreadable: Unreadable[] = [];
  let total = 0;
  let unreadableCount = 0;
  return {
    stored: (ticket: CleanTicket, place: TicketPlace): void => {
      outcomes.stored += 1;
      total += 1;
      if (tickets.length < shown.tickets) tickets.push({ ...previewOf(ticket), ...place });
    },
    skipped: (ticketId: string, rule: SkipRuleName, place: TicketPlace): void => {
      outcomes[rule] += 1;
      total += 1;
      if (skipped.length < shown.skipped) skipped.push({ ticketId, ...place, outcome: rule });
    },
    unreadable: ({ index, row, message: detail }: Pick<UnreadableFile, 'index' | 'row' | 'message'>): void => {
      unreadableCount += 1;
      if (unreadable.length < shown.unreadable) unreadable.push({ index, row, detail });
    },
    preview: (found: Partial<Findings>): TicketsPreview => ({
      ...{ format: null, encoding: null, delimiter: null, columns: [], ...found },
      ...{ total, outcomes, tickets, skipped, unreadable, unreadableCount },
    }),
  };
};

const previewOf = (ticket: CleanTicket): Omit<TicketPreview, keyof TicketPlace> => {
  const { ticketId, category, client, solution } = ticket;
  return { ticketId, category, client, problem: searchText(ticket), solution: solution.join('\n\n') };
};
