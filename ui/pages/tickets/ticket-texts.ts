import { searchWords } from '../../../src/domain/search-words.ts';
import { type TextName, textNames } from '../../../src/domain/ticket-fields.ts';
import type { SomeTexts, TicketTexts } from '../../api/tickets.ts';
import { translated } from '../../messages/language.ts';
import { ticketsMessages } from '../../messages/tickets.ts';
import { queryWords, type QueryWords } from '../search/query-words.ts';

/** The texts of a ticket, empty where it has none. */
export const textsOf = (ticket: SomeTexts): TicketTexts =>
  Object.fromEntries(textNames.map((name) => [name, ticket[name] ?? ''])) as TicketTexts;

/** The names of the texts that differ. */
export const differing = (one: SomeTexts, other: SomeTexts): readonly TextName[] =>
  textNames.filter((name) => (one[name] ?? '') !== (other[name] ?? ''));

/** The words of a list's filter, in the forms that the service finds, so that each ticket shows why it is listed. */
export const filterWords = (text: string): QueryWords =>
  queryWords(text, { word: /[\p{L}\p{M}]+|\p{N}+/gu, stemsOf: searchWords });

const masksIn = (texts: SomeTexts, mask: string): number =>
  textNames.reduce((sum, name) => sum + (texts[name] ?? '').split(mask).length - 1, 0);

/** What was hidden in texts, as a list; empty if nothing was. */
export const newMasks = (sent: SomeTexts, saved: SomeTexts): string => {
  const more = (mask: string) => Math.max(0, masksIn(saved, mask) - masksIn(sent, mask));
  const [names, phones, mails] = [more('[ИМЯ]'), more('[ТЕЛЕФОН]'), more('[EMAIL]')];
  return translated(ticketsMessages).masks(names, phones, mails);
};

/** What was hidden when texts were saved, as a sentence; empty if nothing was. */
export const maskedNow = (sent: SomeTexts, saved: SomeTexts): string => {
  const masks = newMasks(sent, saved);
  return masks && translated(ticketsMessages).masked(masks);
};
