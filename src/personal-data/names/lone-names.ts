import { fatherParticles } from './name-lists.ts';
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
import { particleEnd } from './full-name.ts';
import { lastOfRun } from './runs.ts';
import { isToponymicShape } from './name-shapes.ts';
import { type Token } from './tokens.ts';

/** Обои Эрисман: a thing that opens the sentence names its maker, not a person. */
const isGoods = (before: Token | undefined): boolean =>
  before?.opensSentence === true && before.facts.noun && before.facts.commonNominative && !before.facts.personNoun;

/** Договор Вишневского, Заявка Бондаренко, Полис Кравчука: whose the thing is. */
const isOwnersSurname = ({ facts }: Token): boolean =>
  (facts.surname && facts.nameForms.some((form) => /(?:gent|datv|ablt)$/.test(form))) ||
  (facts.surnameShape && /(?:ого|ому|енко|швили|дзе|ука|уку|яна|яну)$/.test(facts.word));

/** Жуковскому отказали, сменили на Зуеву: cases that a person has here and the town of that name does not. */
const isInPersonsCase = (document: NameDocument, at: number): boolean => {
  const { facts } = document.tokens[at] ?? {};
  const before = wordBefore(document, at);
  if (
    facts &&
    before &&
    (stands(document, 'womanInAccusative', at) ||
      stands(document, 'madeOutTo', at) ||
      stands(document, 'madeOutToWoman', at) ||
      stands(document, 'mentioned', at))
  )
    return true;
  const after = wordAfter(document, at)?.facts;
  const isDative = facts?.surname === true && facts.cases.every((form) => form === 'datv');
  return isDative && before?.facts.preposition !== true && (!after?.noun || after.verb) && after?.adjective !== true;
};

/** заказ Борисова: a frequent surname, but for addresses: Пункт: Борисов, ул. Мира. */
const isNamesakeOfTown = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.oftenSurname === true && !isSign(tokens[at + 1], ',') && !isSign(tokens[at - 1], ':,');

/** Гусев, вы когда закроете наряд? */
const isAddressed = (document: NameDocument, at: number): boolean =>
  document.tokens[at]?.facts.surname === true &&
  stands(document, 'vocative', at) &&
  /^(?:вы|вам|вас|ты|тебе|тебя)$/.test(document.tokens[at + 2]?.facts.word ?? '');

/** …, Лопухов не отвечает: after a comma, with a verb of one. */
const isSubject = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  if (!isSign(tokens[at - 1], ',')) return false;
  for (let right = at + 1; right < at + 6 && tokens[right]?.kind === 'word'; right++) {
    const { verb, pluralVerb } = tokens[right]?.facts ?? { verb: false, pluralVerb: false };
    if (verb) return !pluralVerb;
  }
  return false;
};

/** Кузнечихин опять без пропуска: an ending that no goods have, and no noun or adjective after. */
const opensMessage = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  if (!/(?:[ое]в|[кхш]ин)а?$/.test(document.tokens[at]?.facts.word ?? '') || after?.letters !== 'lower') return false;
  return !after.facts.noun && !after.facts.adjective && !after.facts.preposition && !after.facts.pluralVerb;
};

/** Айталина Николаева: at the beginning of a sentence an unknown word may be a firm, but hardly one that agrees. */
const isWomansPair = (first: Token, surname: Token): boolean =>
  /[ая]$/.test(first.facts.word) && /(?:[оеё]ва|ина|ына|[сц]кая)$/.test(surname.facts.word);

/** студента Тумэна Очирова: after a noun for a person a town's name before a surname in its case is a first name. */
const isNamesakeFirst = (document: NameDocument, at: number, surname: Token): boolean => {
  const token = document.tokens[at];
  if (!token?.mayBeName || !surname.spaced || token.letters !== 'Capital' || !token.facts.place) return false;
  if (token.facts.common || wordBefore(document, at)?.facts.roleNoun !== true) return false;
  return token.facts.cases.some((form) => surname.facts.cases.includes(form));
};

/** у Пшеничного пропали папки: an adjective with a capital and nothing to qualify. */
const isOwnerByAdjective = (document: NameDocument, at: number): boolean => {
  const { facts, letters } = document.tokens[at] ?? {};
  if (/^нек(?:ий|ая|оего|оей|оему|им|ую|то)$/.test(wordBefore(document, at)?.facts.word ?? ''))
    return letters === 'Capital';
  if (letters !== 'Capital' || !facts || !/^(?:у|для|без|про)$/.test(wordBefore(document, at)?.facts.word ?? ''))
    return false;
  if (!(facts.adjective || facts.surnameShape) || facts.place || !/(?:ого|ой|ому|ую)$/.test(facts.word)) return false;
  const after = wordAfter(document, at);
  return after === undefined || (after.letters === 'lower' && !after.facts.noun && !after.facts.adjective);
};

