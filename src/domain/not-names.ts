/** Words that the owner of a collection knows to be no names, such as those of products: letters and digits, joined by hyphens. */
export const notNameLimits = { words: 100, characters: 50 };

const word = String.raw`[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*`;

/** A whole word of such a list, as a pattern of a schema. */
export const notNamePattern = `^${word}$`;

const wholeWord = new RegExp(notNamePattern, 'u');

/** Whether a text can be on such a list. */
export const isNotNameWord = (text: string): boolean =>
  text.length <= notNameLimits.characters && wholeWord.test(text.normalize('NFC'));

const words = new RegExp(word, 'gu');

/** The words of a text that could be on such a list. */
export const wordsIn = (text: string): readonly string[] => text.match(words) ?? [];

const keyOf = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е');

/** A list as it is kept: each word once, as it was written first. */
export const tidyNotNames = (list: readonly string[]): readonly string[] => {
  const kept = new Map<string, string>();
  for (const each of list) if (!kept.has(keyOf(each))) kept.set(keyOf(each), each.normalize('NFC'));
  return [...kept.values()];
};

/** Whether what was taken for a name consists of such words alone: a listed word beside another one may well be part of a name. */
export const isOfNotNames = (list: readonly string[]): ((text: string) => boolean) => {
  const keys = new Set(list.map(keyOf));
  return (text) => {
    const found = keys.size === 0 ? [] : wordsIn(text);
    return found.length > 0 && found.every((each) => keys.has(keyOf(each)));
  };
};
