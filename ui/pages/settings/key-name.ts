import { keysMessages } from '../../messages/keys.ts';
import { translated } from '../../messages/language.ts';

/** What is wrong with the name of a key; undefined if nothing is. */
export const nameError = (name: string): string | undefined => {
  const messages = translated(keysMessages);
  if (name === '') return messages.nameMissing;
  return Array.from(name).length > 100 ? messages.nameLong : undefined;
};
