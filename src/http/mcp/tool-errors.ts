import { firstCharacters } from '../../domain/characters.ts';
import {
  CollectionNotFound,
  InvalidInput,
  KeyScopeMissing,
  NotAuthenticated,
  Refusal,
  StoreDamaged,
  TicketErased,
  TicketNotFound,
  Unavailable,
} from '../../domain/errors.ts';

/** What a model should do about a refusal, subclasses first. */
const advice: readonly (readonly [new (...given: never[]) => Refusal, string])[] = [
  [InvalidInput, 'Correct the arguments and call the tool again.'],
  [KeyScopeMissing, 'Tell the user: the key that was set up lacks this scope.'],
  [NotAuthenticated, 'Tell the user: the key that was set up has ended.'],
  [CollectionNotFound, 'Call list_collections and use one of its ids.'],
  [TicketNotFound, 'Use an id that search_tickets returned for this collection.'],
  [TicketErased, 'It cannot be read any more; do not ask for it again.'],
  [StoreDamaged, 'Tell the user: an operator of the service has to repair it.'],
  [Unavailable, 'Try again in a minute; if that fails too, tell the user.'],
];

/** As much of a name that was given as is repeated in a refusal. */
export const shownName = (name: string): string => firstCharacters(name, 100);

/** The text of a tool’s error: what is wrong, and what to do. Undefined for an error that is no refusal, whose message is for the log only. */
export const toolError = (error: unknown): string | undefined => {
  if (!(error instanceof Refusal)) return undefined;
  const [, next = ''] = advice.find(([Class]) => error instanceof Class) ?? [];
  return `${error.message}. ${next}`.trim();
};
