import { firstCharacters } from '../../domain/characters.ts';

/** Makes text of a gateway fit to be shown: without the key and control characters, cut to its first `maxCharacters`. */
export const printable = (text: string, apiKey: string | undefined, maxCharacters: number): string => {
  const onOneLine = text.replace(/(?<=\S)[\t-\r]+(?=\S)/g, ' ').replace(/\p{Cc}+/gu, '');
  return firstCharacters(maskKey(onOneLine, apiKey), maxCharacters);
};

const mask = '***';
const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Replaces every trace of a key in a text by `***`: as it is, in any letter case, escaped for JSON, encoded for a URL or for HTML, each
 * character in its own way; and a beginning of it at the end of the text.
 */
const maskKey = (text: string, key: string | undefined): string => {
  if (key === undefined || key === '') return text;
  const whole = new RegExp(Array.from(key, anyForm).join(''), 'giu');
  return withoutBrokenKey(text.replace(whole, mask), key);
};

/** A pattern for all spellings of a character; its repetitions are bounded, so that a hostile text costs linear time. */
const anyForm = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const percent = encodeURIComponent(character).startsWith('%')
    ? encodeURIComponent(character).replaceAll('%', '%(?:25){0,3}')
    : `%(?:25){0,3}${hex}`;
  const entity = character in entities ? `|&${entities[character] ?? ''};` : '';
  const literal = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  return `(?:\\\\{0,4}(?:${literal}|u${hex.padStart(4, '0')})|${percent}|&#0{0,5}${code};|&#x0{0,5}${hex};${entity})`;
};

/** A shorter beginning of the key is left as it is: ordinary words could start with it. */
const minTraceLength = 6;

const withoutBrokenKey = (text: string, key: string) => {
  for (let length = Math.min(key.length - 1, text.length); length >= minTraceLength; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return `${text.slice(0, -length)}${mask}`;
  }
  return text;
};
