import { fatherParticles, shortSurnames } from '../name-lists.ts';
import { isCapitalised, isSign, mark, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { particleEnd } from './full-name.ts';
import { followsGreeting, isSignature, isVocative } from './greetings.ts';
import {
  followsNamingWord,
  followsPersonNoun,
  followsPersonVerb,
  followsPresentation,
  isLabel,
  precedesHumanVerb,
  precedesOrigin,
} from './person-contexts.ts';
import { lastOfRun } from './runs.ts';
import { isMadeOutTo, isMadeOutToWoman, isMentioned, isWomanInAccusative } from './place-contexts.ts';
import { streetNames } from './street-lists.ts';
import { isNoPerson, isSpelled } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

/** Обои Эрисман: a thing that opens the sentence names its maker, not a person. */
const isGoods = (before: Token | undefined): boolean =>
  before?.opensSentence === true && before.facts.noun && before.facts.commonNominative && !before.facts.personNoun;

/** Жуковскому отказали, сменили на Зуеву: cases in which a person stands and the town of that name does not. */
const isInPersonsCase = (document: NameDocument, at: number): boolean => {
  const { facts } = document.tokens[at] ?? {};
  const before = wordBefore(document, at);
  if (
    facts &&
    before &&
    (isWomanInAccusative(before, facts) ||
      isMadeOutTo(document, at) ||
      isMadeOutToWoman(document, at) ||
      isMentioned(document, at))
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
  isVocative(document, at) &&
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

/** A surname that is nothing else stands alone; one that is an everyday word too only within a sentence. */
export const loneSurname = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at] || !token.mayBeName || token.letters !== 'Capital' || isNoPerson(document, at))
    return;
  const { facts } = token;
  const isPersons = isInPersonsCase(document, at) || isAddressed(document, at) || isOwnerByAdjective(document, at);
  if (facts.place && !isPersons && !isNamesakeOfTown(document, at)) return;
  const clear =
    isPersons ||
    (facts.surname && (!facts.common || (!token.opensSentence && !facts.adjective && !facts.verb))) ||
    (facts.pluralSurname && isSubject(document, at)) ||
    (facts.surnameShape && opensMessage(document, at));
  const before = wordBefore(document, at);
  if (
    !(clear || (facts.surnameShape && (!token.opensSentence || isSpelled(document, at)))) ||
    (isGoods(before) && !facts.surnameLike)
  )
    return;
  const isFirst =
    (before?.isUnknownName === true && (!before.opensSentence || isWomansPair(before, token))) ||
    isNamesakeFirst(document, at - 1, token);
  const withFirst = isFirst && !isNoPerson(document, at - 1);
  mark(document, withFirst ? at - 1 : at, lastOfRun(document, at));
};

/** фамилия мельник, фамилия черных: nothing but a surname follows in the nominative. */
const isSurnameOfNoun = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  if (!facts || wordBefore(document, at)?.facts.word !== 'фамилия' || facts.roleNoun || facts.never) return false;
  if (facts.preposition || facts.word.length < 2) return false;
  return !facts.known || (facts.noun && facts.commonNominative) || /[иы]х$/.test(facts.word);
};

/** Принято, Пестова: the last word, after a comma. */
const closesAfterComma = ({ tokens }: NameDocument, at: number): boolean =>
  at > 1 &&
  isSign(tokens[at - 1], ',') &&
  (at === tokens.length - 1 || (at === tokens.length - 2 && isSign(tokens[at + 1], '.!')));

const longestTail = 12;

/** What stands after the writer's name: a flat, a job, a company, a date. */
const isDetail = (token: Token | undefined): boolean =>
  token?.kind === 'contact' ||
  token?.kind === 'number' ||
  (token?.kind === 'word' &&
    (token.facts.roleNoun ||
      token.facts.profession ||
      /^(?:кв|квартира|подъезд|д|дом|ооо|оао|зао|пао|ао|ип|отдел|бухгалтерия|тсж|снт)$/.test(token.facts.word)));

/** Тётушкин, табельный 3318; Бойко, кв. 4: what only a person has begins the detail. */
const isNumberOfPerson = (token: Token | undefined): boolean =>
  /^(?:кв|квартира|табельн(?:ый|ого)|логин|абонент|паспорт|снилс|договор|каб|кабинет|палата|группа|доб)$/.test(
    token?.facts.word ?? '',
  );

/** Жду ответа. Прохоров, кв. 91: the last sentence is the writer's name and a detail. */
const isSignatureWithDetail = ({ tokens }: NameDocument, at: number): boolean => {
  const token = tokens[at];
  if (token?.opensSentence !== true || !isSign(tokens[at + 1], ',')) return false;
  if (token.facts.place && !token.facts.oftenSurname) return false;
  if (at === 0) return isNumberOfPerson(tokens[at + 2]);
  const tail = tokens.slice(at + 2, at + 2 + longestTail);
  return (
    isDetail(tail[0]) && tail.length < longestTail && !tail.some(({ kind, facts }) => kind === 'break' || facts.verb)
  );
};

const isNothingElse = ({ facts }: Token): boolean =>
  (facts.surname || facts.surnameShape) && !facts.common && !facts.place && !facts.first;

/** A surname alone on the last line or after the last comma, an everyday word or not: Жду.⏎Синяков. */
export const signed = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.mayBeName !== true || document.marked[at] || !(token.facts.surnameLike || isNothingElse(token))) return;
  if (
    !isSignature(document, at) &&
    !(token.letters === 'Capital' && (closesAfterComma(document, at) || isSignatureWithDetail(document, at)))
  )
    return;
  const { surname, pluralSurname, surnameShape, place, cases } = token.facts;
  const isSurname = surname || pluralSurname || surnameShape || (place && !cases.includes('nomn'));
  if (isSurname && !isNoPerson(document, at)) mark(document, at, at);
};

