import { fieldOf, precedesContact } from './data-fields.ts';
import { isSign, wordBefore, type NameDocument } from './document.ts';
import { isInPlace, isRegionByAdjective, isTownByPreposition } from './place-contexts.ts';

const opening = '«"“„\'';
const closing = '»"”“\'';
const longestTitle = 3;

/** Says whether a whole «…» holds the word and no more than a title's few; after a person's noun it is a name. */
export const isQuotedTitle = (document: NameDocument, at: number): boolean => {
  const { tokens } = document;
  let left = at - 1;
  while (left >= 0 && at - left <= longestTitle && tokens[left]?.kind === 'word') left--;
  let right = at + 1;
  while (
    right < tokens.length &&
    right - left <= longestTitle + 1 &&
    ['word', 'number', 'latin'].includes(tokens[right]?.kind ?? '')
  )
    right++;
  if (!isSign(tokens[left], opening) || !isSign(tokens[right], closing)) return false;
  const field = fieldOf(document, left + 1);
  if (field !== undefined) return field === 'thing';
  if (isSign(tokens[right + 1], '<') && precedesContact(document, right)) return false;
  const before = tokens[left - 1];
  return !(before?.kind === 'word' && before.facts.roleNoun);
};

/** Says whether the word is the name of goods, a shop, a law, an institution: салат Цезарь, театр Вахтангова. */
export const isNameOfThing = (document: NameDocument, at: number): boolean => {
  const token = document.tokens[at];
  const before = wordBefore(document, at);
  if (!token || !before) return false;
  if (before.facts.institutionNoun || (before.facts.brand && before.letters !== 'lower')) return true;
  return (
    before.facts.productNoun && !before.facts.roleNoun && (token.facts.cases.includes('nomn') || !token.facts.known)
  );
};

/** Says whether a model's number hangs on the word, Полина-2, or a Latin word: no person. */
export const isModel = ({ tokens }: NameDocument, at: number): boolean => {
  const after = tokens[at + 1];
  const token = tokens[at];
  return (
    isSign(after, '-') &&
    after?.start === token?.end &&
    tokens[at + 2]?.kind === 'number' &&
    tokens[at + 2]?.start === after?.end
  );
};

/** Says whether anything speaks against a person here. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  isInPlace(document, at) ||
  isTownByPreposition(document, at) ||
  isRegionByAdjective(document, at) ||
  isQuotedTitle(document, at) ||
  isNameOfThing(document, at) ||
  isModel(document, at);
