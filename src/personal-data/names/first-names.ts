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
import { markFullName } from './full-name.ts';
import { followsCertainSurname, hasAdjacentCertainSurname, hasAdjacentSurname } from './adjacent-surname.ts';
import { type Token } from './tokens.ts';

/** The subject of what a person does: a nominative, so that "попросил Алису" stays a machine. */
const isSubject = ({ facts }: Token): boolean => facts.nameForms.some((form) => form.endsWith('nomn'));

/** Аскер Хасанович: within a sentence a noun with a capital before a patronymic. */
const isNounAsName = ({ facts, mayBeName, opensSentence }: Token): boolean =>
  mayBeName && !opensSentence && (facts.noun || facts.place) && !facts.officeNoun && !facts.productNoun;

const isShortName = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.facts.first ||
    (isCapitalised(token) && token.facts.vocative) ||
    (isCapitalised(token) && !token.facts.never && (!token.facts.known || isNounAsName(token))) ||
    /^(?:сан|марь|пал|миха)$/.test(token.facts.word));

/** Доржиева Дарима Баировна: whatever the dictionary takes the middle one for, it is a first name. */
const standsAfterSurname = ({ tokens, marked }: NameDocument, at: number): boolean => {
  const surname = tokens[at - 1];
  if (!tokens[at]?.spaced || !isCapitalised(tokens[at]) || !isCapitalised(surname)) return false;
  return marked[at - 1] === true || surname?.facts.surname === true || surname?.facts.surnameShape === true;
};

/** A patronymic in any letter case, a misspelt one in quotation marks too, with the adjacent first name and surname. */
export const patronymic = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.patronymic || stands(document, 'inPlace', at) || /[а-яё][А-ЯЁ]/.test(token.text)) return;
  if (stands(document, 'quotedTitle', at) && (token.facts.known || !isSign(document.tokens[at - 1], '«"“„'))) return;
  if (token.letters === 'lower' && token.facts.common) return;
  const before = wordBefore(document, at);
  const isFirst = isShortName(before) || standsAfterSurname(document, at - 1);
  if (isFirst) markFullName(document, at - 1);
  else if (!document.marked[at]) markFullName(document, at);
};

/** Свет, вода, газ: an everyday noun that starts a list is not a form of address. */
const beginsList = ({ tokens }: NameDocument, at: number): boolean =>
  tokens[at]?.facts.noun === true &&
  tokens[at + 2]?.facts.noun === true &&
  tokens[at + 2]?.facts.verb !== true &&
  tokens[at + 2]?.facts.greeting !== true;

/** A short form of address: Саш, глянь; Привет, Наташ! */
export const shortVocative = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.vocative || token.letters === 'UPPER' || (token.letters === 'lower' && token.facts.common)) return;
  const isSetOff = stands(document, 'vocative', at) || document.tokens[at - 1]?.text === ',';
  const called = (isSetOff || stands(document, 'afterGreeting', at)) && stands(document, 'endsPhrase', at);
  if (called && !beginsList(document, at) && !isNoPerson(document, at)) mark(document, at, at);
};

const isClearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  // In lower case rare names are slang as often: доступ к акку, почистил куки.
  if (facts.onlyFirst && letters === 'lower') return facts.everyday;
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

/** Алиса не может войти в почту: systems do not want in. */
const isUnable = ({ tokens }: NameDocument, at: number, token: Token): boolean =>
  isSubject(token) &&
  tokens[at + 1]?.facts.word === 'не' &&
  /^(?:может|могла|мог|видит|получила|получил)$/.test(tokens[at + 2]?.facts.word ?? '');

/** Заявка от Алисы, доступ для Лады */
const isOwnerOf = (document: NameDocument, at: number, { facts }: Token): boolean =>
  /^(?:от|для)$/.test(wordBefore(document, at)?.facts.word ?? '') &&
  facts.nameForms.some((form) => form.endsWith('gent'));

/** Платон просит перезагрузить: what neither systems nor voice assistants do. */
const asksForIt = (document: NameDocument, at: number): boolean =>
  document.tokens[at]?.facts.word === 'платон' &&
  /^(?:просит|говорит|обещает|утверждает|пишет)$/.test(wordAfter(document, at)?.facts.word ?? '');

/** An assistant or a system becomes a person where one is greeted or named, or by what only a person did. */
const isNamesake = (document: NameDocument, at: number, token: Token): boolean =>
  hasAdjacentCertainSurname(document, at) ||
  stands(document, 'surelyPerson', at) ||
  stands(document, 'presented', at) ||
  stands(document, 'greeted', at) ||
  stands(document, 'vocative', at) ||
  stands(document, 'afterPersonNoun', at) ||
  stands(document, 'label', at) ||
  stands(document, 'spokenTo', at) ||
  stands(document, 'givenTo', at) ||
  stands(document, 'inTrouble', at) ||
  stands(document, 'present', at) ||
  isUnable(document, at, token) ||
  isOwnerOf(document, at, token) ||
  (isSubject(token) && asksForIt(document, at)) ||
  (isSubject(token) &&
    (stands(document, 'afterDeed', at) ||
      stands(document, 'beforeDeed', at) ||
      wordBefore(document, at)?.facts.contactVerb === true));

