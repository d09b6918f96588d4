import { firstCharacters } from '../domain/characters.ts';
import { changedContent, type TicketContent } from '../domain/ticket.ts';
import type { Unchanged } from '../domain/ticket-rules.ts';
import { shownDetails } from '../domain/ticket-fields.ts';
import { type CleanTicket, searchText, solutionText } from '../domain/ticket-record.ts';
import type { ChangedField, ChangedText, ListedTicket, UpdatePreview, UpdatesPreview } from '../ports/ingest.ts';

/** Maximum length of each list. */
const maxTickets = 100;

/** What is shown of two versions of a text: `lead` before the first difference, in UTF-16 units, `excerpt` in code points. */
const limits = { lead: 80, excerpt: 400 };

/** Lists what an upload that updates would do with the tickets of its file: the first new ones, those whose texts it would change, and those that are the same. */
export const previewComparison = () => {
  const lists = { added: [] as ListedTicket[], updated: [] as UpdatePreview[], unchanged: [] as ListedTicket[] };
  let keptByHand = 0;
  const changedIn = new Map<ChangedField['name'], number>();
  const add = <Item>(list: Item[], item: () => Item): void => void (list.length < maxTickets && list.push(item()));
  return {
    added: (ticket: ListedTicket): void => add(lists.added, () => ticket),
    updated: (ticket: ListedTicket, before: TicketContent, after: CleanTicket): void => {
      const names = changedContent(before, after);
      for (const name of names) changedIn.set(name, (changedIn.get(name) ?? 0) + 1);
      add(lists.updated, () => ({ ...ticket, changed: names.map((name) => changedText(name, before, after)) }));
    },
    unchanged: (ticket: ListedTicket, by: Unchanged): void => {
      if (by === 'uploaded') keptByHand += 1;
      add(lists.unchanged, () => ticket);
    },
    lists: (): UpdatesPreview => ({
      ...{ ...lists, keptByHand },
      changedFields: [...changedIn].map(([name, tickets]) => ({ name, tickets })),
    }),
  };
};

const shown: ReadonlySet<string> = new Set([...shownDetails.map(({ property }) => property), 'problem', 'solution']);

const changedText = (name: keyof TicketContent, before: TicketContent, after: CleanTicket): ChangedText =>
  shown.has(name)
    ? { name, ...excerptsOf(textOf(before, name), textOf(after, name)) }
    : { name, before: null, after: null };

const textOf = (content: TicketContent, name: keyof TicketContent): string => {
  if (name === 'problem') return searchText(content);
  if (name === 'solution') return solutionText(content);
  const details: Partial<TicketContent> = content;
  return details[name] ?? '';
};

/** Both versions from the word shortly before their first difference, shortened. */
const excerptsOf = (before: string, after: string): Pick<ChangedText, 'before' | 'after'> => {
  const at = firstDifference(before, after) - limits.lead;
  const blank = before.lastIndexOf(' ', at) + 1;
  const start = at <= 0 ? 0 : Math.max(blank, at - limits.lead);
  return { before: excerptFrom(before, start), after: excerptFrom(after, start) };
};

const firstDifference = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
};

const excerptFrom = (text: string, start: number): string => {
  const rest = text.slice(start).toWellFormed();
  const excerpt = firstCharacters(rest, limits.excerpt);
  return `${start > 0 ? '…' : ''}${excerpt}${excerpt.length < rest.length ? '…' : ''}`;
};
