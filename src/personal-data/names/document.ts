import { contextNumbers, type ContextName } from './cues/index.ts';
import { type Cues, type Range, type Text } from './match.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = Text & {
  readonly cues: Cues;
  readonly marked: boolean[];
  /** The cues that marked a name, in their order. */
  readonly fired: string[];
};

/** Whether the token is one of the signs. */
export const isSign = (token: Token | undefined, signs: string): boolean =>
  token?.kind === 'sign' && signs.includes(token.text);

/** Whether a token stands in a context that the cues describe. */
export const stands = (document: NameDocument, context: ContextName, at: number): boolean =>
  document.cues.holds(contextNumbers[context], document, at);

/** Whether anything speaks against a person at a token. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  (document.remembered[at] ??= stands(document, 'noPerson', at));

/** Marks a name. */
export const mark = ({ marked, fired }: NameDocument, { first, last, pattern }: Range): void => {
  marked.fill(true, first, last + 1);
  fired.push(pattern);
};
