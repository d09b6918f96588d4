import type { TicketInput } from '../domain/ticket-input.ts';
import type { RuleResult } from '../domain/ticket-rules.ts';
import { shortDigest } from '../platform/short-digest.ts';
import type { RepeatPreview, TicketPosition } from '../ports/ingest.ts';

type Placed = TicketPosition & { readonly input: TicketInput };

/** Finds the tickets of one file whose id one before them has, which counts for it; of the texts 132 bits are kept. */
export const repeatsInFile = () => {
  const firsts = new Map<string, TicketPosition & { readonly digest: string }>();
  /** Of a duplicate the one that counts, unless it is compared with what is stored itself. */
  return (ticket: Placed, result: RuleResult): RepeatPreview | undefined => {
    if ('rule' in result && result.rule !== 'duplicate') return undefined;
    const { input, index, row } = ticket;
    const digest = shortDigest(JSON.stringify(input));
    const first = firsts.get(input.ticketId);
    if (first) return { index: first.index, row: first.row, isSame: first.digest === digest };
    firsts.set(input.ticketId, { index, row, digest });
    return undefined;
  };
};
