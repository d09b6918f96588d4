import { saveSetting } from '../browser/storage.ts';

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];

/** The same messages in both languages; `const en: typeof ru` makes a missing one a type error. */
export type Messages<Part> = { readonly ru: Part; readonly en: Part };

const changed = 'precedent-language';

/** The document's language, initially set by `first-paint.ts`. */
export const language = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'ru');

/** Switches the language and saves the choice in this browser. */
export const chooseLanguage = (chosen: Language): void => {
  saveSetting('language', chosen);
  document.documentElement.lang = chosen;
  window.dispatchEvent(new Event(changed));
};

/** Calls the listener when the language changes; returns the function that unsubscribes it. */
export const onLanguageChange = (listener: () => void): (() => void) => {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
};

/** The messages in the document's language. */
export const translated = <Part>(messages: Messages<Part>): Part => messages[language()];
