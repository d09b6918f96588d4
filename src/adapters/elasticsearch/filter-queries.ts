import type { estypes } from '@elastic/elasticsearch';
import { isOfTime, type TicketFilter } from '../../domain/ticket-filter.ts';

/** The conditions of a filter, each of which a ticket has to meet. */
export const filterQueries = ({
  categories,
  resolvedAfter,
  resolvedBefore,
}: TicketFilter): readonly estypes.QueryDslQueryContainer[] => {
  const time = {
    ...(resolvedAfter !== undefined && { gte: resolvedAfter }),
    ...(resolvedBefore !== undefined && { lt: resolvedBefore }),
  };
  return [
    ...(categories.length === 0 ? [] : [{ terms: { category: [...categories] } }]),
    ...(isOfTime({ resolvedAfter, resolvedBefore }) ? [{ range: { resolved_at: time } }] : []),
  ];
};
