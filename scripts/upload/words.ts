import { english } from './words-en.ts';
import { russian } from './words-ru.ts';

export type Language = 'ru' | 'en';

export type Words = typeof russian;

/** What the command says, in a language. */
export const wordsIn = (language: Language): Words => (language === 'en' ? english : russian);
