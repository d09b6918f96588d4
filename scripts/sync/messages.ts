import type { Language } from '../upload/messages.ts';
import { english } from './messages-en.ts';
import { russian } from './messages-ru.ts';

export type SyncMessages = typeof russian;

/** The texts of the pull in a language. */
export const syncMessagesIn = (language: Language): SyncMessages => (language === 'en' ? english : russian);
