import { english } from './messages-en.ts';
import { russian } from './messages-ru.ts';

export type Language = 'ru' | 'en';

export type Messages = typeof russian;

/** The command's texts in a language. */
export const messagesIn = (language: Language): Messages => (language === 'en' ? english : russian);