/** документы Громовой готовы: a surname in -ов, though there is such an adjective. */
const qualifiesNothing = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at)?.facts;
  const facts = document.tokens[at]?.facts;
  const isLikeSurname = facts?.surnameLike === true || (facts?.surname === true && isToponymicShape(facts.word));
  return isLikeSurname && after?.noun !== true && after?.adjective !== true;
};

/** Доступ для Мельника, у Черных: within a sentence a craft or a beast has a capital only as a surname. */
const isOwnerByNoun = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  if (token?.letters !== 'Capital' || !/^(?:у|для|от|без|про)$/.test(wordBefore(document, at)?.facts.word ?? ''))
    return false;
  return (
    token.facts.bearer ||
    (/[иы]х$/.test(token.facts.word) && token.facts.adjective && wordAfter(document, at)?.facts.noun !== true)
  );
};

/** A surname alone: anywhere if it has no other sense; within a sentence if it is also an everyday word. */
export const loneSurname = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !token.mayBeName || token.letters !== 'Capital' || isNoPerson(document, at))
    return;
  const { facts } = token;
  const isPersons = isInPersonsCase(document, at) || isAddressed(document, at) || isOwnerByAdjective(document, at);
  if (facts.place && !isPersons && !isNamesakeOfTown(document, at)) return;
  const clear =
    isPersons ||
    (facts.surname &&
      (!facts.common ||
        (!token.opensSentence && (!facts.adjective || qualifiesNothing(document, at)) && !facts.verb))) ||
    (facts.pluralSurname && isSubject(document, at)) ||
    isOwnerByNoun(document, at) ||
    ((facts.surname || facts.pluralSurname) && stands(document, 'personState', at)) ||
    (facts.surnameShape && opensMessage(document, at));
  const before = wordBefore(document, at);
  if (
    !(clear || (facts.surnameShape && (!token.opensSentence || stands(document, 'spelled', at)))) ||
    (isGoods(before) && !facts.surnameLike && !isOwnersSurname(token))
  )
    return;
  const isFirst =
    (before?.isUnknownName === true && (!before.opensSentence || isWomansPair(before, token))) ||
    isNamesakeFirst(document, at - 1, token);
  const withFirst = isFirst && !isNoPerson(document, at - 1);
  mark(document, withFirst ? at - 1 : at, lastOfRun(document, at));
};

/** Two or three unknown capitalised words in a row, not opening a title: Джаред Лофнер. */
export const unknownPair = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (document.marked[at] || token?.isUnknownName !== true || isNoPerson(document, at)) return;
  const last = lastOfRun(document, at);
  const before = wordBefore(document, at);
  if (last > at && !isGoods(before)) mark(document, at, last);
};

/** Жоомарт уулу: a father's name with its particle. Люк Ван Вельде: a particle between two capitalised words, the last unknown. */
export const withParticle = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token) return;
  if (fatherParticles.has(wordAfter(document, at)?.facts.word ?? '') && isCapitalised(token))
    mark(document, at, at + 1);
  if (document.marked[at] || !token.mayBeName || token.letters !== 'Capital') return;
  if (!(token.facts.first || !token.facts.known)) return;
  const last = particleEnd(document, at);
  if (last === at + 2 && document.tokens[last]?.isUnknownName === true && !isNoPerson(document, at))
    mark(document, at, last);
};

const isLatinName = (token: Token | undefined): boolean =>
  (token?.kind === 'latin' &&
    (/^[A-Z\u00c0-\u00de]/.test(token.text) || /^(?:al|el|bin|ibn|van|von|de|da|di|der|le|la)$/.test(token.text))) ||
  (token?.kind === 'sign' && token.text === '-');

/** A name given again in Latin letters in brackets: Джоэл Саймон (Joel Simon). */
export const latinDouble = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  if (!marked[at] || tokens[at + 1]?.text !== '(' || tokens[at + 2]?.kind !== 'latin') return;
  let end = at + 2;
  while (end - at < 9 && isLatinName(tokens[end])) end++;
  const closes = tokens[end]?.text === ')' || tokens[end]?.text === ',';
  if (closes && end > at + 3) mark(document, at + 2, end - 1);
};
