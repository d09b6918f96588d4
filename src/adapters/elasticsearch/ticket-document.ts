import type { TicketIndexChange } from '../../ports/ticket-index.ts';
import { put, type Write } from './documents.ts';

type Put = Extract<TicketIndexChange, { readonly type: 'put' }>;

/** The id of a ticket's document: its key in the index. */
export const idOf = (ticket: { readonly collectionId: string; readonly recordId: string }): string =>
  `${ticket.collectionId}/${ticket.recordId}`;

/** Stores a ticket with its vector unless a newer version is stored. */
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

/**
 * A vector of the same direction and length 1, for JSON. Elasticsearch accepts a squared length within .001 of 1 as length 1, with an error of
 * cosines up to .0005. A zero vector becomes null in JSON, which Elasticsearch refuses.
 */
export const unitVector = (vector: Float32Array): number[] => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return Array.from(vector, (value) => value / length);
};
