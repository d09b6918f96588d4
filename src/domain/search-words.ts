import { stemWord } from './stems.ts';

/** A longer run of letters is no word that anybody looks for. */
const maxCharacters = 64;
/** Stems that are remembered: to find one takes as long as twenty look-ups. */
const maxRemembered = 20_000;

let remembered = new Map<string, string>();

/** The stem of a word as it is written. */
const stemOf = (word: string): string => {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word.toLowerCase().replaceAll('ё', 'е').slice(0, maxCharacters));
  if (remembered.size >= maxRemembered) remembered = new Map();
  remembered.set(word, stem);
  return stem;
};

/** Characters that Unicode's compatibility forms leave alone, or change into others that are no part of a word: those of nearly every text. */
const plain = /^[\t\n\r\x20-\x7e\u00a0«»А-Яа-яЁё–—‘’‚“”„…•₽€]*$/;
const plainWord = /[A-Za-zА-Яа-яЁё]+|[0-9]+/g;
const anyWord = /[\p{L}\p{M}]+|\p{N}+/gu;

/**
 * The words and numbers of a text without their endings, each once, in the order of the text: what a list of tickets is searched by. Stored by the ticket
 * index: if the stems of any word change, the versions of its tables and indices must be raised.
 */
export const searchWords = (text: string): readonly string[] => {
  // The simple pattern takes a quarter of the other's time, and the two find the same.
  const words = plain.test(text) ? text.match(plainWord) : text.normalize('NFKC').toLowerCase().match(anyWord);
  const stems = new Set<string>();
  for (const word of words ?? []) stems.add(stemOf(word));
  return [...stems];
};
