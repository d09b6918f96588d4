import type { SkipRuleName } from '../domain/skip-rules.ts';
import { type CleanTicket, searchText } from '../domain/ticket-record.ts';
import type { TicketPlace, TicketPreview, TicketsPreview, Unreadable } from '../ports/ingest.ts';
import { noOutcomes, type TicketOfUpload, type TicketOutcome } from '../ports/uploads.ts';
import type { UnreadableFile } from '../ticket-files/ticket-item.ts';
import type { Findings } from '../ticket-files/read-options.ts';

/** Maximum length of each list. */
const max = { tickets: 20, skipped: 200, unreadable: 200 };

/** Counts what an upload would do and keeps the first tickets of each kind. */
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
      if (tickets.length < max.tickets) tickets.push({ ...previewOf(ticket), ...place });
    },
    skipped: (ticketId: string, rule: SkipRuleName, place: TicketPlace): void => {
      outcomes[rule] += 1;
      total += 1;
      if (skipped.length < max.skipped) skipped.push({ ticketId, ...place, outcome: rule });
    },
    unreadable: ({ index, row, message: detail }: Pick<UnreadableFile, 'index' | 'row' | 'message'>): void => {
      unreadableCount += 1;
      if (unreadable.length < max.unreadable) unreadable.push({ index, row, detail });
    },
    preview: (found: Partial<Findings>): TicketsPreview => ({
      format: found.format ?? null,
      encoding: found.encoding ?? null,
      delimiter: found.delimiter ?? null,
      columns: found.columns ?? [],
      total,
      outcomes,
      tickets,
      skipped,
      unreadable,
      unreadableCount,
    }),
  };
};

const previewOf = (ticket: CleanTicket): Omit<TicketPreview, keyof TicketPlace> => ({
  ...ticket,
  problem: searchText(ticket),
  solution: ticket.solution.join('\n\n'),
});
