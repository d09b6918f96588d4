import { nameParticles, shortSurnames } from './name-lists.ts';
import { share } from './agreement.ts';
import {
  stands,
  isCapitalised,
  isSign,
  mark,
  wordAfter,
  wordBefore,
  isNoPerson,
  type NameDocument,
} from './document.ts';
import { lastOfRun } from './runs.ts';
import { type Token } from './tokens.ts';

/** Ли, Ю, Шин: words of every day but for a capital where a person is named. */
const isShortSurname = (token: Token): boolean => isCapitalised(token) && shortSurnames.has(token.facts.word);

/** Черных, Долгих: a surname that looks like an adjective of many. */
const isIndeclinable = (word: string): boolean => /[иы]х$/.test(word);

/** An announced name: меня зовут X, фамилия X, ФИО: X — whatever word it is. */
export const announced = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !stands(document, 'named', at) || stands(document, 'quotedTitle', at)) return;
  const { facts } = token;
  if (!token.mayBeName && !isShortSurname(token) && !(facts.first && token.letters !== 'lower')) return;
  if (token.letters === 'UPPER' && !(facts.surname || facts.surnameShape || facts.first)) return;
  const isWord = facts.common && !facts.first && !facts.surname;
  if (
    !isShortSurname(token) &&
    ((facts.verb && !(facts.noun && facts.commonNominative)) ||
      facts.preposition ||
      (isWord && !facts.commonNominative && !facts.pluralSurname && !isIndeclinable(facts.word)))
  )
    return;
  mark(document, at, lastOfRun(document, at));
};

/** сменить фамилию на Сорока, под фамилией Дуб: a capitalised noun or unknown word, in the nominative or declined. */
export const afterSurnameWord = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !isCapitalised(token) || !stands(document, 'afterSurnameWord', at)) return;
  if (!token.mayBeName && !isShortSurname(token)) return;
  const { facts } = token;
  const isPlain = !facts.known || facts.surname || facts.pluralSurname || facts.first || facts.bearer;
  const isNoun = facts.noun && !facts.adjective && !facts.place && !facts.productNoun && !facts.officeNoun;
  if (isPlain || isNoun || isIndeclinable(facts.word) || isShortSurname(token))
    mark(document, at, lastOfRun(document, at));
};

/** предприниматель Бессель Кок: after a noun for a person an everyday word may end the name. */
const withEverydaySurname = (document: NameDocument, last: number): number => {
  const after = wordAfter(document, last);
  const isSurname =
    after !== undefined &&
    after.mayBeName &&
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
    !(token.mayBeName || isShortSurname(token)) ||
    document.marked[at] ||
    !stands(document, 'afterPersonNoun', at) ||
    isNoPerson(document, at)
  )
    return;
  const { facts } = token;
  if (token.letters === 'UPPER' && !facts.surname && !facts.surnameShape) return;
  const noun = wordBefore(document, at);
  if (isFirmOfProduct(document, at, noun)) return;
  if (noun?.facts.roleNoun === true && nameParticles.has(facts.word) && wordAfter(document, at)?.isUnknownName === true)
    mark(document, at, at + 1);
  if (
    token.isUnknownName ||
    isShortSurname(token) ||
    isSurnameAfterNoun(facts, noun) ||
    isAppositive(document, at, noun) ||
    (facts.personNoun && facts.commonNominative && stands(document, 'afterRoleOfPart', at)) ||
    isIndeclinable(facts.word)
  )
    mark(document, at, withEverydaySurname(document, lastOfRun(document, at)));
};

/** банк получателя Уралсиб */
const isFirmOfProduct = (document: NameDocument, at: number, noun: Token | undefined): boolean =>
  document.tokens[at]?.isUnknownName === true &&
  noun?.facts.cases.includes('nomn') === false &&
  wordBefore(document, at - 1)?.facts.productNoun === true;

/** менеджер Мороз: an everyday noun in the nominative after a job in the nominative, before no other capitalised word. */
const isAppositive = (document: NameDocument, at: number, noun: Token | undefined): boolean => {
  const facts = document.tokens[at]?.facts;
  return (
    facts !== undefined &&
    facts.noun &&
    facts.commonNominative &&
    noun?.facts.roleNoun === true &&
    noun.facts.cases.includes('nomn') &&
    !facts.productNoun &&
    !(facts.personNoun && !facts.bearer) &&
    !isCapitalised(wordAfter(document, at))
  );
};

