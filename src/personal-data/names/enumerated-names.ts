import { isCapitalised, isSign, mark, type NameDocument } from './document.ts';
import { isNoPerson } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

const isBullet = (document: NameDocument, at: number): boolean =>
  isSign(document.tokens[at], '-–—•*·') ||
  (isSign(document.tokens[at], '.)') && document.tokens[at - 1]?.kind === 'number');

const lineStart = ({ tokens }: NameDocument, at: number): boolean => at < 0 || tokens[at]?.kind === 'break';

/** Whether the word is the first of a list's line: `- Коля`, `2) Роза`. */
const opensItem = (document: NameDocument, at: number): boolean => {
  if (!isBullet(document, at - 1)) return false;
  const bullet = document.tokens[at - 2]?.kind === 'number' ? at - 2 : at - 1;
  return lineStart(document, bullet - 1);
};

const reach = 12;

/** The offset of the first word of the list's line above, within a few words, or -1. */
const itemAbove = (document: NameDocument, at: number): number => {
  for (let left = at - 3; left > Math.max(0, at - reach); left--) if (opensItem(document, left)) return left;
  return -1;
};

const itemBelow = (document: NameDocument, at: number): number => {
  for (let right = at + 1; right < at + reach; right++) if (opensItem(document, right)) return right;
  return -1;
};

const isPlainSurname = (token: Token | undefined): boolean =>
  token?.mayBeName === true &&
  token.facts.surnameLike &&
  (token.facts.surnameShape || (token.facts.surname && token.facts.nameNominative));

/** Names in a list: a word that can be a name on a line of its own, the previous or next line starting with a name. */
export const listItem = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  const token = tokens[at];
  if (!token || marked[at] || !isCapitalised(token) || !opensItem(document, at)) return;
  const { facts } = token;
  if (facts.never || facts.brand || !(facts.first || facts.surname || facts.surnameShape || facts.pluralSurname))
    return;
  const isName = (item: number): boolean =>
    marked[item] === true || (isPlainSurname(token) && isPlainSurname(tokens[item]));
  if ((isName(itemAbove(document, at)) || isName(itemBelow(document, at))) && !isNoPerson(document, at))
    mark(document, at, at);
};

const conjunctions = new Set(['и', 'или', 'либо', 'ни']);

const isConjunction = (token: Token | undefined): boolean =>
  token?.kind === 'word' && conjunctions.has(token.facts.word);

/** The offset of the member of the list before, a comma, "and" or both between: Титов, Лапина и Мельник; ни X, ни Y. */
const memberBefore = ({ tokens }: NameDocument, at: number): number => {
  const left = isConjunction(tokens[at - 1]) ? at - 2 : at - 1;
  if (isSign(tokens[left], ',')) return left - 1;
  return left < at - 1 ? left : -1;
};

const memberAfter = ({ tokens }: NameDocument, at: number): number => {
  const right = isSign(tokens[at + 1], ',') ? at + 2 : at + 1;
  if (isConjunction(tokens[right])) return right + 1;
  return right > at + 1 ? right : -1;
};

const canBeSurname = ({ facts }: Token): boolean =>
  facts.surname || facts.pluralSurname || (facts.bearer && facts.commonNominative);

const isMember = (token: Token | undefined): token is Token =>
  token?.letters === 'Capital' &&
  canBeSurname(token) &&
  isCapitalised(token) &&
  !token.facts.never &&
  !token.facts.brand;

const isBearer = (token: Token | undefined): boolean => token?.facts.bearer === true && token.facts.commonNominative;

/** Титов и Ткач: two that are towns or everyday words as well, but not the same. */
const arePlainSurnames = (left: Token | undefined, right: Token | undefined): boolean =>
  (isPlainSurname(left) && (isPlainSurname(right) || isBearer(right)) && !areTowns(left, right)) ||
  (isBearer(left) && isPlainSurname(right));

const areTowns = (left: Token | undefined, right: Token | undefined): boolean =>
  left?.facts.place === true && right?.facts.place === true;

/** Хуршед и Сафар: an unknown word joined by "and" to a first name alone. */
const isCoordinatedName = ({ tokens, marked }: NameDocument, at: number): boolean => {
  if (tokens[at]?.isUnknownName !== true) return false;
  const isFirstName = (other: number): boolean => marked[other] === true && tokens[other]?.facts.onlyFirst === true;
  return (
    (tokens[at - 1]?.facts.word === 'и' && isFirstName(at - 2)) ||
    (tokens[at + 1]?.facts.word === 'и' && isFirstName(at + 2))
  );
};