/** Орехова: нет — a speaker's label by a surname that is a town's genitive too. */
export const labelled = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.mayBeName !== true || document.marked[at] || !token.facts.surnameLike || !isLabel(document, at)) return;
  const { facts } = token;
  if (facts.surname || facts.pluralSurname || (facts.place && !facts.cases.includes('nomn'))) mark(document, at, at);
};

/** юзер головко */
const isInKo = ({ known, word }: Token['facts']): boolean => !known && /[бвгджзклмнпрстфхцчшщ]ко$/.test(word);

/** федосеева кв 88: unlike a street's, no house stands between. */
const precedesFlat = ({ tokens }: NameDocument, at: number): boolean => {
  const flat = isSign(tokens[at + 1], ',') ? at + 2 : at + 1;
  if (!/^(?:кв|квартира)$/.test(tokens[flat]?.facts.word ?? '')) return false;
  return tokens[isSign(tokens[flat + 1], '.') ? flat + 2 : flat + 1]?.kind === 'number';
};

/** A surname in lower case where a person is spoken of: моя фамилия зайцева, оператора семенову. */
export const lowerSurname = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (token?.letters !== 'lower' || document.marked[at] || token.facts.first || token.facts.roleNoun) return;
  const { facts } = token;
  const isOfPerson =
    followsPersonNoun(document, at) ||
    followsPersonVerb(document, at) ||
    isMadeOutToWoman(document, at) ||
    precedesOrigin(document, at);
  const isSpokenOf =
    isOfPerson ||
    precedesHumanVerb(document, at) ||
    (followsGreeting(document, at) && facts.nameNominative) ||
    followsPresentation(document, at) ||
    followsNamingWord(document, at);
  const isSurname = facts.surname || facts.surnameShape || facts.pluralSurname;
  const isNamed = (isSurname || isSurnameOfNoun(document, at)) && followsNamingWord(document, at);
  const isSurnameAlone = facts.surname && !facts.common && !facts.place;
  const isTown = facts.place && facts.pluralSurname;
  const hasRole =
    ((facts.surname && facts.nameNominative) || isTown) && document.tokens[at - 1]?.facts.roleNoun === true;
  const isTenant = token.opensSentence && isSurnameAlone && !streetNames.has(facts.word) && precedesFlat(document, at);
  const isUnknownSurname =
    (isInKo(facts) && document.tokens[at - 1]?.facts.roleNoun === true) ||
    (facts.surnameShape && facts.surnameLike && isOfPerson);
  const isSure = isNamed || hasRole || isUnknownSurname || (isSurnameAlone && isSpokenOf);
  if (isTenant || (isSure && !isNoPerson(document, at))) mark(document, at, at);
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

const koreanFamily =
  /^(?:ким|ли|пак|чхве|цой|хван|чон|чан|юн|лим|сон|хон|син|квон|чо|хо|но|ю|ян|ван|чжан|чжао|чэнь|чень|лю|хуан|сюй|сунь|чжу|линь|цзян|чжоу|чжэн|фэн|дэн|цао|пэн|сяо|цай|юань|дун|нгуен|чан|фам|хоанг)(?:а|я|у|ю|ом|ем|е)?$/;

/** Family names that are words of every day. */
const everyday = /^(?:сон|син|но|хо|чо|ю|ян|лим|юн|чон)/;

/** Ли Вэй, Ким Джихун: a Korean or Chinese family name and an unknown word of one syllable or two. */
const isShortName = (document: NameDocument, at: number): boolean => {
  const second = wordAfter(document, at);
  if (
    second?.isUnknownName === true &&
    /^(?:[а-я]{6,8})$/.test(second.facts.word) &&
    !everyday.test(document.tokens[at]?.facts.word ?? '')
  )
    return true;
  return (
    isShortSyllable(second) &&
    (second?.facts.known === false || shortSurnames.has(second?.facts.word ?? '')) &&
    !isShortSyllable(wordAfter(document, at + 1))
  );
};

const isShortSyllable = (token: Token | undefined): boolean =>
  token !== undefined &&
  isCapitalised(token) &&
  token.letters === 'Capital' &&
  token.text.length <= 5 &&
  (!token.facts.never || shortSurnames.has(token.facts.word)) &&
  !token.facts.placeNoun;

/** Ким Чен Ир, Ли Со Ён: a Korean family name and two syllables. */
export const korean = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || !koreanFamily.test(token.facts.word) || token.letters !== 'Capital') return;
  const [second, third] = [wordAfter(document, at), wordAfter(document, at + 1)];
  if (isNoPerson(document, at) && !followsPersonNoun(document, at)) return;
  if (isShortName(document, at)) mark(document, at, at + 1);
  if (!isShortSyllable(second) || !isShortSyllable(third)) return;
  if (second?.facts.onlyFirst === true || third?.facts.patronymic === true) return;
  mark(document, at, at + 2);
};

const isSyllable = (token: Token | undefined): token is Token =>
  token !== undefined &&
  isCapitalised(token) &&
  token.letters === 'Capital' &&
  token.text.length <= 4 &&
  !token.facts.never &&
  !token.facts.verb;

/** Three or four short capitalised words in a row, one of them unknown: Аун Сан Су Чжи. */
export const syllables = (document: NameDocument, at: number): void => {
  let end = at;
  while (end - at < 4 && isSyllable(document.tokens[end]) && (end === at || document.tokens[end]?.spaced === true))
    end++;
  const run = document.tokens.slice(at, end);
  if (run[0]?.opensSentence === true && run[0].facts.common) return;
  if (run.length < 3 || !run.some(({ facts }) => !facts.known) || isNoPerson(document, at)) return;
  mark(document, at, end - 1);
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
