import { type CleanTicket, textsHash } from '../domain/ticket-record.ts';

/** Finds tickets of one upload whose texts are word for word those of another one; both are stored, since their ids differ. */
export const textCopies = () => {
  const firstIds = new Map<string, string>();
  return {
    /** Returns the id of the first ticket with the same texts; undefined for that one. */
    originalOf: (ticket: CleanTicket): string | undefined => {
      const key = textsHash(ticket);
      const first = firstIds.get(key);
      if (first === undefined) firstIds.set(key, ticket.ticketId);
      return first;
    },
  };
};
