import { isLongerThan } from './characters.ts';
import { InvalidInput } from './errors.ts';
import { type Said, sentence } from './sentence.ts';

/** A text in JSON; left out or null it is undefined. Throws InvalidInput. */
export const textOf = (value: unknown, path: () => Said): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new InvalidInput(sentence`${path()} must be a string`);
  return value.toWellFormed();
};

/** The text, unless it has too many code points. Throws InvalidInput. */
export const limited = (text: string, characters: number, path: () => Said): string => {
  if (isLongerThan(text, characters))
    throw new InvalidInput(sentence`${path()} must have at most ${characters} characters`);
  return text;
};
