import type { SkipRuleName } from '../domain/skip-rules.ts';
import { type CleanTicket, searchText } from '../domain/ticket-record.ts';
import type { TicketPlace, TicketPreview, TicketsPreview, Unreadable } from '../ports/ingest.ts';
import { noOutcomes, type TicketOfUpload, type TicketOutcome } from '../ports/uploads.ts';
import type { UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings } from '../ticket-files/read-options.ts';

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
