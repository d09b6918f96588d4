import { shortSurnames } from './lexicon.ts';
import { stands, isCapitalised, isSign, mark, wordAfter, type NameDocument } from './document.ts';
import { type Token } from './tokens.ts';

/** One letter, or two of a double name: Ж-П. */
const isLetterAlone = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (token.text.length === 1 || (token.text.length === 3 && token.text.charAt(1) === '-'));

const isInitial = (token: Token | undefined): boolean => isLetterAlone(token) && token?.letters !== 'lower';

const isDot = (token: Token | undefined): boolean => isSign(token, '.');

/** `И. И.`, `И.И`, `И.`, `И И`, `Ж.-П.`: returns the offset after the initials that start here, and how many; 0 when none. */
const initialsAt = ({ tokens }: NameDocument, at: number): { readonly end: number; readonly count: number } => {
  const dotted = isDot(tokens[at + 1]);
  const joined = dotted && isSign(tokens[at + 2], '-') && tokens[at + 2]?.start === tokens[at + 1]?.end;
  const second = at + (joined ? 3 : dotted ? 2 : 1);
  const hasSecond = isInitial(tokens[second]) && (dotted || tokens[second]?.spaced === true);
  if (!dotted) return hasSecond && !isDot(tokens[second + 1]) ? { end: second + 1, count: 2 } : { end: at, count: 0 };
  if (!hasSecond) return { end: second, count: 1 };
  return { end: isDot(tokens[second + 1]) ? second + 2 : second + 1, count: 2 };
};

/** Чиж Я.: an animate noun that names no role. */
const isLikeBearer = (facts: Token['facts']): boolean =>
  facts.personNoun && facts.commonNominative && !facts.roleNoun && !facts.profession;

const couldBeSurname = (token: Token | undefined, count: number): boolean => {
  if (!token || !isCapitalised(token)) return false;
  const { facts } = token;
  if (shortSurnames.has(facts.word)) return true;
  if (facts.never || facts.brand || facts.greeting || facts.placeNoun) return false;
  return (
    isLikeBearer(facts) ||
    facts.patronymic ||
    facts.surname ||
    facts.surnameShape ||
    facts.pluralSurname ||
    (facts.place && /[сц]к(?:ий|ая|ого|ой|ому|ую|им)$/.test(facts.word)) ||
    !facts.known ||
    facts.first ||
    count > 1
  );
};

/** Менеджер Лебедь О.: an everyday noun before one initial where a person is named. */
const isNamedPerson = (document: NameDocument, at: number): boolean => {
  const facts = document.tokens[at]?.facts;
  if (!facts?.commonNominative && !facts?.place) return false;
  return stands(document, 'named', at) || (!facts.place && stands(document, 'afterPersonNoun', at));
};

const isPlainSurname = ({ facts }: Token): boolean =>
  (facts.surname || facts.surnameShape || facts.pluralSurname) && !facts.roleNoun && !facts.profession;

/** A noun for what a person does: инженер, слесарь; a craft or a bird is a surname as well. */
const isJob = ({ facts }: Token): boolean =>
  facts.roleNoun || facts.profession || (facts.personNoun && !facts.bearer && !facts.surname && !facts.first);

/** Инженер А. П. Воронов, Подписал А. П. Лис: there is no surname before the initials of a following surname. */
const belongToNext = (before: Token, after: Token | undefined): boolean => {
  if (after?.letters !== 'Capital' || !couldBeSurname(after, 2)) return false;
  if (isJob(before)) return true;
  if (isPlainSurname(before) || before.facts.bearer || before.facts.first) return false;
  return isPlainSurname(after)
    ? before.opensSentence || before.facts.common
    : !after.facts.known && before.facts.common;
};

/** помещение 14-Н, дом 170Г */
const endsNumber = ({ tokens }: NameDocument, at: number): boolean =>
  (tokens[at - 1]?.kind === 'number' && tokens[at - 1]?.end === tokens[at]?.start) ||
  (isSign(tokens[at - 1], '-/') && tokens[at - 2]?.kind === 'number' && tokens[at - 1]?.end === tokens[at]?.start);

/** The index of the initial before this one: И. И., Ж.-П., И И. */
const initialBefore = ({ tokens }: NameDocument, at: number): number => {
  if (isSign(tokens[at - 1], '-')) return at - 3;
  return isDot(tokens[at - 1]) ? at - 2 : at - 1;
};

/** инженер ПТО Е. Я. Корчагин: letters of a department. */
const isDepartment = (token: Token | undefined): boolean =>
  token?.letters === 'UPPER' && token.text.length <= maxCodeLength && !token.facts.nameable;

