import { figures, lexiconTest, list } from './lexicon.ts';
import { type Asks, type Text } from './compile.ts';
import { type Token } from './tokens.ts';

const joins = lexiconTest('conjunctions');

/** карла маркса: the word and the one before it are one of the pairs. */
const endsPair =
  (pairs: ReadonlySet<string>, partOf: (token: Token | undefined) => string | undefined) =>
  ({ tokens }: Pick<Text, 'tokens'>, at: number): boolean => {
    const before = tokens[joins(tokens[at - 1]?.spelling.word ?? '') ? at - 2 : at - 1];
    return pairs.has(`${partOf(before) ?? ''} ${partOf(tokens[at]) ?? ''}`);
  };

/** Whether two lists have an item in common; an empty list has all. */
const share = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === 0 || right.length === 0 || left.some((item) => right.includes(item));

const shareCase = (left: Token | undefined, right: Token | undefined): boolean =>
  share(left?.spelling.forms.cases ?? [], right?.spelling.forms.cases ?? []);

const genderLength = 'masc '.length;

const nameCases = (token: Token | undefined): readonly string[] =>
  token?.spelling.forms.nameForms.map((form) => form.slice(genderLength)) ?? [];

/** Whether gender and case of two names agree: a form of common gender agrees with both, an unknown word with all. */
const agree = (left: Token | undefined, right: Token | undefined): boolean => {
  const [forms, others] = [left?.spelling.forms.nameForms ?? [], right?.spelling.forms.nameForms ?? []];
  const isCommon = (form: string): boolean => form.startsWith('ms-f');
  const match = (a: string, b: string): boolean =>
    a === b || (a.slice(genderLength) === b.slice(genderLength) && (isCommon(a) || isCommon(b)));
  return forms.length === 0 || others.length === 0 || forms.some((a) => others.some((b) => match(a, b)));
};

/** What patterns cannot say; `#name` asks for it. */
export const predicates: Readonly<Record<string, Asks>> = {
  listedStreet: endsPair(list('fullStreetNames'), (token) => token?.spelling.word),
  secondOfFigure: endsPair(figures, (token) => token?.spelling.forms.figureStem),
  /** Gender and case agree with those of the name before or after. */
  formOfBefore: ({ tokens }, at) => agree(tokens[at], tokens[at - 1]),
  formOfAfter: ({ tokens }, at) => agree(tokens[at], tokens[at + 1]),
  /** Its cases as a name are shared with the name before. */
  nameCaseOfBefore: ({ tokens }, at) => share(nameCases(tokens[at]), nameCases(tokens[at - 1])),
  /** The word and the one before or after it have a case in common. */
  caseOfBefore: ({ tokens }, at) => shareCase(tokens[at], tokens[at - 1]),
  caseOfAfter: ({ tokens }, at) => shareCase(tokens[at], tokens[at + 1]),
};
