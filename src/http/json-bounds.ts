import { InvalidInput } from '../domain/errors.ts';
import { grouped } from '../platform/grouped-digits.ts';

/** Of JSON that is parsed at once: levels, as in uploads, and values in all, many times those of the largest list that a request may have. */
const maxDepth = 20;
const mostValues = 20_000;

/** Characters by their codes: a megabyte is looked through in some milliseconds, an expression would take a hundred times that for marks alone. */
const [quote, backslash, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Throws InvalidInput for JSON that is too deep, has too many values, or more marks than so many values can have: a megabyte of brackets takes a parser some
 * hundred milliseconds, in which everybody waits.
 */
export const requireBoundedJson = (text: string, maxValues = mostValues): void => {
  let [depth, values, marks] = [0, 1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma) values += 1;
    else if (code !== colon) continue;
    marks += 1;
    if (depth > maxDepth) throw new InvalidInput(`body is nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw new InvalidInput(`body holds more than ${grouped(maxValues)} values`);
    // A value that is a field has a name, a colon and a comma, and may be a string.
    if (marks > 4 * maxValues) throw new InvalidInput('body is not valid JSON');
  }
};

/** The place of the quotation mark that ends a string, or the end of the text. */
const endOfString = (text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
};
