import { isCapitalised, isSign, type NameDocument } from './document.ts';
import { streetNames } from './street-lists.ts';
import { type Token } from './tokens.ts';

/** What may follow the number of a date, an age or an amount. */
const units =
  /^(?:январ|феврал|март|апрел|ма[яй]$|июн|июл|август|сентябр|октябр|ноябр|декабр|год|час|руб|шт|дн|раз|мин|лет|гост|чел|персон|взросл|дет|ноч|сут|взр|реб|мест|пасс|ряд|числ|класс|групп|недел|месяц|день|экз|тыс|р$|курс|каб|смен)/;

/** Whether the word after a number makes it a date, an age or an amount. */
export const isCount = (token: Token | undefined): boolean => units.test(token?.facts.word ?? '');

/** Прохоров, кв. 5: a man's surname, though Прохор has a genitive like it. */
const isMasculineNominative = ({ facts }: Token): boolean =>
  facts.nameForms.length > 0 && facts.nameForms.every((form) => form === 'masc nomn');

/** Whether the word can be a genitive; a surname the dictionary does not have has no cases, but endings. */
export const canBeGenitive = ({ facts }: Token): boolean =>
  facts.cases.includes('gent') || (facts.cases.length === 0 && facts.surnameShape && /(?:а|ого|ой)$/.test(facts.word));

/** Петров Максим, кв. 5: a first name behind its surname, though there are maxims. */
const followsOwnSurname = (tokens: readonly Token[], at: number): boolean => {
  const [surname, token] = [tokens[at - 1], tokens[at]];
  if (!token?.spaced || !token.facts.everyday || !isCapitalised(surname) || surname?.facts.first) return false;
  return (
    surname?.facts.surname === true || surname?.facts.surnameShape === true || surname?.facts.pluralSurname === true
  );
};

const owned = /^(?:логин|парол|зарплат|дел[оа]|кабинет|больничн|долг|заявк|стажер|график)/;

/** У Козлова 2 учётки, к Степановой, 301; Доктор Соколова, 12; Логин Козлова 123: no street is spoken of so. */
const isOfPerson = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at]?.spaced === true ? tokens[at - 1] : undefined;
  if (before?.kind !== 'word') return false;
  return (
    /^(?:у|от|для|к|ко|про|без)$/.test(before.facts.word) ||
    before.facts.roleNoun ||
    before.facts.profession ||
    owned.test(before.facts.word)
  );
};

const houseParts = /^(?:кв|квартир|подъезд|этаж|офис|корп|строен|помещен|секци|комнат|литер|вход|дом|индекс)/;

/** 3 письма, 2-й день, 1С; Захарова, 2 этаж, unlike the parts of a house, 5 кв. 3: what is counted after a number. */
const counts = (follower: Token | undefined, after: Token | undefined): boolean => {
  if (isSign(follower, '-')) return false;
  if (follower?.kind !== 'word' || follower.letters !== 'lower') return follower?.text === 'С';
  if (houseParts.test(follower.facts.word)) return after?.kind !== 'number' && !isSign(after, '.');
  return follower.facts.noun && !follower.facts.preposition && !follower.facts.verb && follower.text.length > 2;
};

/** Before all that is asked of the word itself, which is dearer. */
const mayPrecedeNumber = (after: Token | undefined): boolean =>
  after?.kind === 'number' || (after?.kind === 'word' && after.letters === 'lower') || isSign(after, ',');

/** Whether there is a street's genitive with its house number: Ленина 15, Ленина, д. 5. */
export const precedesHouseNumber = ({ tokens }: NameDocument, at: number): boolean => {
  const token = tokens[at];
  if (!mayPrecedeNumber(tokens[at + 1])) return false;
  if (
    token &&
    /[сц]к(?:ая|ий)$/.test(token.facts.word) &&
    tokens[at + 1]?.kind === 'number' &&
    isSign(tokens[at - 1], ',:')
  )
    return true;
  if (!token || !canBeGenitive(token) || token.facts.onlyFirst || tokens[at - 1]?.facts.word === 'я') return false;
  if ((token.facts.surname && isMasculineNominative(token)) || followsOwnSurname(tokens, at)) return false;
  if (!streetNames.has(token.facts.word) && isOfPerson(tokens, at)) return false;
  let next = at + 1;
  const comma = isSign(tokens[next], ',');
  if (comma) next++;
  const word = tokens[next];
  // Степанова, кв. 8: without a house number between, only common street names count.
  if (word?.facts.word === 'кв') return streetNames.has(token.facts.word);
  if (word?.kind === 'word' && word.letters === 'lower' && /^(?:д|дом|корп|стр)$/.test(word.facts.word)) return true;
  const follower = tokens[next + 1];
  if (!streetNames.has(token.facts.word) && counts(follower, tokens[next + 2])) return false;
  return (
    word?.kind === 'number' &&
    word.text.length <= 3 &&
    !(isSign(tokens[next + 1], '.:') && tokens[next + 2]?.kind === 'number') &&
    !isCount(follower) &&
    (comma || word.spaced)
  );
};
