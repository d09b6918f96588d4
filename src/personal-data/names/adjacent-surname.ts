import { shortSurnames } from './lexicon.ts';
import { isCapitalised, wordAfter, wordBefore, type NameDocument } from './document.ts';
import { isToponymicShape } from './name-shapes.ts';
import { type Token } from './tokens.ts';

/** Whether two lists of cases have one in common; an empty list has all. */
export const share = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === 0 || right.length === 0 || left.some((item) => right.includes(item));

const genderOf = (form: string): string => form.split(' ', 1)[0] ?? '';

/** Whether gender and case agree; a form of common gender agrees with both, an unknown word with all. */
const agree = (left: readonly string[], right: readonly string[]): boolean => {
  if (left.length === 0 || right.length === 0) return true;
  return left.some((a) =>
    right.some(
      (b) =>
        a.split(' ')[1] === b.split(' ')[1] &&
        (genderOf(a) === genderOf(b) || a.startsWith('ms-f') || b.startsWith('ms-f')),
    ),
  );
};

/** The position of a word relative to a first name; before a first name and patronymic it may also start the sentence. */
export type Side = 'left' | 'left of a full name' | 'right';

type Source = Pick<NameDocument, 'tokens'>;

const indeclinable = /[иы]х$|ко$/;

const isGenitiveOnly = ({ cases, word }: Token['facts']): boolean =>
  !cases.includes('nomn') && cases.includes('gent') && /[бвгджзклмнпрстфхцчшщ]$/.test(word);

/** Виктории is also a form of Викторий, which is not in use. */
const isWoman = ({ nameForms }: Token['facts']): boolean =>
  nameForms.filter((form) => form.startsWith('femn')).length >
  nameForms.filter((form) => form.startsWith('masc')).length;

const isInConsonant = (word: string): boolean =>
  /[бвгджзйклмнпрстфхцчшщь]$/.test(word) && !/(?:ов|ев|ин|ын)$/.test(word);

/** с Викторией Палий: a woman's surname in a consonant has no cases, whatever the word means in others. */
const isUndeclined = ({ facts }: Token, anchor: Token): boolean =>
  facts.noun && isWoman(anchor.facts) && isInConsonant(facts.word);

/** на Мельник Зою: left of a woman in another case a nominative that no preposition takes. */
const isUndeclinedBefore = ({ facts }: Token, anchor: Token): boolean =>
  facts.noun &&
  facts.commonNominative &&
  !facts.cases.includes('accs') &&
  anchor.facts.onlyFirst &&
  isWoman(anchor.facts) &&
  isInConsonant(facts.word) &&
  !anchor.facts.nameForms.some((form) => form.endsWith('nomn'));

const masculineEndings: Readonly<Record<string, RegExp>> = {
  gent: /[бвгджзклмнпрстфхцчшщ]а$/,
  accs: /[бвгджзклмнпрстфхцчшщ]а$/,
  datv: /[бвгджзклмнпрстфхцчшщ]у$/,
};

/** Тоомаса Каска, Тоомасу Каску: a man's surname in a consonant, in the form of another noun. */
const isDeclinedLikeMan = ({ facts }: Token, anchor: Token): boolean =>
  facts.noun &&
  anchor.facts.onlyFirst &&
  !anchor.facts.nameForms.some((form) => form.endsWith('nomn')) &&
  anchor.facts.nameForms.some(
    (form) => form.startsWith('masc') && masculineEndings[form.slice(5)]?.test(facts.word) === true,
  );

const isThing = ({ productNoun, institutionNoun, officeNoun }: Token['facts']): boolean =>
  productNoun || institutionNoun || officeNoun;

/** Right of a first name an everyday noun is a surname even in another case, where the name has a reason for it. */
const isSurnameInOtherCase = (token: Token, anchor: Token): boolean =>
  !isThing(token.facts) && (token.facts.bearer || isUndeclined(token, anchor) || isDeclinedLikeMan(token, anchor));

/** Терапевт Эльвира Наильевна: an everyday noun for a person or an office before the name is no part of it. */
const isJob = ({ facts }: Token): boolean => !facts.bearer && (facts.personNoun || facts.officeNoun);

