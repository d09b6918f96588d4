import { isSign, mark, type NameDocument } from './document.ts';
import { isNoPerson, isSpelled } from './thing-contexts.ts';
import { type Token } from './tokens.ts';

const changed = /^(?:стал[аои]?|теперь|нужно|надо|должн[аоы]|должен|будет)$/;
const written = /^(?:напечат|написа|указа|выби|вписа|внес|записа|стоит|стал|пиш|значит|введ|отобраз|оформ)/;

const wordOf = (token: Token | undefined): string => token?.facts.word ?? '';

/** The other of two names that are set against each other: не X, а Y; X вместо Y; вместо X напечатали Y; была X, стала Y; с X на Y. */
const contrastOf = ({ tokens }: NameDocument, at: number): readonly number[] => {
  const others: number[] = [];
  const [left, right] = [wordOf(tokens[at - 1]), wordOf(tokens[at + 1])];
  if (left === 'не' && isSign(tokens[at + 1], ',') && wordOf(tokens[at + 2]) === 'а') others.push(at + 3);
  if (left === 'а' && isSign(tokens[at - 2], ',') && wordOf(tokens[at - 4]) === 'не') others.push(at - 3);
  if (isSign(tokens[at + 1], ',')) {
    if (wordOf(tokens[at + 2]) === 'а' && wordOf(tokens[at + 3]) === 'не') others.push(at + 4);
    if (changed.test(wordOf(tokens[at + 2]))) others.push(at + 3);
  }
  if (left === 'не' && wordOf(tokens[at - 2]) === 'а' && isSign(tokens[at - 3], ',')) others.push(at - 4);
  if (changed.test(left) && isSign(tokens[at - 2], ',')) others.push(at - 3);
  if (right === 'вместо') others.push(at + 2);
  if (left === 'вместо') others.push(at - 2, ...(written.test(right) ? [at + 2] : []));
  if (written.test(left) && wordOf(tokens[at - 3]) === 'вместо') others.push(at - 2);
  if (left === 'на' && /^со?$/.test(wordOf(tokens[at - 3]))) others.push(at - 2);
  return others;
};

const canBeSurname = ({ facts, mayBeName, letters }: Token): boolean =>
  (mayBeName ||
    (letters === 'lower' && facts.pluralSurname) ||
    (letters === 'lower' && facts.surname && !facts.common)) &&
  letters !== 'UPPER' &&
  !facts.verb &&
  !facts.preposition &&
  !facts.productNoun &&
  !facts.officeNoun &&
  !facts.institutionShape &&
  (!facts.known ||
    facts.surname ||
    facts.pluralSurname ||
    facts.first ||
    facts.bearer ||
    facts.noun ||
    facts.adjective);

/** платил не Рябоконь, а Рябошапка: unknown both, but they did something. */
const isDoneByOther = ({ tokens }: NameDocument, at: number): boolean => {
  const deed = tokens[at - 2];
  const other = tokens[at + 3];
  if (wordOf(tokens[at - 1]) !== 'не' || !isSign(tokens[at + 1], ',') || wordOf(tokens[at + 2]) !== 'а') return false;
  if (deed?.facts.humanVerb !== true || !/ла?(?:с[ья])?$/.test(deed.facts.word)) return false;
  return tokens[at]?.isUnknownName === true && other?.isUnknownName === true;
};

const misspellingReach = 12;

/** на имя Штольца, а там «Штольтца»: an unknown word in quotation marks where the spelling of a name is spoken of. */
const isMisspelling = (document: NameDocument, at: number): boolean => {
  if (document.tokens[at]?.facts.known !== false || !isSpelled(document, at)) return false;
  return document.marked.slice(Math.max(0, at - misspellingReach), at).includes(true);
};

/** A word that can be a surname where it is set against a name: не Лобанок, а Лобанков; была Зуева, стала Мельник. */
export const contrasted = (document: NameDocument, at: number): void => {
  const token = document.tokens[at];
  if (!token || document.marked[at]) return;
  if (token.mayBeName && isMisspelling(document, at)) mark(document, at, at);
  if (!canBeSurname(token)) return;
  if (isDoneByOther(document, at)) mark(document, at, at);
  if (contrastOf(document, at).some((other) => document.marked[other]) && !isNoPerson(document, at))
    mark(document, at, at);
};
