import { isCapitalised, wordAfter, type NameDocument } from './document.ts';
import { particleEnd } from './full-name.ts';
import { isNoPerson } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

/** Says whether a capitalised word may be a name at all: no brand, greeting, role or word of every message. */
export const mayBeName = (token: Token): boolean =>
  isCapitalised(token) &&
  !token.facts.never &&
  !token.facts.brand &&
  !token.facts.greeting &&
  !token.facts.placeNoun &&
  !token.facts.roleNoun;

/** Says whether a capitalised word has no everyday sense: unknown, or a name only. */
export const isUnknownName = (token: Token | undefined): boolean =>
  token !== undefined &&
  mayBeName(token) &&
  token.letters === 'Capital' &&
  !token.facts.institutionShape &&
  (!token.facts.known || (token.facts.surname && !token.facts.common) || token.facts.onlyFirst) &&
  !token.facts.place;

/** Returns the last of the capitalised unknown words that begin here: Абдолреза Аббассиан. */
export const lastOfRun = (document: NameDocument, at: number): number => {
  let last = at;
  while (last - at < 3 && isUnknownName(wordAfter(document, last)) && !isNoPerson(document, last + 1)) last++;
  return particleEnd(document, last);
};
