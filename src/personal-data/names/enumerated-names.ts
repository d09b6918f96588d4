import { isCapitalised, isSign, mark, type NameDocument } from './document.ts';
import { isNoPerson } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

const isBullet = (document: NameDocument, at: number): boolean =>
  isSign(document.tokens[at], '-–—•*·') ||
  (isSign(document.tokens[at], '.)') && document.tokens[at - 1]?.kind === 'number');

const lineStart = ({ tokens }: NameDocument, at: number): boolean => at < 0 || tokens[at]?.kind === 'break';

/** Says whether the word is the first of a list's line: `- Коля`, `2) Роза`. */
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
  token?.mayBeName === true && token.facts.surname && token.facts.surnameLike && token.facts.nameNominative;

/** Names in a list: a word that can be a name on a line of its own, the line beside it beginning with a name. */
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

const joinsBefore = (document: NameDocument, at: number): number =>
  isSign(document.tokens[at - 1], ',') || document.tokens[at - 1]?.facts.word === 'и' ? at - 2 : -1;

const joinsAfter = (document: NameDocument, at: number): number =>
  isSign(document.tokens[at + 1], ',') || document.tokens[at + 1]?.facts.word === 'и' ? at + 2 : -1;

/** Петров, Кузнецов и Мельник: a surname that is an everyday word beside a name, joined by a comma or "and". */
export const enumerated = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  const token = tokens[at];
  if (!token || marked[at] || !isCapitalised(token) || token.letters !== 'Capital') return;
  const { facts } = token;
  if (facts.never || facts.brand || !(facts.surname || facts.pluralSurname)) return;
  const before = joinsBefore(document, at);
  const after = joinsAfter(document, at);
  if ((marked[before] === true || marked[after] === true) && !isNoPerson(document, at)) mark(document, at, at);
};
