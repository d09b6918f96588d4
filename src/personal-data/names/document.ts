import { type Steps } from '../../concurrency/steps.ts';
import { facts, type FactName } from './cues/facts.ts';
import { contextNumbers, cueTable, type ContextName } from './cues/index.ts';
import { terms } from './cues/terms.ts';
import { figures, lexiconTest, list } from './lexicon.ts';
import { type Repeated } from './compile.ts';
import { Cues, type Predicates, type Range, type Text } from './match.ts';
import { mayHoldName, rules } from './cues/rules.ts';
import { type Spelling } from './spellings.ts';
import { tokenize, type Token } from './tokens.ts';

/** A text as tokens, with a mark for each token that belongs to a name. */
export type NameDocument = Text & {
  readonly cues: Cues;
  readonly marked: boolean[];
  /** The cues that marked a name, in their order. */
  readonly fired: string[];
};

/** Whether a word has a property. */
export const is = ({ cues }: NameDocument, spelling: Spelling, fact: FactName): boolean => cues.is(spelling, fact);

/** Whether a token stands in a context that the cues describe. */
export const stands = (document: NameDocument, context: ContextName, at: number): boolean =>
  document.cues.holds(contextNumbers[context], document, at);

/** Whether anything speaks against a person at a token. */
export const isNoPerson = (document: NameDocument, at: number): boolean =>
  (document.remembered[at] ??= stands(document, 'noPerson', at));

/** Marks a name. */
export const mark = ({ marked, fired }: NameDocument, { first, last, pattern }: Range): void => {
  for (let at = first; at <= last; at++) marked[at] = true;
  fired.push(pattern);
};

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

const nameCases = (token: Token | undefined): readonly string[] =>
  token?.spelling.forms.nameForms.map((form) => form.slice(genderLength)) ?? [];

const genderLength = 'masc '.length;

/** Whether gender and case of two names agree: a form of common gender agrees with both, an unknown word with all. */
const agree = (left: Token | undefined, right: Token | undefined): boolean => {
  const [forms, others] = [left?.spelling.forms.nameForms ?? [], right?.spelling.forms.nameForms ?? []];
  const isCommon = (form: string): boolean => form.startsWith('ms-f');
  const match = (a: string, b: string): boolean =>
    a === b || (a.slice(genderLength) === b.slice(genderLength) && (isCommon(a) || isCommon(b)));
  return forms.length === 0 || others.length === 0 || forms.some((a) => others.some((b) => match(a, b)));
};

/** What patterns cannot say; `#name` asks for it. */
export const predicates: Predicates = {
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

/** In tokens, and in different words: what a text of few words lacks is soon known, and spares most questions about it. */
const longText = 500;
const fewWords = 50;

const repeatedOf = (tokens: readonly Token[]): Repeated | undefined => {
  if (tokens.length < longText) return undefined;
  const spellings = new Set<Spelling>();
  for (const { spelling } of tokens) if (spellings.add(spelling).size > fewWords) return undefined;
  return { spellings: [...spellings], groups: [] };
};

/** Compiled at the first use, since it loads the dictionary. */
let cues: Cues | undefined;

/** Returns a text's tokens and the contexts of each, nothing marked yet; none where nothing can be a name. */
export function* nameDocument(text: string): Steps<NameDocument> {
  const tokens = mayHoldName.test(text) ? yield* tokenize(text) : [];
  cues ??= new Cues({ table: cueTable, terms, facts, predicates, rules, remembered: 'noPerson' });
  return {
    text,
    tokens,
    cues,
    marked: tokens.map(() => false),
    fired: [],
    remembered: new Array<boolean | undefined>(tokens.length),
    repeated: repeatedOf(tokens),
  };
}
