import { type Cleaning, cleanTicket } from './conversation.ts';
import { type IsStockMessage, type SkipRuleName, skipRulesWith } from './skip-rules.ts';
import type { TicketInput } from './ticket-input.ts';
import type { CleanTicket } from './ticket-record.ts';

/** A checked ticket with its identity. */
export type IdentifiedTicket = { readonly input: TicketInput; readonly recordId: string };

/** A ticket that is to be stored, or the rule that skips it. */
export type Judgement = { readonly ticket: CleanTicket } | { readonly rule: SkipRuleName };

/**
 * Rules 1 to 6 of the contract for the tickets of one upload, which are to be judged in its order: of equal ids the first that passes the rules is
 * taken, later ones are duplicates.
 */
export const ticketRules = (cleaning: Cleaning, isStockMessage: IsStockMessage) => {
  const { skippedBy } = skipRulesWith(isStockMessage);
  const taken = new Set<string>();
  return {
    /** A ticket of this upload has that id already. */
    take: (recordId: string): void => {
      taken.add(recordId);
    },
    /** `isStored`: the collection has a ticket of that id. */
    judge: ({ input, recordId }: IdentifiedTicket, isStored: boolean): Judgement => {
      if (isStored || taken.has(recordId)) return { rule: 'duplicate' };
      const ticket = cleanTicket(input, cleaning);
      const rule = skippedBy(ticket);
      if (rule !== undefined) return { rule };
      taken.add(recordId);
      return { ticket };
    },
  };
};
