import { InvalidInput } from './errors.ts';

/** A text in JSON; left out or null it is undefined. Throws InvalidInput. */
export const textOf = (value: unknown, place: () => string): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new InvalidInput(`${place()} must be a string`);
  return value.toWellFormed();
};

/** Code points are counted only if the UTF-16 units exceed the limit: there are never fewer units than code points. */
export const limited = (text: string, characters: number, place: () => string): string => {
  if (text.length > characters && Array.from(text).length > characters) {
    throw new InvalidInput(`${place()} must have at most ${characters} characters`);
  }
  return text;
};
