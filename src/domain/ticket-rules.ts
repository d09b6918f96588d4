import type { Steps } from '../concurrency/steps.ts';
import { type IsStockMessage, rulesOfKnown, type SkipRuleName, skipRulesWith } from './skip-rules.ts';
import type { TicketInput } from './ticket-input.ts';
import { asUpdateOf, isSameContent, keptByUpdate, type TicketContent } from './ticket.ts';
import { type Cleaning, cleanTicket, type CleanTicket, type Removed } from './ticket-record.ts';

/** A checked ticket with its identity; `content`, if it is evaluated already. */
export type IdentifiedTicket = {
  readonly input: TicketInput;
  readonly recordId: string;
  readonly content?: EvaluatedContent | undefined;
};

/** A cleaned ticket, what was removed from it, and which of rules 3 to 6 skips it, independent of the other tickets of the upload and the collection. */
export type EvaluatedContent = {
  readonly cleaned: CleanTicket;
  readonly removed: Removed;
  readonly rule: SkipRuleName | undefined;
};

/**
 * The ticket to store, or the rule that skips it (cleaned, unless it is a duplicate, which needs no cleaning). A duplicate is unchanged if it was compared with
 * what is stored.
 */
export type RuleResult =
  | { readonly ticket: CleanTicket }
  | { readonly rule: SkipRuleName; readonly skipped?: CleanTicket; readonly isUnchanged?: true };

/** What is cleaned of an update: the stored client, if it is kept, is masked in the conversation as it was when that was stored. */
export const withKeptClient = (input: TicketInput, { client }: TicketContent): TicketInput =>
  input.client?.trim() ? input : { ...input, client };

type ContentRules = {
  readonly skippedBy: ReturnType<typeof skipRulesWith>['skippedBy'];
  /** The steps that evaluate the content of a ticket alone: rule 2 and rules 3 to 6. */
  readonly evaluateContent: (input: TicketInput) => Steps<EvaluatedContent>;
};

export const contentRules = (cleaning: Cleaning, isStockMessage: IsStockMessage): ContentRules => {
  const { skippedBy } = skipRulesWith(isStockMessage);
  return {
    skippedBy,
    evaluateContent: function* (input: TicketInput): Steps<EvaluatedContent> {
      const { cleaned, removed } = yield* cleanTicket(input, cleaning);
      return { cleaned, removed, rule: skippedBy(cleaned) };
    },
  };
};

/**
 * Rules 1 to 6 (docs/contract.md, "Uploads") for the tickets of one upload, evaluated in its order: of equal ids the
 * first that passes the rules is taken, later ones are duplicates. In an upload that updates, a stored ticket with
 * another content passes rule 1, and one with the same is a duplicate.
 */
export const ticketRules = (cleaning: Cleaning, isStockMessage: IsStockMessage) => {
  const { skippedBy, evaluateContent } = contentRules(cleaning, isStockMessage);
  const taken = new Set<string>();
  return {
    /** Marks an id as taken by this upload. */
    take: (recordId: string): void => {
      taken.add(recordId);
    },
    /** `known`: the state of the ticket with that id, if the collection has or had one. `updatable`: what it holds, if it may be updated. */
    evaluate: function* (
      { input, recordId, content }: IdentifiedTicket,
      known: keyof typeof rulesOfKnown | undefined,
      updatable?: TicketContent,
    ): Steps<RuleResult> {
      if (known !== undefined && !updatable) return { rule: rulesOfKnown[known] };
      if (taken.has(recordId)) return { rule: 'duplicate' };
      const { cleaned, rule: ruleOfContent } = content ?? (yield* evaluateContent(input));
      const ticket = updatable ? asUpdateOf(updatable, cleaned, keptByUpdate(input)) : cleaned;
      if (updatable && isSameContent(updatable, ticket)) {
        taken.add(recordId);
        return { rule: 'duplicate', isUnchanged: true };
      }
      const rule = updatable ? skippedBy(ticket) : ruleOfContent;
      if (rule !== undefined) return { rule, skipped: ticket };
      taken.add(recordId);
      return { ticket };
    },
  };
};
