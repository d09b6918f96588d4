import { InvalidInput } from '../domain/errors.ts';

/**
 * The parts of JSON that its structure follows from. A string without its end is taken to the end of the text, also behind a last backslash: what matches
 * nowhere would be looked for again from each quotation mark on.
 */
const parts = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{}:]/gs;

/** The value of a text of JSON. Throws InvalidInput. */
export const parseReceipt = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidInput('body is not valid JSON');
  }
};

/**
 * Looks through the text of a receipt, which was bounded as it arrived, before it is parsed. A name that an object has twice is refused: a parser keeps the
 * last value, others the first, so that a copy could say to a reader what was never signed. Throws InvalidInput.
 */
export const requireReceiptJson = (text: string): void => {
  const open: Set<string>[] = [];
  let last = '';
  for (const [part] of text.matchAll(parts)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (part === ':') {
      const name = nameOf(last);
      // No JSON: the parser says where.
      if (name === undefined) return;
      if (open.at(-1)?.has(name)) throw new InvalidInput('This is no receipt: an object names a field twice');
      open.at(-1)?.add(name);
    }
    last = part;
  }
};

/** Undefined for what is no string of JSON. */
const nameOf = (literal: string): string | undefined => {
  if (!literal.startsWith('"')) return undefined;
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
};
