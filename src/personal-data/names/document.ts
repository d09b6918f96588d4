import { type Steps } from '../../concurrency/steps.ts';
import { contextNumbers, cueTable, type ContextName } from './cues/index.ts';
import { terms } from './cues/terms.ts';
import { Cues, type Range, type Text } from './match.ts';
import { predicates } from './predicates.ts';
import { rules } from './rules.ts';
import { tokenize } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = Text & {
  readonly cues: Cues;
  readonly marked: boolean[];
  /** The cues that marked a name, in their order. */
  readonly fired: string[];
};

/** Whether a token stands in a context that the cues describe. */
export const stands = (document: NameDocument, context: ContextName, at: number): boolean =>
  document.cues.holds(contextNumbers[context], document, at);

/** Whether anything speaks against a person at a token. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  (document.remembered[at] ??= stands(document, 'noPerson', at));

/** Marks a name. */
export const mark = ({ marked, fired }: NameDocument, { first, last, pattern }: Range): void => {
  for (let at = first; at <= last; at++) marked[at] = true;
  fired.push(pattern);
};

/** A Cyrillic letter, two capitalised Latin words, an initial, or the commonest endings of a surname. */
const hasLetters =
  /[Ѐ-ԯ]|[A-Za-z]{2}[ /,.:!\n]{1,2}[A-Z][A-Za-z]|[A-Za-z]{3} [A-Z]\.|[A-Z]\. ?[A-Z][a-z]|[a-z](?:[eo]va?|enko|sky|skiy|skaya) |[a-z] [a-z]+(?:[eo]va?|enko|sky|skiy|skaya)(?![a-z])/;

/** Compiled at the first use, since it loads the dictionary. */
let cues: Cues | undefined;

/** Returns a text's tokens and the contexts of each, nothing marked yet; none where nothing can be a name. */
export function* nameDocument(text: string): Steps<NameDocument> {
  const tokens = hasLetters.test(text) ? yield* tokenize(text) : [];
  cues ??= new Cues({ table: cueTable, terms, predicates, rules, remembered: 'noPerson' });
  return {
    text,
    tokens,
    cues,
    marked: tokens.map(() => false),
    fired: [],
    remembered: new Array<boolean | undefined>(tokens.length),
  };
}
