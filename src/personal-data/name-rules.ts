import { shortVocatives } from './name-lists.ts';
import { isNoPerson, isInPlace, isQuotedTitle, isNameOfThing, isModel } from './name-contexts.ts';
import { isCapitalised, mark, wordAfter, wordBefore, type NameDocument } from './name-document.ts';
import {
  endsPhrase,
  followsGreeting,
  followsHumanVerb,
  followsNamingWord,
  followsPersonNoun,
  followsPresentation,
  isLabel,
  isPerson,
  isVocative,
  precedesHumanVerb,
} from './person-contexts.ts';
import { hasSurnameBeside, markFullName } from './surnames.ts';
import { type Token } from './tokens.ts';

const isInitial = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.text.length === 1 && token.letters !== 'lower';

const isDot = (token: Token | undefined): boolean => token?.kind === 'sign' && token.text === '.';

/** `И. И.` or `И.`: returns the offset after the initials that start here, and how many. */
const initialsAt = ({ tokens }: NameDocument, at: number): { readonly end: number; readonly count: number } => {
  let end = at;
  let count = 0;
  while (count < 2 && isInitial(tokens[end]) && isDot(tokens[end + 1])) {
    end += 2;
    count++;
  }
  return { end, count };
};

const couldBeSurname = (token: Token | undefined, count: number): boolean => {
  if (!isCapitalised(token)) return false;
  const { facts } = token;
  if (facts.never || facts.brand || facts.greeting || facts.placeNoun) return false;
  return facts.surname || facts.surnameShape || !facts.known || facts.first || count > 1;
};

/** Initials before or after a surname: И. И. Иванов, Иванов И.И., Александры К. */
const initials = (document: NameDocument, at: number): void => {
  const { tokens } = document;
  if (!isInitial(tokens[at]) || isInitial(tokens[at - 2])) return;
  const { end, count } = initialsAt(document, at);
  if (count === 0) return;
  const left = at - 1;
  const right = tokens[end];
  if (tokens[at]?.spaced && couldBeSurname(tokens[left], count) && !isInPlace(document, left)) mark(document, left, end - 1);
  else if (couldBeSurname(right, count) && !isInPlace(document, at) && !isInPlace(document, end)) mark(document, at, end);
};

const isShortName = (token: Token | undefined): boolean => token !== undefined && (token.facts.first || (isCapitalised(token) && !token.facts.known && !token.facts.never && token.text.length <= 5) || /^(?:сан|марь|пал|миха)$/.test(token.facts.word));

/** A patronymic in any letter case, with the first name and surname beside it. */
const patronymic = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.patronymic || isInPlace(document, at) || isQuotedTitle(document, at)) return;
  if (token.letters === 'lower' && token.facts.common) return;
  const before = wordBefore(document, at);
  if (isShortName(before) && !isInPlace(document, at - 1)) markFullName(document, at - 1);
  else if (!document.marked[at]) markFullName(document, at);
};

/** A short form of address: Саш, глянь; Привет, Наташ! */
const shortVocative = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || !shortVocatives.has(token.facts.word) || (token.letters === 'lower' && token.facts.common)) return;
  const called = isVocative(document, at) || (followsGreeting(document, at) && endsPhrase(document, at));
  if (called && !isNoPerson(document, at)) mark(document, at, at);
};

const isClearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  if (facts.onlyFirst) return letters !== 'UPPER' || token.text.length > 3;
  if (letters === 'UPPER' || letters === 'lower' || facts.brandName || facts.brand) return false;
  if (facts.wordlike || !facts.everyday) return !token.opensSentence && facts.wordlike && facts.everyday;
  return !token.opensSentence || !facts.common;
};

/** A lower-case word that is an everyday word too needs a nominative that only the name has. */
const isLowerPerson = (document: NameDocument, at: number, token: Token): boolean => {
  if (!token.facts.everyday || token.facts.brandName) return false;
  if (followsNamingWord(document, at)) return true;
  const readsAsName = token.facts.nameNominative && !token.facts.commonNominative;
  if (followsPersonNoun(document, at) || followsHumanVerb(document, at)) return !token.facts.wordlike || readsAsName;
  if (isVocative(document, at) || isLabel(document, at)) return true;
  return (followsGreeting(document, at) && (readsAsName || endsPhrase(document, at))) || (followsPresentation(document, at) && (readsAsName || !token.facts.wordlike)) || (precedesHumanVerb(document, at) && readsAsName);
};

const isUnclearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  if (token.letters === 'lower') return isLowerPerson(document, at, token);
  if (token.facts.brandName)
    return followsNamingWord(document, at) || followsPresentation(document, at) || followsGreeting(document, at) || isVocative(document, at) || followsPersonNoun(document, at) || isLabel(document, at);
  if (token.facts.never && !followsNamingWord(document, at)) return false;
  if (token.letters === 'UPPER' && !token.facts.everyday) return false;
  return hasSurnameBeside(document, at) || (token.facts.everyday || !token.facts.common) && isPerson(document, at);
};

/** A first name: a clear one anywhere, one that is another word too where a person is spoken of. */
const firstName = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.first || document.marked[at] || token.end - token.start < 2) return;
  const isName = isClearFirst(document, at, token) || isUnclearFirst(document, at, token);
  if (!isName || isModel(document, at)) return;
  if (isNoPerson(document, at) && !(isNameOfThing(document, at) && !isInPlace(document, at) && hasSurnameBeside(document, at) && wordBefore(document, at)?.opensSentence === false)) return;
  markFullName(document, at);
};

