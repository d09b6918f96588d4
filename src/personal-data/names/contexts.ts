import { type Steps } from '../../concurrency/steps.ts';
import { cueTable } from './cues/index.ts';
import { terms } from './cues/terms.ts';
import { isValueOfPerson } from './data-fields.ts';
import { type NameDocument } from './document.ts';
import { compileCues } from './match.ts';
import { tokenize } from './tokens.ts';

/** A Cyrillic letter, two capitalised Latin words, an initial, or the commonest endings of a surname. */
const hasLetters =
  /[Ѐ-ԯ]|[A-Za-z]{2}[ /,.:!\n]{1,2}[A-Z][A-Za-z]|[A-Za-z]{3} [A-Z]\.|[A-Z]\. ?[A-Z][a-z]|[a-z](?:[eo]va?|enko|sky|skiy|skaya) |[a-z] [a-z]+(?:[eo]va?|enko|sky|skiy|skaya)(?![a-z])/;

const contextsOf = compileCues(cueTable, terms, { valueOfPerson: isValueOfPerson });

/** Returns a text's tokens and the contexts of each, nothing marked yet; none where nothing can be a name. */
export function* nameDocument(text: string): Steps<NameDocument> {
  const tokens = hasLetters.test(text) ? yield* tokenize(text) : [];
  return {
    text,
    tokens,
    contexts: contextsOf({ text, tokens }),
    marked: new Array<boolean>(tokens.length).fill(false),
    noPerson: new Array<boolean | undefined>(tokens.length),
    has: {
      quotation: /[«"“„]/.test(text),
      placeNoun: tokens.some(({ facts }) => facts.placeNoun),
      streetTitle: tokens.some(({ facts }) => facts.streetTitle),
    },
  };
}
