import { characterCount, firstCharacters, lastCharacters } from './characters.ts';

const omission = '[…]';

/**
 * Texts that together have at most `room` characters: the longest are shortened first, to one common length, and only as far as needed.
 * What is left out is the middle, marked `[…]`, so that a ticket keeps its problem's beginning and its solution's end.
 */
export const shortenLongest = (texts: readonly string[], room: number): readonly string[] => {
  const lengths = texts.map(characterCount);
  const longest = commonLimit(lengths, room);
  return texts.map((text, index) => ((lengths[index] ?? 0) > longest ? withoutMiddle(text, longest) : text));
};

/** The largest length such that texts cut to it fit; shorter texts leave what they do not need to the longer ones. */
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
