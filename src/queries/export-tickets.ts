import { eachDetail, eachShown } from '../domain/ticket-details.ts';
import { type TicketInput, ticketJson } from '../domain/ticket-input.ts';
import { escapeEntities } from '../personal-data/plain-text.ts';
import { pagesOf, type TicketRow, type Tickets, type TicketsQuery } from '../ports/tickets.ts';

/** At most so many tickets are read, and held in memory, at a time. */
const pageSize = 100;

type Wanted = Omit<TicketsQuery, 'state' | 'flagged' | 'order' | 'after' | 'limit'> & {
  readonly state: TicketRow['state'];
};

/** The tickets of a collection as JSON Lines, a page of lines at a time. */
export type ExportTickets = (wanted: Wanted) => AsyncGenerator<string, void>;

/**
 * Lines that an upload stores as the same tickets: the next page is read when the previous one has been consumed. Pages follow the order in which tickets
 * were stored, which never changes, so that concurrent changes neither skip nor repeat a ticket. Throws Unavailable.
 */
export const exportTickets = (tickets: Pick<Tickets, 'page'>): ExportTickets =>
  async function* (wanted) {
    for await (const rows of pagesOf(tickets, { ...wanted, order: 'stored', limit: pageSize }))
      yield rows.map(lineOf).join('');
  };

/**
 * One line of a ticket. The first text of the problem becomes the description, which is a ticket's first text again when it is read. What an upload would
 * decode as an HTML entity is escaped; the rest of a cleaned text is not changed by another cleaning.
 */
const lineOf = ({ ticketId, problem: [description = '', ...problem], solution, ...row }: TicketRow): string => {
  const messages = (role: string, texts: readonly string[]) =>
    texts.map((text) => ({ role, text: escapeEntities(text) }));
  const ticket: TicketInput = {
    ticketId,
    ...eachDetail(({ missing }) => missing),
    // Of an address or a time an upload decodes nothing.
    ...eachShown(({ property, kind }) => (kind ? row[property] : row[property] && escapeEntities(row[property]))),
    description: escapeEntities(description),
    messages: [...messages('client', problem), ...messages('support', solution)],
  };
  return `${JSON.stringify(ticketJson(ticket))}\n`;
};