/** Петров, Кузнецов и Мельник: a surname that is also an everyday word, joined to a name by a comma or "and". */
export const enumerated = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  if (marked[at] || !(isMember(tokens[at]) || isCoordinatedName(document, at))) return;
  const joins = (other: number): boolean => marked[other] === true || arePlainSurnames(tokens[at], tokens[other]);
  const isJoined = joins(memberBefore(document, at)) || joins(memberAfter(document, at));
  if (isJoined && !isNoPerson(document, at)) mark(document, at, at);
};

/** Those who share a surname, and what they share. */
const kin =
  /^(?:семь(?:я|и|ю|е|ей|ями)|супруг(?:и|ов|ам|ами)|брат(?:ья|ьев|ьям)|сестр(?:ы|ам)|родител(?:и|ей|ям)|чет[аыеу]|сосед(?:и|ей|ям)|квартир[аыеу])$/;
const pluralSurname = /(?:[ое]в|[иы]н)(?:ы|ых|ым|ыми)$/;

/** от Ивановых, для Петровых: from or for several of one surname. */
const ownersPreposition = /^(?:от|у|для)$/;

const isOfFamily = ({ tokens }: NameDocument, at: number): boolean => {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (!before || !token || !pluralSurname.test(token.facts.word)) return false;
  const isOwned = token.facts.surname && ownersPreposition.test(before.facts.word) && /ых$/.test(token.facts.word);
  return kin.test(before.facts.word) || isOwned || (before.facts.pluralVerb && token.facts.surname);
};

/** Лина и Артур Вагнеры, семья Гордеевых, въехали Петровы: the surname of several. */
export const family = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  const token = tokens[at];
  if (!token?.mayBeName || marked[at] || token.letters !== 'Capital' || !/(?:[иы]|ых|ым|ыми)$/.test(token.facts.word))
    return;
  const isOfTwo = marked[at - 1] === true && tokens[at - 2]?.facts.word === 'и' && marked[at - 3] === true;
  if (!token.spaced || isNoPerson(document, at)) return;
  if (isOfFamily(document, at) || (isOfTwo && (!token.facts.common || token.facts.surname))) mark(document, at, at);
};

/** КОНОПЛЕВА/ЯНА: surname and first name as tickets write them. */
export const onTicket = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  const [left, slash, right] = tokens.slice(at, at + 3);
  if (!left || !right || !isSign(slash, '/') || left.letters !== 'UPPER' || right.letters !== 'UPPER') return;
  if (left.end + 1 !== right.start) return;
  const isName = (token: Token): boolean => token.facts.first || token.facts.surname || token.facts.surnameShape;
  if (isName(left) && isName(right) && (marked[at] || marked[at + 2] || left.facts.surname || left.facts.surnameShape))
    mark(document, at, at + 2);
};

const parallelReach = 8;

const parallelSign = (token: Token | undefined): boolean => isSign(token, '—–-:');

const isPast = (token: Token | undefined): boolean =>
  token?.letters === 'lower' && token.facts.verb && /ла?$/.test(token.facts.word);

const isNounAsSurname = (token: Token | undefined): boolean =>
  token?.mayBeName === true && token.letters === 'Capital' && token.facts.noun && token.facts.commonNominative;

/** Ушакова приняла, Железняк проверил: an unknown word that did something where a name did before. */
const isParallelDoer = ({ tokens, marked }: NameDocument, at: number): boolean =>
  (tokens[at]?.isUnknownName === true || isNounAsSurname(tokens[at])) &&
  isSign(tokens[at - 1], ',') &&
  isPast(tokens[at + 1]) &&
  isPast(tokens[at - 2]) &&
  marked[at - 3] === true;

/** Зуева — утро, Ткач — вечер; было — Зуев, стало — Ткач: a word that can be a surname where the part before has a name. */
export const parallel = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  if (!marked[at] && isParallelDoer(document, at) && !isNoPerson(document, at)) mark(document, at, at);
  if (marked[at] || !isMember(tokens[at])) return;
  const side = parallelSign(tokens[at + 1]) ? 1 : parallelSign(tokens[at - 1]) ? -1 : 0;
  if (side === 0) return;
  const isParallel = (other: number): boolean =>
    marked[other] === true && tokens[other + side]?.text === tokens[at + side]?.text;
  for (let distance = 3; distance <= parallelReach; distance++)
    if (isParallel(at - distance) || isParallel(at + distance)) {
      if (!isNoPerson(document, at)) mark(document, at, at);
      return;
    }
};
