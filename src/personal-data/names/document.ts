import { contextNumbers, type ContextName } from './cues/index.ts';
import { type Cues, type Range, type Text } from './match.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = Text & {
  readonly cues: Cues;
  readonly marked: boolean[];
};

/** Whether the token is a word with a capital first letter; one letter alone is an initial. */
export const isCapitalised = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.letters !== 'lower' && token.end - token.start > 1;

/** Whether the token is one of the signs. */
export const isSign = (token: Token | undefined, signs: string): boolean =>
  token?.kind === 'sign' && signs.includes(token.text);

/** Returns the word right before, with nothing but a blank between, or undefined. */
export const wordBefore = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): Token | undefined => {
  const before = tokens[at - 1];
  return before?.kind === 'word' && tokens[at]?.spaced ? before : undefined;
};

/** Returns the word right after, with nothing but a blank between, or undefined. */
export const wordAfter = ({ tokens }: Pick<NameDocument, 'tokens'>, at: number): Token | undefined => {
  const after = tokens[at + 1];
  return after?.kind === 'word' && after.spaced ? after : undefined;
};

/** Whether a token stands in a context that the cues describe. */
export const stands = (document: NameDocument, context: ContextName, at: number): boolean =>
  document.cues.holds(contextNumbers[context], document, at);

/** Returns the range that a cue of the context names at a token, or undefined. */
export const rangeAt = (document: NameDocument, context: ContextName, at: number): Range | undefined =>
  document.cues.rangeAt(contextNumbers[context], document, at);

/** Whether anything speaks against a person at a token. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  (document.remembered[at] ??= stands(document, 'noPerson', at));

/** Marks the tokens from the first to the last, both included. */
export const mark = ({ marked }: NameDocument, first: number, last: number): void => {
  for (let at = first; at <= last; at++) marked[at] = true;
};
