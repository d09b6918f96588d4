import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { put, type Write } from './bulk.ts';
import { unitVector } from './unit-vector.ts';

type Put = Extract<TicketIndexChange, { readonly type: 'put' }>;

/** The id of a ticket's document, which is that of the port: the pair that is its key. */
export const idOf = (ticket: { readonly collectionId: string; readonly recordId: string }): string =>
  `${ticket.collectionId}/${ticket.recordId}`;

/** The write that stores a ticket with its vector, unless something newer is stored. */
export const putTicket = ({ ticket, vector, position }: Put): Write =>
  put(
    idOf(ticket),
    position,
    {
      tenant_id: ticket.tenantId,
      collection_id: ticket.collectionId,
      record_id: ticket.recordId,
      ticket_id: ticket.ticketId,
      category: ticket.category,
      client: ticket.client,
      problem: ticket.problem,
      solution: ticket.solution,
      vector: unitVector(vector),
    },
    ticket.tenantId,
  );
