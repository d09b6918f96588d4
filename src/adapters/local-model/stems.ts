import { stemEnglish } from './stems-english.ts';
import { stemRussian } from './stems-russian.ts';

/** Returns the stem of a lower-case word by its script: Cyrillic as Russian, Latin as English, any other as it is. */
export const stemWord = (word: string): string => {
  if (/^[а-я]+$/.test(word)) return stemRussian(word);
  return /^[a-z]+$/.test(word) ? stemEnglish(word) : word;
};
