import { shortVocatives } from '../name-lists.ts';
import { isCapitalised, mark, wordBefore, type NameDocument } from './document.ts';
import { markFullName } from './full-name.ts';
import {
  endsPhrase,
  followsGreeting,
  followsHumanVerb,
  followsNamingWord,
  followsPersonNoun,
  followsPersonVerb,
  followsPresentation,
  isLabel,
  isPerson,
  isVocative,
  precedesHumanVerb,
} from './person-contexts.ts';
import { isInPlace } from './place-contexts.ts';
import { hasSurnameBeside } from './surname-beside.ts';
import { isModel, isNameOfThing, isNoPerson, isQuotedTitle } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

const isShortName = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.facts.first ||
    (isCapitalised(token) && !token.facts.known && !token.facts.never) ||
    /^(?:сан|марь|пал|миха)$/.test(token.facts.word));

/** A patronymic in any letter case, with the first name and surname beside it. */
export const patronymic = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.patronymic || isInPlace(document, at) || isQuotedTitle(document, at)) return;
  if (token.letters === 'lower' && token.facts.common) return;
  const before = wordBefore(document, at);
  if (isShortName(before) && !isInPlace(document, at - 1)) markFullName(document, at - 1);
  else if (!document.marked[at]) markFullName(document, at);
};

/** A short form of address: Саш, глянь; Привет, Наташ! */
export const shortVocative = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || !shortVocatives.has(token.facts.word) || (token.letters === 'lower' && token.facts.common)) return;
  const called = isVocative(document, at) || (followsGreeting(document, at) && endsPhrase(document, at));
  if (called && !isNoPerson(document, at)) mark(document, at, at);
};

const isClearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  if (facts.onlyFirst) return letters !== 'UPPER' || token.text.length > 3;
  if (letters === 'UPPER' || letters === 'lower' || facts.brandName || facts.brand) return false;
  if (facts.wordlike || !facts.everyday)
    return (
      !token.opensSentence &&
      facts.wordlike &&
      facts.everyday &&
      !isCapitalised(wordBefore(document, at)) &&
      document.tokens[at - 1]?.text !== ':'
    );
  return !token.opensSentence || !facts.common;
};

/** A lower-case word that is an everyday word too needs a nominative that only the name has. */
const isLowerPerson = (document: NameDocument, at: number, token: Token): boolean => {
  if (!token.facts.everyday || token.facts.brandName) return false;
  if (followsNamingWord(document, at)) return true;
  const readsAsName = token.facts.nameNominative && !token.facts.commonNominative;
  const isAddressed = followsHumanVerb(document, at) && token.facts.nameForms.some((form) => form.endsWith('datv'));
  if (followsPersonNoun(document, at) || followsPersonVerb(document, at) || isAddressed)
    return !token.facts.wordlike || readsAsName;
  if (isVocative(document, at) || isLabel(document, at)) return true;
  return (
    (followsGreeting(document, at) && (readsAsName || endsPhrase(document, at))) ||
    (followsPresentation(document, at) && (readsAsName || !token.facts.wordlike)) ||
    (precedesHumanVerb(document, at) && readsAsName)
  );
};

const isUnclearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  if (token.letters === 'lower') return isLowerPerson(document, at, token);
  if (token.facts.brandName)
    return (
      followsNamingWord(document, at) ||
      followsPresentation(document, at) ||
      followsGreeting(document, at) ||
      isVocative(document, at) ||
      followsPersonNoun(document, at) ||
      isLabel(document, at)
    );
  if (token.facts.never && !followsNamingWord(document, at)) return false;
  if (token.letters === 'UPPER' && !token.facts.everyday) return false;
  return hasSurnameBeside(document, at) || ((token.facts.everyday || !token.facts.common) && isPerson(document, at));
};

/** A first name: a clear one anywhere, one that is another word too where a person is spoken of. */
export const firstName = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.first || document.marked[at] || token.end - token.start < 2) return;
  const isName = isClearFirst(document, at, token) || isUnclearFirst(document, at, token);
  if (!isName || isModel(document, at)) return;
  if (
    isNoPerson(document, at) &&
    !(
      isNameOfThing(document, at) &&
      !isInPlace(document, at) &&
      hasSurnameBeside(document, at) &&
      wordBefore(document, at)?.opensSentence === false
    )
  )
    return;
  markFullName(document, at);
};
