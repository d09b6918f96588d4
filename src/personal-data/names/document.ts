import type { Steps } from '../../concurrency/steps.ts';
import { tokenize, type Token } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly marked: boolean[];
  /** What the text contains at all, to skip searches that cannot find anything. */
  readonly has: { readonly quotation: boolean; readonly placeNoun: boolean; readonly streetTitle: boolean };
  /** Cached evidence against a person at a token; depends on the tokens only. */
  readonly noPerson: (boolean | undefined)[];
};

/** A Cyrillic letter, two capitalised Latin words, an initial, or the commonest endings of a surname. */
const hasLetters =
  /[Ѐ-ԯ]|[A-Za-z]{2}[ /,.:!\n]{1,2}[A-Z][A-Za-z]|[A-Za-z]{3} [A-Z]\.|[A-Z]\. ?[A-Z][a-z]|[a-z](?:[eo]va?|enko|sky|skiy|skaya) |[a-z] [a-z]+(?:[eo]va?|enko|sky|skiy|skaya)(?![a-z])/;

/** Returns a text's tokens, nothing marked yet; none where nothing can be a name. */
export function* nameDocument(text: string): Steps<NameDocument> {
  const tokens = hasLetters.test(text) ? yield* tokenize(text) : [];
  return {
    text,
    tokens,
    marked: new Array<boolean>(tokens.length).fill(false),
    noPerson: new Array<boolean | undefined>(tokens.length),
    has: {
      quotation: /[«"“„]/.test(text),
      placeNoun: tokens.some(({ facts }) => facts.placeNoun),
      streetTitle: tokens.some(({ facts }) => facts.streetTitle),
    },
  };
}

/** Whether the token is a word with a capital first letter; one letter alone is an initial. */
export const isCapitalised = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.letters !== 'lower' && token.end - token.start > 1;

/** Whether the token is one of the signs. */
export const isSign = (token: Token | undefined, signs: string): boolean =>
  token?.kind === 'sign' && signs.includes(token.text);

/** Returns the word right before, with nothing but a blank between, or undefined. */
export const wordBefore = ({ tokens }: NameDocument, at: number): Token | undefined => {
  const before = tokens[at - 1];
  return before?.kind === 'word' && tokens[at]?.spaced ? before : undefined;
};

/** Returns the word right after, with nothing but a blank between, or undefined. */
export const wordAfter = ({ tokens }: NameDocument, at: number): Token | undefined => {
  const after = tokens[at + 1];
  return after?.kind === 'word' && after.spaced ? after : undefined;
};

/** Marks the tokens from the first to the last, both included. */
export const mark = ({ marked }: NameDocument, first: number, last: number): void => {
  for (let at = first; at <= last; at++) marked[at] = true;
};