/** Алексей Громыхало: within a sentence only a surname of a verb has a capital. */
const isVerbOnly = ({ facts, letters, opensSentence }: Token): boolean =>
  (facts.verb || facts.predicate) && !facts.noun && !facts.adjective && letters === 'Capital' && !opensSentence;

const qualities =
  /^(?:дорог|мил|любим|добр|нов|стар|молод|вежлив|груб|наш|данн|друг|сам|бывш|нек|кажд|эт|перв|втор|трет|больш|маленьк|главн|больн|ваш|мо[йя]|глубокоуважаем|многоуважаем|уважаем)/;

/** Пшеничный Яков: an adjective that is no quality and agrees with the first name after it. */
const isAdjectiveSurname = ({ facts, letters }: Token, anchor: Token): boolean =>
  letters === 'Capital' &&
  facts.adjective &&
  (facts.commonNominative || facts.word.endsWith('ой')) &&
  !facts.greeting &&
  !qualities.test(facts.word) &&
  anchor.facts.nameForms.includes(/[ыи]й$|ой$/.test(facts.word) ? 'masc nomn' : 'femn nomn');

/** Whether a capitalised word next to a first name or patronymic is its surname. */
const isSurnameBeside = (token: Token, anchor: Token, side: Side): boolean => {
  const { facts } = token;
  if (shortSurnames.has(facts.word)) return true;
  if (side !== 'right' && token.text.includes('-') && !token.mayBeName) return false;
  if (facts.never || facts.greeting || facts.brand || facts.placeNoun) return false;
  if (facts.surname && !/[иы]х$/.test(facts.word))
    return agree(facts.nameForms, anchor.facts.nameForms) || !facts.common;
  if (
    facts.surnameShape ||
    facts.pluralSurname ||
    (facts.surnameLike && token.letters === 'Capital' && !(facts.roleNoun && facts.commonNominative))
  )
    return true;
  const opens = token.opensSentence && side !== 'left of a full name' && !facts.bearer;
  const isName = anchor.letters === 'Capital' && (anchor.facts.onlyFirst || anchor.facts.everyday);
  const isBeforeName = token.opensSentence && isName && !facts.roleNoun;
  if (indeclinable.test(facts.word) && (!opens || isBeforeName) && token.letters === 'Capital') return true;
  const isBeforeFull = side === 'left of a full name' && anchor.letters === 'Capital' && !facts.roleNoun;
  if ((isBeforeName || isBeforeFull) && isAdjectiveSurname(token, anchor)) return true;
  if (token.letters === 'UPPER') return false;
  if (!facts.known && !facts.profession) return side === 'right' || !opens || facts.first;
  if (side === 'right' && isVerbOnly(token) && anchor.facts.first) return true;
  if (facts.roleNoun || facts.profession || facts.preposition || opens) return false;
  if (side === 'right' && isSurnameInOtherCase(token, anchor)) return true;
  if (side !== 'right' && isUndeclinedBefore(token, anchor)) return true;
  if (side !== 'right' && facts.noun && (!facts.singular || isJob(token))) return false;
  // Глеб Бендер: the genitive of a town in the plural next to a nominative is not a town.
  if (facts.place && side === 'left of a full name') return share(facts.cases, anchor.facts.cases);
  if (facts.place) return side === 'right' && (share(facts.cases, anchor.facts.cases) || isGenitiveOnly(facts));
  return (
    (facts.noun || facts.adjective) &&
    share(facts.cases, anchor.facts.cases) &&
    (side === 'right' || !facts.personNoun || !facts.adjective)
  );
};

/** In lower case only a surname of the dictionary counts, or one built like it: иванов сергей. */
const isLowerSurname = ({ facts }: Token, anchor: Token, side: Side): boolean => {
  if (facts.never || facts.preposition || facts.verb || facts.greeting) return false;
  const isSubject = anchor.facts.nameForms.some((form) => /^(?:masc|ms-f) nomn$/.test(form)) && !facts.commonNominative;
  if (facts.surnameShape || (facts.pluralSurname && isSubject)) return true;
  if (side === 'left of a full name' && facts.surnameLike && facts.place) return true;
  return facts.surname && agree(facts.nameForms, anchor.facts.nameForms) && (!facts.noun || isSubject);
};