/** A word that is or can be a surname, in a case that agrees with the noun before it. */
const isSurnameAfterNoun = (facts: Token['facts'], noun: Token | undefined): boolean =>
  (facts.surname &&
    (!facts.common || !noun || facts.nameForms.some((form) => noun.facts.cases.includes(form.split(' ')[1] ?? '')))) ||
  facts.surnameShape ||
  facts.pluralSurname ||
  (facts.bearer &&
    (noun?.facts.roleNoun === true || noun?.facts.profession === true) &&
    share(facts.cases, noun.facts.cases)) ||
  (!noun && (facts.surnameLike || facts.personNoun) && facts.commonNominative);

/** Only the writer's name follows: С уважением, Коваль. */
const isFarewell = ({ tokens }: NameDocument, at: number): boolean => {
  for (let left = at - 1; left >= at - 3; left--) {
    const word = tokens[left]?.facts.word;
    if (word === 'уважением' || word === 'ув') return true;
  }
  return false;
};

/** An unknown word where only a name can be: С уважением, Равшан; Дильшод, добрый день; я Дильшод, ваш клиент. */
export const greeted = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !token.mayBeName || isNoPerson(document, at)) return;
  const { facts } = token;
  const isSurname = facts.surname || facts.surnameShape || facts.pluralSurname;
  const isSigned =
    isFarewell(document, at) && (isIndeclinable(facts.word) || (facts.personNoun && facts.commonNominative));
  if (!token.isUnknownName && !isSurname && !isSigned) return;
  const last = lastOfRun(document, at);
  const ends = stands(document, 'endsPhrase', last);
  const isPresented = document.tokens[isSign(document.tokens[at - 1], ',') ? at - 2 : at - 1]?.facts.word === 'я';
  if ((ends && (stands(document, 'afterGreeting', at) || isPresented)) || stands(document, 'beforeGreeting', last))
    mark(document, at, last);
};

/** Тикет завёл Аверкиев, or one who is masked already; Вопросов стало больше: no man does it, no woman either. */
const agreesWithVerb = ({ tokens }: NameDocument, last: number): boolean => {
  const verb = tokens[last + 1]?.facts;
  const doer = tokens[last + 2];
  const isName = isCapitalised(doer) && (doer?.facts.nameNominative === true || doer?.isUnknownName === true);
  if (verb?.verb === true && (isName || doer?.kind === 'cut')) return false;
  return verb?.pastPersonVerb !== true || !/ло(?:сь)?$/.test(verb.word);
};

/** Вчера Кузьмук приехал: goods and tickets come as well, but within a sentence they have no capital. */
const cameBy = ({ tokens }: NameDocument, at: number, last: number): boolean => {
  const verb = tokens[last + 1]?.facts;
  return (
    tokens[at]?.opensSentence === false &&
    verb?.motionVerb === true &&
    !verb.pluralVerb &&
    /ла?(?:с[ья])?$/.test(verb.word)
  );
};

/** A person's action next to a surname or an unknown word: Обама выступал, сказал Лофнер. */
export const nextToHumanVerb = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !token.mayBeName || token.letters !== 'Capital') return;
  if (isNoPerson(document, at)) return;
  const { facts } = token;
  const last = lastOfRun(document, at);
  const isNoun = !facts.adjective || (facts.surname && /[сц]к(?:ий|ая)$/.test(facts.word));
  const acts = stands(document, 'beforeHumanVerb', last) && document.tokens[last + 1]?.facts.pluralVerb !== true;
  const isDoer = facts.surnameLike && stands(document, 'afterHumanVerb', at);
  const isWordAtStart =
    token.opensSentence &&
    facts.noun &&
    facts.commonNominative &&
    !(stands(document, 'afterDeed', at) || stands(document, 'beforeDeed', last));
  const isNamed =
    facts.surname && isNoun && !isWordAtStart && (acts || isDoer || stands(document, 'afterPersonVerb', at));
  const isNamedByDeed =
    facts.surname &&
    (stands(document, 'afterDeed', at) ||
      stands(document, 'beforeDeed', last) ||
      wordBefore(document, at)?.facts.contactVerb === true);
  const isPlural = token.opensSentence && /[ыи]$/.test(facts.word);
  const isDosed = document.tokens[last + 1]?.kind === 'number';
  const isUnclear =
    isPlural || isDosed || !agreesWithVerb(document, last)
      ? false
      : facts.pluralSurname
        ? wordBefore(document, at)?.facts.noun !== true
        : token.isUnknownName;
  if (
    isNamed ||
    isNamedByDeed ||
    (isUnclear &&
      (stands(document, 'afterDeed', at) || stands(document, 'beforeDeed', last) || cameBy(document, at, last)))
  )
    mark(document, at, last);
};
