import { InvalidInput } from './errors.ts';
import { type Said, sentence } from './sentence.ts';

/** A text in JSON; left out or null it is undefined. Throws InvalidInput. */
export const textOf = (value: unknown, path: () => Said): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new InvalidInput(sentence`${path()} must be a string`);
  return value.toWellFormed();
};

/** Code points are counted only if the UTF-16 units exceed the limit: there are never fewer units than code points. */
export const limited = (text: string, characters: number, path: () => Said): string => {
  if (text.length > characters && Array.from(text).length > characters) {
    throw new InvalidInput(sentence`${path()} must have at most ${characters} characters`);
  }
  return text;
};
