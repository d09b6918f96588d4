import { stemWord } from './stems.ts';

/** A longer run of letters is no word that anybody looks for. */
const maxCharacters = 64;
/** Stems that are remembered: to find one takes as long as twenty look-ups. */
const maxRemembered = 20_000;

let remembered = new Map<string, string>();

const stemOf = (word: string): string => {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word.slice(0, maxCharacters));
  if (remembered.size >= maxRemembered) remembered = new Map();
  remembered.set(word, stem);
  return stem;
};

/**
 * The words and numbers of a text without their endings, each once, in the order of the text: what a list of tickets is searched by. Stored by the ticket
 * index: if the stems of any word change, the versions of its tables and indices must be raised.
 */
export const searchWords = (text: string): readonly string[] => {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  const words = plain.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return [...new Set(words.map(stemOf))];
};
