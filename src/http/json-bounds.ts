import { InvalidInput } from '../domain/errors.ts';
import { grouped } from '../platform/grouped-digits.ts';

/** Of JSON that is parsed at once: levels, as in uploads, and values in all, twice those of the largest list that a request may have. */
const maxDepth = 20;
const mostValues = 2_000;

/** Bytes by their codes: a megabyte of marks is looked through in some milliseconds, an expression would take a hundred times that. */
const [quote, backslash, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** By code: all other bytes outside of strings are passed over. */
const isMark = new Uint8Array(256);
for (const mark of [quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace]) isMark[mark] = 1;

/** Counts marks outside of strings. Throws InvalidInput above a limit. */
const markCounter = (maxValues: number): ((code: number) => void) => {
  let [depth, values, marks] = [0, 1, 0];
  return (code) => {
    if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma) values += 1;
    marks += 1;
    if (depth > maxDepth) throw new InvalidInput(`body is nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw new InvalidInput(`body holds more than ${grouped(maxValues)} values`);
    // A value that is a field has a name, a colon and a comma, and may be a string.
    if (marks > 4 * maxValues) throw new InvalidInput('body is not valid JSON');
  };
};

/**
 * Returns the check of a text of JSON, which is called with its bytes (UTF-8) as they arrive. It throws InvalidInput for JSON that is too deep, has too many
 * values, or more marks than so many values can have: a megabyte of brackets takes a parser some hundred milliseconds, in which everybody waits.
 */
export const jsonBounds = (maxValues = mostValues): ((bytes: Uint8Array) => void) => {
  const count = markCounter(maxValues);
  let isInString = false;
  /** Bytes to pass over: the one behind a backslash may be in the next chunk. */
  let passed = 0;
  return (bytes) => {
    const endOfString = stringEnds(bytes);
    let at = passed;
    for (; at < bytes.length; at += 1) {
      if (isInString) {
        at = endOfString(at);
        if (at >= bytes.length) break;
        isInString = false;
      } else {
        const code = bytes[at] as number;
        if (isMark[code] === 1) count(code);
        if (code === quote) isInString = true;
      }
    }
    passed = at - bytes.length;
  };
};

/** Bytes of a string that are looked at one by one before its end is searched for: most strings are shorter, and a call takes as long. */
const shortString = 64;

/** Returns the function that finds the next byte of a kind, behind the last if there is none, and searches again only once it is passed. */
const finder = (bytes: Uint8Array, code: number): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = bytes.indexOf(code, from);
      found = at < 0 ? bytes.length : at;
    }
    return found;
  };
};

/**
 * Returns the function that finds the quotation mark that ends a string: behind the last byte if it goes on, by one more if that is a backslash. A megabyte
 * without marks takes a fiftieth of the time that it would take byte by byte.
 */
const stringEnds = (bytes: Uint8Array): ((from: number) => number) => {
  const [nextQuote, nextBackslash] = [finder(bytes, quote), finder(bytes, backslash)];
  return (from) => {
    let at = from;
    while (at < bytes.length) {
      for (const end = Math.min(at + shortString, bytes.length); at < end; at += 1) {
        const code = bytes[at];
        if (code === quote) return at;
        if (code === backslash) at += 1;
      }
      if (at < bytes.length) at = Math.min(nextQuote(at), nextBackslash(at));
    }
    return at;
  };
};

/** The same check of a whole text. */
export const requireBoundedJson = (text: string, maxValues = mostValues): void =>
  jsonBounds(maxValues)(Buffer.from(text));
