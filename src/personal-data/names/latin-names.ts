import { endsStep, type Steps } from '../../concurrency/steps.ts';
import { stands, isSign, mark, type NameDocument } from './document.ts';
import { isLatinFirstName, isLatinPatronymic, isLatinSurname, isPlainLatinSurname } from './latin-spellings.ts';
import { type Token } from './tokens.ts';

const shortest = 3;

/** Part of a path, an identifier, a file or an address on its left or right: no word of its own. */
const isFree = ({ text }: NameDocument, { start, end }: Token): boolean => {
  if (/[\w.@/\\$%&=-]/.test(text.charAt(start - 1)) && !/[:,;][=]?/.test(text.charAt(start - 1))) return false;
  return !/^(?:[\w@/\\$%&=(]|[.-]\w)/.test(text.slice(end, end + 2));
};

const isWord = (token: Token | undefined): token is Token => token?.kind === 'latin' && token.text.length >= shortest;

const isCapital = (token: Token | undefined): boolean => token !== undefined && /^[A-Z]/.test(token.text);

/** The next Latin word on the line, a blank between. */
const wordAfter = ({ tokens }: NameDocument, at: number): Token | undefined => {
  const after = tokens[at + 1];
  return isWord(after) && after.spaced ? after : undefined;
};

/** PETROV/IVAN: how tickets write it. */
const isOnTicket = ({ tokens }: NameDocument, at: number): boolean => {
  const [left, slash, right] = tokens.slice(at, at + 3);
  if (!isWord(left) || slash?.text !== '/' || !isWord(right)) return false;
  return /^[A-Z]+$/.test(left.text + right.text) && isPair(left, right);
};

/** Elena Smirnova, PETROV IVAN; in lower case only with a surname that is nothing else. */
const isPair = (left: Token, right: Token): boolean => {
  const [a, b] = [left.text.toLowerCase(), right.text.toLowerCase()];
  if (isCapital(left) !== isCapital(right)) return false;
  const isSurname = isCapital(left) ? isLatinSurname : isPlainLatinSurname;
  return (isSurname(b) && isLatinFirstName(a)) || (isSurname(a) && isLatinFirstName(b));
};

const isPatronymic = (token: Token | undefined): boolean =>
  token !== undefined && isLatinPatronymic(token.text.toLowerCase());

const isCapitalPair = (left: Token, right: Token): boolean =>
  isCapital(left) &&
  isCapital(right) &&
  (isLatinFirstName(left.text.toLowerCase()) || isLatinFirstName(right.text.toLowerCase()));

const addressLabel =
  /^(?:cc|bcc|to|from|author|by|name|guest|passenger|cardholder|assignee|reporter|owner|кому|копия|от)$/i;

/** Cc: Oleg Titov; Anna Lis; Anna Lis <…>: in headers that list persons, any word belongs to a first name. */
const isAddressee = ({ tokens, marked }: NameDocument, at: number): boolean => {
  const end = isSign(tokens[at + 2], '"<') ? at + 3 : at + 2;
  if (tokens[end]?.kind === 'contact' || (isSign(tokens[end], '<') && tokens[end + 1]?.kind === 'contact')) return true;
  if (isSign(tokens[at - 1], ';,')) return marked[at - 2] === true;
  return isSign(tokens[at - 1], ':') && addressLabel.test(tokens[at - 2]?.text ?? '');
};

/** Smirnova Elena Petrovna, Elena Petrovna, Ivan Ivanovich Petrov: returns the last word of the name, or -1. */
const endOfFullName = (document: NameDocument, at: number): number => {
  const token = document.tokens[at];
  const second = wordAfter(document, at);
  if (!token || !second) return -1;
  const third = wordAfter(document, at + 1);
  if (isPatronymic(second) && isLatinFirstName(token.text.toLowerCase()))
    return third && isCapital(third) && isLatinSurname(third.text.toLowerCase()) ? at + 2 : at + 1;
  if (!isPair(token, second) && !(isCapitalPair(token, second) && isAddressee(document, at))) return -1;
  return isPatronymic(third) ? at + 2 : at + 1;
};

/** `I. V. ` before a surname: returns the first of the initials, else `at`. */
const initialsBefore = ({ tokens }: NameDocument, at: number): number => {
  let left = at;
  while (at - left < 4 && isSign(tokens[left - 1], '.') && isInitial(tokens[left - 2])) left -= 2;
  return left;
};

const initialsAfter = ({ tokens }: NameDocument, at: number): number => {
  let right = at;
  while (right - at < 4 && isInitial(tokens[right + 1]) && isSign(tokens[right + 2], '.')) right += 2;
  return right;
};

const isInitial = (token: Token | undefined): boolean => token?.kind === 'latin' && /^[A-Z]$/.test(token.text);

const signs =
  /^(?:regards|dear|hi|hello|hey|sincerely|cheers|thanks|wishes|mr|mrs|ms|miss|cardholder|holder|passenger|pax|guest|name|surname)$/;

/** Within so many words of a name or a passport a name is spelled. */
const spellingReach = 8;

/** Best regards,⏎Elena; Dear Elena; менеджер Elena: what is said of a person alone. */
const isSaidOfPerson = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  let left = at - 1;
  while (at - left < 3 && (isSign(tokens[left], ',.:!') || tokens[left]?.kind === 'break')) left--;
  const before = tokens[left];
  if (
    tokens
      .slice(Math.max(0, at - spellingReach), at)
      .some(({ facts }) => /^(?:имя|фамили|загранпаспорт)/.test(facts.word))
  )
    return true;
  if (before?.kind === 'latin') return signs.test(before.text.toLowerCase());
  return (
    stands(document, 'named', at) ||
    stands(document, 'afterSurnameWord', at) ||
    stands(document, 'afterPersonNoun', at) ||
    (stands(document, 'afterGreeting', at) && stands(document, 'endsPhrase', at))
  );
};