/** Хорхе Мартинес: before a name that is nothing else. */
const precedesForeignName = (document: NameDocument, at: number): boolean => {
  const after = wordAfter(document, at);
  return after?.letters === 'Capital' && after.facts.onlyFirst && document.tokens[at]?.letters === 'Capital';
};

const things = /^(?:роз|лили|вер|надежд|любов|слав|мир|свет|тем|рост|жен|марк|март|ад|том|рай|ра[яею]|пол)/;

/** Максиму отключили интернет, Саше не приходят письма: a dative with a verb; Максим. Не работает принтер: all of the first sentence. */
const opensAs = ({ tokens }: NameDocument, at: number, { facts, opensSentence, letters }: Token): boolean => {
  if (!opensSentence || letters !== 'Capital' || !facts.everyday || facts.brandName || things.test(facts.word))
    return false;
  const isSubjectForm = facts.nameForms.some((form) => form.endsWith('nomn'));
  if (isSubjectForm) return at === 0 && isSign(tokens[1], '.!') && isCapitalised(tokens[2]);
  if (!facts.nameForms.some((form) => form.endsWith('datv'))) return false;
  const next = tokens[tokens[at + 1]?.facts.word === 'не' ? at + 2 : at + 1];
  return next?.letters === 'lower' && (next.facts.verb || /^(?:нуж|надо)/.test(next.facts.word)) && !next.facts.noun;
};

const isUnclearFirst = (document: NameDocument, at: number, token: Token): boolean => {
  const { facts, letters } = token;
  if (letters === 'lower') return stands(document, 'lowerFirstName', at);
  if (facts.brandName || facts.brand) return isNamesake(document, at, token);
  if (facts.never && !stands(document, 'named', at) && !followsCertainSurname(document, at)) return false;
  if (letters === 'UPPER' && !facts.everyday) return false;
  if (hasAdjacentSurname(document, at) || followsCertainSurname(document, at) || precedesForeignName(document, at))
    return true;
  // НЕТ СВЕТА, ПОДКЛЮЧИТЬ СВЕТ: in capitals a form that no bearer is called by is the everyday word.
  if (letters === 'UPPER' && facts.common && !isSubject(token)) return false;
  const isSpokenOf = stands(document, 'person', at) || (isSubject(token) && stands(document, 'besideContactVerb', at));
  if (stands(document, 'givenTo', at) || stands(document, 'spokenTo', at) || opensAs(document, at, token)) return true;
  const isGiven = stands(document, 'afterPersonVerb', at) && facts.nameForms.some((form) => form.endsWith('datv'));
  return (facts.everyday || !facts.common || stands(document, 'afterPersonNoun', at) || isGiven) && isSpokenOf;
};

const hasNativeSurname = ({ tokens }: NameDocument, at: number): boolean => {
  const after = tokens[at + 1];
  return after?.spaced === true && (after.facts.surname || after.facts.surnameShape || after.facts.patronymic);
};

/** от бренда Нина Риччи is no person, владелец кафе Йохен Шарф is one, and so is every thing's Нина Ветрова. */
const isFullNameAfterThing = (document: NameDocument, at: number): boolean => {
  if (!stands(document, 'nameOfThing', at) || stands(document, 'inPlace', at) || !hasAdjacentSurname(document, at))
    return false;
  const thing = wordBefore(document, at);
  if (!thing || thing.facts.first) return false;
  const isInCharge = wordBefore(document, at - 1)?.facts.personNoun === true;
  if (thing.facts.vesselNoun) return isInCharge;
  if (document.tokens[at]?.facts.brandName === true) return hasNativeSurname(document, at);
  if (thing.facts.makerNoun && !isInCharge) return hasNativeSurname(document, at);
  return !thing.opensSentence || (hasNativeSurname(document, at) && !thing.facts.institutionNoun);
};

/** A first name: a clear one anywhere, one that is another word too where a person is spoken of. */
export const firstName = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token?.facts.first || document.marked[at] || token.end - token.start < 2 || stands(document, 'model', at))
    return;
  if (stands(document, 'otherSense', at)) return;
  if (!isClearFirst(document, at, token) && !isUnclearFirst(document, at, token)) return;
  const isNamed = !isNoPerson(document, at) || (isFullNameAfterThing(document, at) && !stands(document, 'figure', at));
  if (isNamed) markFullName(document, at);
};
