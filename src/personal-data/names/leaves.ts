import { type Token } from './tokens.ts';
import { type WordFacts } from './word-facts.ts';

/** A token, or undefined for the edge of the text. */
export type Readable = Token | undefined;

/** The properties of a word that patterns can name: all of its facts that are true or false. */
const facts = [
  'first',
  'everyday',
  'onlyFirst',
  'brandName',
  'surname',
  'surnameShape',
  'surnameLike',
  'pluralSurname',
  'oftenSurname',
  'patronymic',
  'vocative',
  'place',
  'known',
  'common',
  'adjective',
  'noun',
  'wordlike',
  'commonNominative',
  'nameNominative',
  'preposition',
  'verb',
  'predicate',
  'never',
  'brand',
  'personNoun',
  'roleNoun',
  'bearer',
  'officeNoun',
  'profession',
  'animalNoun',
  'placeNoun',
  'branchNoun',
  'regionNoun',
  'settlementNoun',
  'singular',
  'institutionNoun',
  'productNoun',
  'makerNoun',
  'vesselNoun',
  'title',
  'streetTitle',
  'nameParticle',
  'greeting',
  'humanVerb',
  'personVerb',
  'contactVerb',
  'pastPersonVerb',
  'motionVerb',
  'pluralVerb',
  'beginsFigure',
  'institutionShape',
  'pluralShape',
  'nameable',
] as const satisfies readonly (keyof WordFacts)[];

/** The letters and the place of a token. */
const properties: Readonly<Record<string, (token: Token) => boolean>> = {
  any: () => true,
  opens: ({ opensSentence }) => opensSentence,
  lower: ({ kind, letters }) => kind === 'word' && letters === 'lower',
  Capital: ({ letters }) => letters === 'Capital',
  UPPER: ({ letters }) => letters === 'UPPER',
  capitalised: ({ kind, letters, text }) => kind === 'word' && letters !== 'lower' && text.length > 1,
  mayBeName: ({ mayBeName }) => mayBeName,
  unknownName: ({ isUnknownName }) => isUnknownName,
  hasForms: ({ facts: { nameForms } }) => nameForms.length > 0,
  twoCharacters: ({ text }) => text.length === 2,
  letter: ({ kind, text }) => kind === 'word' && text.length === 1,
};

const kinds = new Set(['word', 'latin', 'number', 'break', 'contact', 'cut', 'sign']);

const wordOf = ({ kind, facts: { word }, text }: Token): string => (kind === 'word' ? word : text.toLowerCase());

const formTest = (sense: string, form: string): ((token: Token) => boolean) => {
  const matches = (own: string): boolean => own === form || own.endsWith(` ${form}`);
  return sense === 'name'
    ? ({ facts: { nameForms } }) => nameForms.some(matches)
    : ({ facts: { cases } }) => cases.includes(form);
};

const propertyTest = (leaf: string): ((token: Token) => boolean) => {
  const [sense = '', form] = leaf.split(':');
  const fact = facts.find((name) => name === leaf);
  if (fact) return (token) => token.facts[fact];
  if (kinds.has(leaf)) return ({ kind }) => kind === leaf;
  if (form !== undefined && (sense === 'name' || sense === 'any')) return formTest(sense, form.replace('.', ' '));
  const property = properties[leaf];
  if (!property) throw new Error(`Unknown property of a token in a pattern: ${leaf}`);
  return property;
};

const shapeTest = (leaf: string): ((token: Token) => boolean) => {
  const shape = new RegExp(leaf.slice(1, -1));
  return (token) => token.kind === 'word' && shape.test(token.facts.word);
};

const testOf = (leaf: string): ((token: Readable) => boolean) => {
  if (leaf === 'edge') return (token) => token === undefined;
  const signs = leaf.slice(1, -1);
  const isSign = leaf.startsWith("'") && /[^\p{L}]/u.test(signs);
  const test = isSign
    ? ({ kind, text }: Token) => kind === 'sign' && signs.includes(text)
    : leaf.startsWith('/')
      ? shapeTest(leaf)
      : propertyTest(leaf);
  return (token) => token !== undefined && test(token);
};

/** No beginning or ending in a pattern is longer. */
const longestPart = 20;

type Table = Map<string, number[]>;

const push = (table: Table, key: string, number: number): void => {
  const numbers = table.get(key);
  if (numbers) numbers.push(number);
  else table.set(key, [number]);
};

/** Finds of which leaves a token is one: words, beginnings and endings by a look-up, other leaves by their test. */
export class LeafIndex {
  private readonly words: Table = new Map();
  private readonly beginnings: Table = new Map();
  private readonly endings: Table = new Map();
  private readonly tests: { readonly test: (token: Readable) => boolean; readonly number: number }[] = [];

  /** Reports `number` for every token of which the leaf holds. */
  add(leaf: string, number: number): void {
    const isLatin = /^'\p{L}+'$/u.test(leaf);
    if (isLatin) push(this.words, leaf.slice(1, -1), number);
    else if (/^-[а-я]+$/.test(leaf)) push(this.endings, leaf.slice(1), number);
    else if (/^[а-я]+-$/.test(leaf)) push(this.beginnings, leaf.slice(0, -1), number);
    else if (/^[а-я-]+$/.test(leaf)) push(this.words, leaf, number);
    else this.tests.push({ test: testOf(leaf), number });
  }

  /** Reports the numbers of the leaves that hold of a token. */
  find(token: Readable, report: (number: number) => void): void {
    for (const { test, number } of this.tests) if (test(token)) report(number);
    if (token?.kind !== 'word' && token?.kind !== 'latin') return;
    const word = wordOf(token);
    this.words.get(word)?.forEach(report);
    for (let length = 1; length <= Math.min(word.length, longestPart); length++) {
      this.beginnings.get(word.slice(0, length))?.forEach(report);
      this.endings.get(word.slice(-length))?.forEach(report);
    }
  }
}