/** Whether a word on one side of a first name or patronymic is the surname that goes with it. */
export const isSurname = (token: Token | undefined, anchor: Token | undefined, side: Side): boolean => {
  if (!token || !anchor) return false;
  return isCapitalised(token) ? isSurnameBeside(token, anchor, side) : isLowerSurname(token, anchor, side);
};

/** Виктории Цой: a woman's surname in a consonant goes with every case. */
const fits = ({ facts }: Token, first: Token): boolean =>
  agree(facts.nameForms, first.facts.nameForms) ||
  (isWoman(first.facts) && isInConsonant(facts.word) && facts.nameNominative);

/** Вольская, Островского: an adjective that with a capital is a surname before anything else. */
const isLikeToponym = ({ facts, letters }: Token): boolean => letters === 'Capital' && isToponymicShape(facts.word);

/** Whether the word is a surname, known or by its shape, and neither an everyday word nor a town. */
export const isOnlySurname = (facts: Token['facts']): boolean =>
  (facts.surname || facts.surnameShape) && !facts.common && !facts.place;

/** Апраксина Вера: even at the beginning of a sentence a word that is nothing else. */
const isSurnameAlone = (token: Token | undefined): boolean =>
  (token?.facts.surname === true && !token.facts.common && !token.facts.place) ||
  (token?.facts.surnameShape === true && token.facts.surnameLike) ||
  (token?.facts.pluralSurname === true && /[оеё]в$/.test(token.facts.word));

/** Блинова Марта: a word of every message too, but behind a surname in the same case. */
export const followsCertainSurname = (document: Source, at: number): boolean => {
  const surname = wordBefore(document, at);
  const token = document.tokens[at];
  return (
    surname?.letters === 'Capital' && token?.letters === 'Capital' && isSurnameAlone(surname) && fits(surname, token)
  );
};

/** Whether a surname is adjacent, which makes an ambiguous first name one: Роман Петров. */
export const hasAdjacentSurname = (document: Source, at: number): boolean => {
  const token = document.tokens[at];
  const clear = (other: Token | undefined): boolean =>
    other !== undefined &&
    token !== undefined &&
    isCapitalised(other) &&
    !other.facts.never &&
    !other.facts.brand &&
    ((other.facts.surname && (!other.facts.adjective || isLikeToponym(other)) && fits(other, token)) ||
      other.facts.surnameShape ||
      other.facts.patronymic ||
      isVerbOnly(other) ||
      (other.facts.pluralSurname && token.facts.nameForms.includes('masc nomn')) ||
      (!other.facts.known && other.letters === 'Capital'));
  return (
    clear(wordAfter(document, at)) ||
    (clear(wordBefore(document, at)) &&
      (wordBefore(document, at)?.opensSentence === false || isSurnameAlone(wordBefore(document, at))))
  );
};

const isCertainSurname = (token: Token | undefined, first: Token): boolean =>
  token?.letters === 'Capital' &&
  !token.facts.never &&
  !token.facts.brand &&
  (token.facts.patronymic ||
    ((token.facts.surnameLike || !token.facts.common) &&
      (token.facts.surname || token.facts.surnameShape || token.facts.pluralSurname) &&
      fits(token, first)));

/** Whether a patronymic or a sure surname makes a person of a word that is a brand alone: Петрова Алиса. */
export const hasAdjacentCertainSurname = (document: Source, at: number): boolean => {
  const token = document.tokens[at];
  if (token?.letters !== 'Capital') return false;
  return isCertainSurname(wordAfter(document, at), token) || isCertainSurname(wordBefore(document, at), token);
};

/** Whether a surname in lower case is adjacent: васе петрову, рябинину злату: a surname that is nothing else in the same case right after or before. */
export const hasLowerSurname = (document: Source, at: number): boolean => {
  const { nameForms } = document.tokens[at]?.facts ?? { nameForms: [] };
  const before = wordBefore(document, at);
  if (before?.letters === 'lower' && isOnlySurname(before.facts)) return agree(nameForms, before.facts.nameForms);
  const after = wordAfter(document, at)?.facts;
  return after !== undefined && isOnlySurname(after) && agree(nameForms, after.nameForms);
};
