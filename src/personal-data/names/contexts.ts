import { type Steps } from '../../concurrency/steps.ts';
import { cueTable } from './cues/index.ts';
import { terms } from './cues/terms.ts';
import { type NameDocument } from './document.ts';
import { Cues } from './match.ts';
import { predicates } from './predicates.ts';
import { rules } from './rules.ts';
import { tokenize } from './tokens.ts';

/** A Cyrillic letter, two capitalised Latin words, an initial, or the commonest endings of a surname. */
const hasLetters =
  /[Ѐ-ԯ]|[A-Za-z]{2}[ /,.:!\n]{1,2}[A-Z][A-Za-z]|[A-Za-z]{3} [A-Z]\.|[A-Z]\. ?[A-Z][a-z]|[a-z](?:[eo]va?|enko|sky|skiy|skaya) |[a-z] [a-z]+(?:[eo]va?|enko|sky|skiy|skaya)(?![a-z])/;

/** Compiled at the first use, since it loads the dictionary. */
let cues: Cues | undefined;

/** Returns a text's tokens and the contexts of each, nothing marked yet; none where nothing can be a name. */
export function* nameDocument(text: string): Steps<NameDocument> {
  const tokens = hasLetters.test(text) ? yield* tokenize(text) : [];
  cues ??= new Cues({ table: cueTable, terms, predicates, slots: rules.map(([slot]) => slot), remembered: 'noPerson' });
  return {
    text,
    tokens,
    cues,
    marked: tokens.map(() => false),
    fired: [],
    remembered: new Array<boolean | undefined>(tokens.length),
  };
}
