import { InvalidInput } from '../domain/errors.ts';

/** Of JSON that is parsed at once: levels, as in uploads, and values in all, many times those of the largest list that a request may have. */
const maxDepth = 20;
const maxValues = 20_000;

/**
 * The parts of JSON that its structure follows from. A string without its end is taken to the end of the text, also behind a last backslash: what matches
 * nowhere would be looked for again from each quotation mark on.
 */
const parts = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},:]/gs;

/**
 * Yields the brackets, commas, colons and strings of JSON before it is parsed: a megabyte of brackets takes a parser some hundred milliseconds, in which everybody
 * waits. Throws InvalidInput once there are too many.
 */
export function* boundedParts(text: string): Generator<string, void> {
  let depth = 0;
  let values = 1;
  for (const [part] of text.matchAll(parts)) {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    if (part === '{' || part === '[' || part === ',') values += 1;
    if (depth > maxDepth) throw new InvalidInput(`body is nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw new InvalidInput('body holds more than 20 000 values');
    yield part;
  }
}

/** Throws InvalidInput for JSON that is too deep or has too many values. */
export const requireBoundedJson = (text: string): void => {
  const found = boundedParts(text);
  while (found.next().done !== true);
};