const maxCodeLength = 4;

/** Initials before or after a surname: И. И. Иванов, Иванов И.И., Александры К. */
export const initials = (document: NameDocument, at: number): void => {
  const { tokens } = document;
  if (!isInitial(tokens[at]) || isInitial(tokens[initialBefore(document, at)]) || endsNumber(document, at)) return;
  const { end, count } = initialsAt(document, at);
  if (count === 0) return;
  const left = at - 1;
  const right = tokens[end];
  const isCode = isDepartment(tokens[left]);
  const before = isCapitalised(tokens[left]) && tokens[at]?.spaced && !isCode ? tokens[left] : undefined;
  const takesBefore = before !== undefined && !((count > 1 || isJob(before)) && belongToNext(before, right));
  const isNamed = takesBefore && isNamedPerson(document, left);
  const isMadeOut = count > 1 && tokens[left - 2]?.facts.issued === true;
  if (takesBefore && (isNamed || couldBeSurname(before, count)) && (isMadeOut || !stands(document, 'inPlace', left)))
    mark(document, left, end - 1);
  else if (couldBeSurname(right, count) && !stands(document, 'inPlace', at) && !stands(document, 'inPlace', end))
    mark(document, at, end);
};

/** Иванов ИИ; РФ, ИП and other abbreviations of every day are none. */
const isPairOfInitials = (token: Token | undefined): boolean =>
  token !== undefined &&
  /^[А-ЯЁ]{2}$/.test(token.text) &&
  !token.facts.never &&
  !/^(?:РФ|ИП|АО|ИТ|ТВ|ТЦ|ЖК|БЦ|УК|ТК|СБ|ЕС|КР|РБ|РК|МО|ЛК)$/.test(token.text);

/** и.о. Ветрова, т.е. Ветров: no initials. */
const isAbbreviation = (tokens: readonly Token[], from: number): boolean =>
  /^(?:ио|вр|тк|те|тд|тп)$/.test((tokens[from]?.text ?? '') + (tokens[from + 2]?.text ?? ''));

/** Муллагалиева Р, бухгалтерия: one capital that is no word, the end of the phrase behind it. */
const isLoneInitial = (token: Token | undefined, after: Token | undefined): boolean =>
  token?.spaced === true &&
  /^[А-ЯЁ]$/.test(token.text) &&
  token.text !== 'Я' &&
  (after === undefined || after.kind === 'break' || isSign(after, ',;)—–'));

/** зубкова н п: two letters of which one is no word. */
const isBarePair = (left: Token | undefined, right: Token | undefined): boolean =>
  left?.spaced === true &&
  right?.spaced === true &&
  /^[а-я]{2}$/.test(left.text + right.text) &&
  /[^аивскоуя]/.test(left.text + right.text);

/** Initials in lower case or without dots count only next to a surname without another sense: в. в. гришин, Иванов ИИ. */
export const looseInitials = (document: NameDocument, at: number): void => {
  const { tokens } = document;
  const token = tokens[at];
  if (!token || token.facts.place || document.marked[at]) return;
  const isLower = token.letters === 'lower' && (token.facts.surname || token.facts.pluralSurname || token.facts.bearer);
  if (
    !isLower &&
    !token.facts.pluralSurname &&
    !token.facts.surnameShape &&
    (!token.facts.surname || token.facts.common)
  )
    return;
  const isLoose = (from: number): boolean =>
    from >= 0 &&
    !isAbbreviation(tokens, from) &&
    (token.letters !== 'lower' || tokens[from]?.letters === 'lower') &&
    !(isDot(tokens[from - 1]) && isLetterAlone(tokens[from - 2])) &&
    isLetterAlone(tokens[from]) &&
    isDot(tokens[from + 1]) &&
    isLetterAlone(tokens[from + 2]) &&
    isDot(tokens[from + 3]);
  if (isCapitalised(token) && isLoneInitial(tokens[at + 1], tokens[at + 2])) mark(document, at, at + 1);
  if (!isCapitalised(token) && isBarePair(tokens[at + 1], tokens[at + 2])) mark(document, at, at + 2);
  if (isLoose(at - 4) && !stands(document, 'inPlace', at - 4)) mark(document, at - 4, at);
  else if (isLoose(at + 1)) mark(document, at, at + 4);
  else if (isCapitalised(token) && !token.facts.pluralSurname && isPairOfInitials(wordAfter(document, at)))
    mark(document, at, at + 1);
};
