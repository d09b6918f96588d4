import type { TicketIdRow, TicketRow } from '../../ui/api/tickets.ts';

const idRowOf = ({ ticket_id, category, state, flagged_at }: TicketRow): TicketIdRow => ({
  ...{ ticket_id, category, state, flagged_at },
});

/** A page of rows as the service answers it: it ends at its limit, or before its texts are too large. */
export const pageOf = (all: readonly TicketRow[], query: URLSearchParams) => {
  const isOfIds = query.get('fields') === 'ids';
  const from = Number(query.get('after') ?? 0);
  let characters = 0;
  const fits = ({ problem }: TicketRow, index: number) => (characters += problem.length) <= 500_000 || index === 0;
  const limited = all.slice(from, from + Number(query.get('limit') ?? 50));
  const tickets = isOfIds ? limited.map(idRowOf) : limited.filter(fits);
  const end = from + tickets.length;
  return { tickets, next: end < all.length ? String(end) : null };
};

/** Whether a ticket was resolved in the time that a list is limited to. */
export const isOfTime = (at: string | undefined, query: URLSearchParams) =>
  (at ?? '') >= (query.get('resolved_after') ?? '') && (at ?? '~') < (query.get('resolved_before') ?? '~~');