const passenger = /^(?:пассажир|турист|гост|путешественни|держател)/;
const maxPassenger = 4;

const isInCapitals = (token: Token | undefined): boolean =>
  token?.kind === 'latin' && /^[A-Z]{2,}$/.test(token.text) && !/^(?:MR|MRS|MS|MISS|CHD|INF)$/.test(token.text);

/** Пассажир DE SOUZA MARCO: all words in capitals after a noun for a traveller; returns its last word, or -1. */
const endOfPassenger = ({ tokens }: NameDocument, at: number): number => {
  const noun = tokens[isSign(tokens[at - 1], ':') ? at - 2 : at - 1];
  if (!passenger.test(noun?.facts.word ?? '')) return -1;
  let end = at;
  while (end - at < maxPassenger && isInCapitals(tokens[end]))
    end += isSign(tokens[end + 1], '/') && isInCapitals(tokens[end + 2]) ? 2 : 1;
  return end - 1;
};

type Range = readonly [first: number, last: number];

/** The first and the last token of the name that starts at a word, including initials before it. */
const nameAt = (document: NameDocument, at: number): Range | undefined => {
  const token = document.tokens[at];
  const end = endOfPassenger(document, at);
  if (end >= at) return [at, end];
  if (!isWord(token)) return undefined;
  if (isOnTicket(document, at)) return [at, at + 2];
  if (!isFree(document, token)) return undefined;
  const last = endOfFullName(document, at);
  const tail = document.tokens[last];
  if (tail && isFree(document, tail)) return [at, last];
  if (!isCapital(token)) return undefined;
  const word = token.text.toLowerCase();
  const isSurname = isPlainLatinSurname(word);
  const [from, to] = [initialsBefore(document, at), initialsAfter(document, at)];
  if ((from < at || to > at) && isSurname) return [from, to];
  const next = wordAfter(document, at);
  if (next && isCapital(next) && isPlainLatinSurname(next.text.toLowerCase()) && isSaidOfPerson(document, at))
    return [at, at + 1];
  if (!(isSurname || isLatinFirstName(word)) || !isSaidOfPerson(document, at)) return undefined;
  return next && /^[A-Z][a-z]+$/.test(next.text) && stands(document, 'afterPersonNoun', at) ? [at, at + 1] : [at, at];
};

/** Marks Russian names in Latin letters: Elena Smirnova, PETROV IVAN, I. Petrov, Best regards,⏎Elena. */
export function* markLatinNames(document: NameDocument): Steps<void> {
  for (const [at, token] of document.tokens.entries()) {
    const range = token.kind === 'latin' && document.marked[at] !== true ? nameAt(document, at) : undefined;
    if (range) mark(document, ...range);
    if (endsStep(at)) yield;
  }
}

const belongsToDouble = (token: Token | undefined): boolean =>
  (token?.kind === 'latin' &&
    (/^[A-Z\u00c0-\u00de]/.test(token.text) || /^(?:al|el|bin|ibn|van|von|de|da|di|der|le|la)$/.test(token.text))) ||
  (token?.kind === 'sign' && token.text === '-');

/** A name given again in Latin letters in brackets: Джоэл Саймон (Joel Simon). */
export const latinDouble = (document: NameDocument, at: number): void => {
  const { tokens, marked } = document;
  if (!marked[at] || tokens[at + 1]?.text !== '(' || tokens[at + 2]?.kind !== 'latin') return;
  let end = at + 2;
  while (end - at < 9 && belongsToDouble(tokens[end])) end++;
  const closes = tokens[end]?.text === ')' || tokens[end]?.text === ',';
  if (closes && end > at + 3) mark(document, at + 2, end - 1);
};
