import { saveSetting } from '../browser/storage.ts';

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];

/** The same sentences in both languages; `const en: typeof ru` makes a missing one a type error. */
export type Messages<Part> = { readonly ru: Part; readonly en: Part };

const changed = 'precedent-language';

/** The language of the document, which `first-paint.ts` has set. */
export const language = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'ru');

/** Speaks a language at once and keeps it in this browser. */
export const chooseLanguage = (chosen: Language): void => {
  saveSetting('language', chosen);
  document.documentElement.lang = chosen;
  window.dispatchEvent(new Event(changed));
};

/** Calls the listener when another language is chosen; returns what ends it. */
export const onLanguageChange = (listener: () => void): (() => void) => {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
};

/** The sentences of a part in the language of the document. */
export const translated = <Part>(messages: Messages<Part>): Part => messages[language()];
