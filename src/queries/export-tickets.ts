import { eachDetail, eachShown } from '../domain/ticket-details.ts';
import { type TicketInput, ticketJson } from '../domain/ticket-input.ts';
import { escapeEntities } from '../personal-data/plain-text.ts';
import type { TicketRow, Tickets, TicketsQuery } from '../ports/tickets.ts';

/** So many tickets are read, and held in memory, at a time; each may have half a megabyte. */
const pageSize = 100;

type Wanted = Pick<TicketsQuery, 'tenantId' | 'collectionId' | 'categories' | 'text'> & {
  readonly state: TicketRow['state'];
};

/** The tickets of a collection as JSON Lines, a page of lines at a time. */
export type ExportTickets = (wanted: Wanted) => AsyncGenerator<string, void>;

/**
 * Lines that an upload stores as the same tickets: the next page is read when the previous one has been consumed. Pages follow the order in which tickets
 * were stored, which never changes, so that concurrent changes neither skip nor repeat a ticket. Throws Unavailable.
 */
export const exportTickets = ({ page }: Pick<Tickets, 'page'>): ExportTickets =>
  async function* (wanted) {
    for (let after: bigint | undefined; ;) {
      const rows = await page({ ...wanted, order: 'stored', after, limit: pageSize });
      if (rows.length > 0) yield rows.map(lineOf).join('');
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.position;
    }
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
    ...eachShown(({ property }) => row[property] && escapeEntities(row[property])),
    description: escapeEntities(description),
    messages: [...messages('client', problem), ...messages('support', solution)],
  };
  return `${JSON.stringify(ticketJson(ticket))}\n`;
};
