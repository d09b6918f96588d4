import { firstCharacters } from '../../domain/characters.ts';
import { maskKey } from './mask-key.ts';

/** What a gateway said, fit to be shown: without the key, without control characters, its first `characters` characters. */
export const printable = (text: string, apiKey: string | undefined, characters: number): string => {
  const onOneLine = text.replace(/(?<=\S)[\t-\r]+(?=\S)/g, ' ').replace(/\p{Cc}+/gu, '');
  return firstCharacters(maskKey(onOneLine, apiKey), characters);
};
