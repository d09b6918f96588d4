import type { Steps } from '../concurrency/steps.ts';
import { type IsStockMessage, rulesOfKnown, type SkipRuleName, skipRulesWith } from './skip-rules.ts';
import type { TicketInput } from './ticket-input.ts';
import { asUpdateOf, type DetailProperties, isSameContent, keptByUpdate, type TicketContent } from './ticket.ts';
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
 * what is stored, or with what the last upload had brought of it.
 */
export type RuleResult =
  | { readonly ticket: CleanTicket }
  | { readonly rule: SkipRuleName; readonly skipped?: CleanTicket; readonly isUnchanged?: Unchanged };

/** Compared with which content a ticket is unchanged: a person has corrected what an upload had brought. */
export type Unchanged = 'stored' | 'uploaded';

/** What a collection has of a ticket that may be updated; `uploaded`: what the last upload had brought, if a person has corrected it since. */
export type Updatable = { readonly stored: TicketContent; readonly uploaded?: TicketContent | undefined };

/** With which content of a ticket an update of it has nothing new, if with any: what a person has corrected stays until the upload brings something else than the last. */
export const unchangedFor = (
  { stored, uploaded }: Updatable,
  ticket: CleanTicket,
  kept: DetailProperties,
): Unchanged | undefined => {
  const isSame = (content: TicketContent) => isSameContent(content, asUpdateOf(content, ticket, kept));
  if (isSame(stored)) return 'stored';
  return uploaded && isSame(uploaded) ? 'uploaded' : undefined;
};

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
      // Rule 5 alone may take a time slice for a message of the greatest length that it looks at.
      yield;
      return { cleaned, removed, rule: skippedBy(cleaned) };
    },
  };
};

/**
 * Rules 1 to 6 (docs/contract.md, "Uploads") for the tickets of one upload, evaluated in its order: of equal ids the
 * first that passes the rules is taken, later ones are duplicates. In an upload that updates, a stored ticket with
 * another content passes rule 1, and one with the same is a duplicate, as is one that has what the last upload brought
 * where a person has corrected that.
 */
export const ticketRules = (cleaning: Cleaning, isStockMessage: IsStockMessage) => {
  const { skippedBy, evaluateContent } = contentRules(cleaning, isStockMessage);
  const taken = new Set<string>();
  return {
    /** Marks an id as taken by this upload. */
    take: (recordId: string): void => {
      taken.add(recordId);
    },
    /** `known`: the state of the ticket with that id, if the collection has or had one. `updatable`: if it may be updated. */
    evaluate: function* (
      { input, recordId, content }: IdentifiedTicket,
      known: keyof typeof rulesOfKnown | undefined,
      updatable?: Updatable,
    ): Steps<RuleResult> {
      if (known !== undefined && !updatable) return { rule: rulesOfKnown[known] };
      if (taken.has(recordId)) return { rule: 'duplicate' };
      const { cleaned, rule: ruleOfContent } = content ?? (yield* evaluateContent(input));
      const kept = keptByUpdate(input);
      const isUnchanged = updatable && unchangedFor(updatable, cleaned, kept);
      if (isUnchanged) {
        taken.add(recordId);
        return { rule: 'duplicate', isUnchanged };
      }
      const ticket = updatable ? asUpdateOf(updatable.stored, cleaned, kept) : cleaned;
      const rule = updatable ? skippedBy(ticket) : ruleOfContent;
      if (rule !== undefined) return { rule, skipped: ticket };
      taken.add(recordId);
      return { ticket };
    },
  };
};
