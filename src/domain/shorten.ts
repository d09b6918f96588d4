import { characterCount, firstCharacters, lastCharacters } from './characters.ts';

const omission = '[…]';

/**
 * Shortens the longest texts to one common length so that all together have at most `room` characters. The middle is replaced by `[…]`, so that a ticket
 * keeps the beginning of its problem and the end of its solution.
 */
export const shortenLongest = (texts: readonly string[], room: number): readonly string[] => {
  const lengths = texts.map(characterCount);
  const limit = commonLimit(lengths, room);
  return texts.map((text, index) => ((lengths[index] ?? 0) > limit ? withoutMiddle(text, limit) : text));
};

/** The largest length to which all texts can be cut so that they fit. */
const commonLimit = (lengths: readonly number[], room: number): number => {
  const ascending = [...lengths].sort((a, b) => a - b);
  let left = room;
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Infinity;
};

const withoutMiddle = (text: string, length: number) => {
  const kept = Math.max(0, length - omission.length);
  const head = Math.ceil(kept / 2);
  return `${firstCharacters(text, head)}${omission}${lastCharacters(text, kept - head)}`;
};
