import { isCapitalised, mark, wordAfter, wordBefore, type NameDocument } from './document.ts';
import {
  endsPhrase,
  followsGreeting,
  followsNamingWord,
  followsPersonNoun,
  followsPersonVerb,
  isBesideDeed,
  precedesHumanVerb,
} from './person-contexts.ts';
import { isUnknownName, lastOfRun, mayBeName } from './runs.ts';
import { isNoPerson, isQuotedTitle } from './thing-contexts.ts';

/** An announced name: меня зовут X, фамилия X, ФИО: X — whatever word it is. */
export const announced = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !followsNamingWord(document, at) || isQuotedTitle(document, at)) return;
  const { facts } = token;
  if (!mayBeName(token) && !(facts.first && token.letters !== 'lower')) return;
  if (token.letters === 'UPPER' && !(facts.surname || facts.surnameShape || facts.first)) return;
  const isWord = facts.common && !facts.first && !facts.surname;
  if (facts.verb || facts.preposition || (isWord && !facts.commonNominative)) return;
  mark(document, at, lastOfRun(document, at));
};

/** предприниматель Бессель Кок: after a noun for a person an everyday word may end the name. */
const withEverydaySurname = (document: NameDocument, last: number): number => {
  const after = wordAfter(document, last);
  const isSurname =
    after !== undefined &&
    mayBeName(after) &&
    after.letters === 'Capital' &&
    document.tokens[last]?.facts.known === false &&
    after.facts.noun &&
    after.facts.commonNominative;
  return isSurname ? last + 1 : last;
};

/** A noun for a person, then a word that is no everyday one, or an everyday one in the nominative: менеджер Мороз. */
export const afterPersonNoun = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (
    !token ||
    !mayBeName(token) ||
    document.marked[at] ||
    !followsPersonNoun(document, at) ||
    isNoPerson(document, at)
  )
    return;
  if (token.letters === 'UPPER' && !token.facts.surname && !token.facts.surnameShape) return;
  const { facts } = token;
  const noun = wordBefore(document, at);
  const isAppositive =
    facts.noun &&
    facts.commonNominative &&
    noun?.facts.roleNoun === true &&
    noun.facts.cases.includes('nomn') &&
    !facts.personNoun &&
    !facts.productNoun &&
    !isCapitalised(wordAfter(document, at));
  const agrees =
    !facts.common || !noun || facts.nameForms.some((form) => noun.facts.cases.includes(form.split(' ')[1] ?? ''));
  if (isUnknownName(token) || (facts.surname && agrees) || facts.surnameShape || facts.pluralSurname || isAppositive)
    mark(document, at, withEverydaySurname(document, lastOfRun(document, at)));
};

/** A greeting or a farewell, then an unknown word that closes the phrase: С уважением, Равшан. */
export const afterGreeting = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !followsGreeting(document, at) || !mayBeName(token) || isNoPerson(document, at))
    return;
  const last = lastOfRun(document, at);
  if ((isUnknownName(token) || token.facts.surname) && endsPhrase(document, last)) mark(document, at, last);
};

/** What a person did, beside a surname or an unknown word: Обама выступал, сказал Лофнер. */
export const besideHumanVerb = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !mayBeName(token) || token.letters !== 'Capital') return;
  if (isNoPerson(document, at)) return;
  const { facts } = token;
  const last = lastOfRun(document, at);
  const isSurname = facts.surname && !facts.adjective;
  const acts = precedesHumanVerb(document, last) && document.tokens[last + 1]?.facts.pluralVerb !== true;
  const isNamed = isSurname && (acts || followsPersonVerb(document, at));
  const isUnclear = facts.pluralSurname ? wordBefore(document, at)?.facts.noun !== true : isUnknownName(token);
  if (isNamed || (isUnclear && isBesideDeed(document, at, last))) mark(document, at, last);
};