const mayBeName = (token: Token | undefined): token is Token =>
  isCapitalised(token) && !token.facts.never && !token.facts.brand && !token.facts.greeting && !token.facts.placeNoun && !token.facts.roleNoun;

const isUnknownName = (token: Token | undefined): boolean =>
  mayBeName(token) && token.letters === 'Capital' && !token.facts.institutionShape && (!token.facts.known || (token.facts.surname && !token.facts.common) || token.facts.onlyFirst) && !token.facts.place;

/** Returns the last of the capitalised unknown words that begin here: Абдолреза Аббассиан. */
const lastOfRun = (document: NameDocument, at: number): number => {
  let last = at;
  while (last - at < 3 && isUnknownName(wordAfter(document, last)) && !isNoPerson(document, last + 1)) last++;
  return last;
};

/** An announced name: меня зовут X, фамилия X, ФИО: X — whatever word it is. */
const announced = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !followsNamingWord(document, at) || isQuotedTitle(document, at)) return;
  if (!mayBeName(token) && !(isCapitalised(token) && token.facts.first)) return;
  if (token.letters === 'UPPER' && !(token.facts.surname || token.facts.surnameShape || token.facts.first)) return;
  if (token.facts.verb || token.facts.preposition) return;
  mark(document, at, lastOfRun(document, at));
};

/** A noun for a person, then a word that is no everyday one, or an everyday one in the nominative: менеджер Мороз. */
const afterPersonNoun = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!mayBeName(token) || document.marked[at] || !followsPersonNoun(document, at) || isNoPerson(document, at)) return;
  if (token.letters === 'UPPER' && !token.facts.surname && !token.facts.surnameShape) return;
  const { facts } = token;
  const noun = wordBefore(document, at);
  const isAppositive = facts.noun && facts.commonNominative && noun?.facts.roleNoun === true && noun.facts.cases.includes('nomn') && !facts.personNoun && !isCapitalised(wordAfter(document, at));
  if (isUnknownName(token) || facts.surname || facts.surnameShape || isAppositive) mark(document, at, lastOfRun(document, at));
};

/** A greeting or a farewell, then an unknown word that closes the phrase: С уважением, Равшан. */
const afterGreeting = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (document.marked[at] || !followsGreeting(document, at) || !mayBeName(token) || isNoPerson(document, at)) return;
  const last = lastOfRun(document, at);
  if ((isUnknownName(token) || token.facts.surname) && endsPhrase(document, last)) mark(document, at, last);
};

/** What a person did, beside a surname or an unknown word: Обама выступал, сказал Лофнер. */
const besideHumanVerb = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (document.marked[at] || !mayBeName(token) || token.letters !== 'Capital' || isNoPerson(document, at)) return;
  if (!isUnknownName(token) && !(token.facts.surname && !token.facts.adjective)) return;
  const last = lastOfRun(document, at);
  if (precedesHumanVerb(document, last) || followsHumanVerb(document, at)) mark(document, at, last);
};

/** A surname that is nothing else stands alone; one that is an everyday word too only within a sentence. */
const loneSurname = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (document.marked[at] || !mayBeName(token) || token.letters !== 'Capital' || isNoPerson(document, at)) return;
  const { facts } = token;
  if (facts.place) return;
  const clear = facts.surname && (!facts.common || (!token.opensSentence && !facts.adjective && !facts.verb));
  if (!clear && !(facts.surnameShape && !token.opensSentence)) return;
  const before = wordBefore(document, at);
  const withFirst = isUnknownName(before) && !before?.opensSentence && !isNoPerson(document, at - 1);
  mark(document, withFirst ? at - 1 : at, lastOfRun(document, at));
};

/** Two or three unknown capitalised words in a row, not opening a title: Джаред Лофнер. */
const unknownPair = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (document.marked[at] || !isUnknownName(token) || isNoPerson(document, at)) return;
  const last = lastOfRun(document, at);
  if (last > at) mark(document, at, last);
};

const isLatinName = (token: Token | undefined): boolean =>
  token?.kind === 'latin' && (/^[A-Z\u00c0-\u00de]/.test(token.text) || /^(?:al|el|bin|ibn|van|von|de|da|di|der|le|la)$/.test(token.text)) || (token?.kind === 'sign' && token.text === '-');

/** A name given again in Latin letters in brackets: Джоэл Саймон (Joel Simon). */
const latinDouble = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  if (!marked[at] || tokens[at + 1]?.text !== '(' || tokens[at + 2]?.kind !== 'latin') return;
  let end = at + 2;
  while (end - at < 9 && isLatinName(tokens[end])) end++;
  const closes = tokens[end]?.text === ')' || tokens[end]?.text === ',';
  if (closes && end > at + 3) mark(document, at + 2, end - 1);
};

/** The rules for names in their order; each sees what the ones before it have marked. */
export const nameRules: readonly ((document: NameDocument, at: number) => void)[] = [
  initials,
  patronymic,
  shortVocative,
  firstName,
  announced,
  afterPersonNoun,
  afterGreeting,
  besideHumanVerb,
  loneSurname,
  unknownPair,
  latinDouble,
];
