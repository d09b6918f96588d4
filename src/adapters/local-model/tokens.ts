import { withoutMasks } from '../../domain/masks.ts';
import { retyped } from './keyboard-layout.ts';

/** A word of letters, or a code that contains digits: a number, an error code, a model, a version. */
export type Token =
  | { readonly kind: 'code'; readonly text: string }
  /** `retyped`: it was typed in the other keyboard layout. */
  | { readonly kind: 'word'; readonly text: string; readonly retyped: boolean };

type Word = Extract<Token, { kind: 'word' }>;

/**
 * Returns the lower-case chunks (runs without blanks) of a text, without masks of personal data and the number sign, which NFKC would turn into the
 * letters "No", ё as е. Chunks have at most 64 characters,
 * so that the work for each is bounded.
 */
export const chunksOf = (text: string): readonly string[] => {
  const plain = withoutMasks(text)
    .replaceAll('№', ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('’', "'");
  return plain.match(/\S{1,64}/g) ?? [];
};

const latinLookalikes = 'abcehkmoptxy';
const cyrillicLookalikes = 'авсенкмортху';

const swapped = (text: string, from: string, to: string): string => {
  let result = '';
  for (const character of text) result += from.includes(character) ? to.charAt(from.indexOf(character)) : character;
  return result;
};

/** Converts a word of two alphabets (a Latin `c` in `cкидка`) to the one with more letters. */
const inOneAlphabet = (word: string): string => {
  const latin = word.replace(/[^a-z]/g, '').length;
  const cyrillic = word.replace(/[^а-я]/g, '').length;
  if (latin === 0 || cyrillic === 0) return word;
  return latin > cyrillic
    ? swapped(word, cyrillicLookalikes, latinLookalikes)
    : swapped(word, latinLookalikes, cyrillicLookalikes);
};

const asTyped = (text: string): Word => ({ kind: 'word', text: inOneAlphabet(text), retyped: false });

const words = (piece: string, suspect: boolean): readonly Word[] => {
  const meant = retyped(piece, suspect);
  if (meant !== undefined) return [{ kind: 'word', text: meant, retyped: true }];
  return (piece.replaceAll("'", '').match(/[\p{L}\p{M}]+/gu) ?? []).map(asTyped);
};

/** `wi-fi` and `e-mail` are one word too. */
const isShortCompound = (chunk: string): boolean =>
  /^[^\p{L}]*(?:\p{L}{1,2}-\p{L}+|\p{L}+-\p{L}{1,2}|\p{L}{3}-\p{L}{3})[^\p{L}]*$/u.test(chunk);

/** Punctuation that divides words and is not the key of a Russian letter. */
const dividers = /[-‐–—/\\|@#_+=*&%^$()!?…«»“”„]+/;

const ofLetters = (chunk: string, suspect: boolean): readonly Token[] => {
  const parts = chunk.split(dividers).flatMap((piece) => (piece === '' ? [] : words(piece, suspect)));
  return isShortCompound(chunk) ? [...parts, asTyped(parts.map(({ text }) => text).join(''))] : parts;
};

/** Makes the spellings of a code equal: `E-404`, `e404` and `Е404` with a Cyrillic letter. */
const canonical = (code: string): string =>
  swapped(code, cyrillicLookalikes, latinLookalikes).replace(/[-_‐–—/:]/g, '');

const ofCode = (code: string, suspect: boolean): readonly Token[] => {
  const whole: Token = { kind: 'code', text: canonical(code) };
  const parts = (code.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []).flatMap((part): readonly Token[] =>
    /^\p{N}/u.test(part) ? [{ kind: 'code', text: part }] : words(part, suspect),
  );
  return parts.length === 1 ? [whole] : [whole, ...parts];
};

const withDigits = /[\p{L}\p{N}]+(?:[-._/:‐–—][\p{L}\p{N}]+)*/gu;

/**
 * Returns the tokens of a chunk in order: words with keyboard layout and look-alike letters corrected; a code as a whole and its runs of
 * letters and digits, so that `iPhone13` and `iPhone 13` share them. `suspect`: most words of the text are in the wrong layout.
 */
export const tokensOf = (chunk: string, suspect: boolean): readonly Token[] => {
  if (!/\p{N}/u.test(chunk)) return ofLetters(chunk, suspect);
  return (chunk.match(withDigits) ?? []).flatMap((piece) =>
    /\p{N}/u.test(piece) ? ofCode(piece, suspect) : ofLetters(piece, suspect),
  );
};

const minLongWord = 4;

/** Returns whether at least half of the longer words of a text were typed in the other layout. */
export const areInOtherLayout = (features: readonly { readonly token: Token }[]): boolean => {
  let long = 0;
  let wrong = 0;
  for (const { token } of features) {
    if (token.kind === 'code' || token.text.length < minLongWord) continue;
    long += 1;
    wrong += Number(token.retyped);
  }
  return wrong > 0 && wrong * 2 >= long;
};
