import { type TokenTest } from './patterns.ts';
import { spellingOf, type Spelling } from './spellings.ts';

/** A spelling, or undefined for the edge of the text. */
type Readable = Spelling | undefined;
type Holds = (spelling: Spelling) => boolean;

/** Where the result of a test stands in the bits of a spelling. */
export type Bit = { readonly word: number; readonly mask: number };

/** The letters of a spelling, and which forms it has. */
const properties: Readonly<Record<string, Holds>> = {
  any: () => true,
  lower: ({ kind, letters }) => kind === 'word' && letters === 'lower',
  Capital: ({ letters }) => letters === 'Capital',
  UPPER: ({ letters }) => letters === 'UPPER',
  capitalised: ({ kind, letters, text }) => kind === 'word' && letters !== 'lower' && text.length > 1,
  mayBeName: ({ mayBeName }) => mayBeName,
  unknownName: ({ isUnknownName }) => isUnknownName,
  hasForms: ({ facts: { nameForms } }) => nameForms.length > 0,
  hasCases: ({ facts: { cases } }) => cases.length > 0,
  mixed: ({ text }) => /[а-яё][А-ЯЁ]/.test(text),
  character: ({ text }) => text.length === 1,
  houseNumber: ({ kind, text }) => kind === 'number' && text.length <= 3,
  twoCharacters: ({ text }) => text.length === 2,
  letter: ({ kind, text }) => kind === 'word' && text.length === 1,
};

const kinds = new Set(['word', 'latin', 'number', 'break', 'contact', 'cut', 'sign']);

const wordOf = ({ kind, facts: { word }, text }: Spelling): string => (kind === 'word' ? word : text.toLowerCase());

const formTest = (sense: string, form: string): Holds => {
  const matches = (own: string): boolean => own === form || own.endsWith(` ${form}`);
  if (sense === 'name') return ({ facts: { nameForms } }) => nameForms.some(matches);
  if (sense === 'place') return ({ facts: { placeCases } }) => placeCases.length === 0 || placeCases.includes(form);
  return ({ facts: { cases } }) => cases.includes(form);
};

const isFact = (name: string, { facts }: Spelling): name is keyof Spelling['facts'] =>
  typeof (facts as Readonly<Record<string, unknown>>)[name] === 'boolean';

/** `sample` is any spelling, which tells what facts there are. */
const propertyTest = (leaf: string, sample: Spelling): Holds => {
  const [sense = '', form] = leaf.split(':');
  if (isFact(leaf, sample)) return ({ facts }) => facts[leaf] === true;
  if (kinds.has(leaf)) return ({ kind }) => kind === leaf;
  if (form !== undefined && ['name', 'any', 'place'].includes(sense)) return formTest(sense, form.replace('.', ' '));
  const property = properties[leaf];
  if (!property) throw new Error(`Unknown property of a token in a pattern: ${leaf}`);
  return property;
};

const shapeTest = (leaf: string): Holds => {
  const shape = new RegExp(leaf.slice(1, -1));
  return ({ kind, facts }) => kind === 'word' && shape.test(facts.word);
};

const testOf = (leaf: string, sample: Spelling): ((spelling: Readable) => boolean) => {
  if (leaf === 'edge') return (spelling) => spelling === undefined;
  const signs = leaf.slice(1, -1);
  const isSign = leaf.startsWith("'") && /[^\p{L}]/u.test(signs);
  const test = isSign
    ? ({ kind, text }: Spelling) => kind === 'sign' && signs.includes(text)
    : leaf.startsWith('/')
      ? shapeTest(leaf)
      : propertyTest(leaf, sample);
  return (spelling) => spelling !== undefined && test(spelling);
};

/** No beginning or ending in a pattern is longer. */
const longestPart = 20;

type Table = Map<string, number[]>;
type Evaluate = (bits: Uint32Array) => boolean;

const push = (table: Table, key: string, number: number): void => {
  const numbers = table.get(key);
  if (numbers) numbers.push(number);
  else table.set(key, [number]);
};

const isPlain = (test: TokenTest): boolean =>
  test.kind === 'leaf' || (test.kind === 'any' && test.tests.every(isPlain));

/** Returns the leaves of a test. */
const leavesOf = (test: TokenTest): readonly string[] => {
  if (test.kind === 'leaf') return [test.leaf];
  return test.kind === 'not' ? leavesOf(test.test) : test.tests.flatMap(leavesOf);
};

const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};

/** Finds of which leaves a spelling is one: words, beginnings and endings by a look-up, other leaves by their test. */
class LeafIndex {
  private readonly sample = spellingOf('');
  private readonly words: Table = new Map();
  private readonly beginnings: Table = new Map();
  private readonly endings: Table = new Map();
  private readonly tests: { readonly test: (spelling: Readable) => boolean; readonly number: number }[] = [];

  /** Reports `number` for every spelling of which the leaf holds. */
  add(leaf: string, number: number): void {
    const isLatin = /^'\p{L}+'$/u.test(leaf);
    if (isLatin) push(this.words, leaf.slice(1, -1), number);
    else if (/^-[а-я]+$/.test(leaf)) push(this.endings, leaf.slice(1), number);
    else if (/^[а-я]+-$/.test(leaf)) push(this.beginnings, leaf.slice(0, -1), number);
    else if (/^[а-я-]+$/.test(leaf)) push(this.words, leaf, number);
    else this.tests.push({ test: testOf(leaf, this.sample), number });
  }

  /** Sets the bits of the leaves that hold of a spelling. */
  find(spelling: Readable, bits: Uint32Array): void {
    const report = (number: number): void => setBit(bits, number);
    for (const { test, number } of this.tests) if (test(spelling)) report(number);
    if (spelling?.kind !== 'word' && spelling?.kind !== 'latin') return;
    const word = wordOf(spelling);
    this.words.get(word)?.forEach(report);
    for (let length = 1; length <= Math.min(word.length, longestPart); length++) {
      this.beginnings.get(word.slice(0, length))?.forEach(report);
      this.endings.get(word.slice(-length))?.forEach(report);
    }
  }
}

/** The tests of single tokens in all patterns, each once: what they say of a spelling is found once and kept as bits. */
export class TokenTests {
  /** Of equal tests and of parts of tests, so that a long test is known by the short text of its parts. */
  private readonly ids = new Map<string, number>();
  private readonly idsOfSame = new WeakMap<TokenTest, number>();
  /** By id. */
  private readonly numbers = new Map<number, number>();
  private readonly index = new LeafIndex();
  private readonly others: { readonly number: number; readonly evaluate: Evaluate }[] = [];

  private idOf(test: TokenTest): number {
    const same = this.idsOfSame.get(test);
    if (same !== undefined) return same;
    const key = this.keyOf(test);
    const id = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, id);
    this.idsOfSame.set(test, id);
    return id;
  }

  private keyOf(test: TokenTest): string {
    if (test.kind === 'leaf') return test.leaf;
    if (test.kind === 'not') return `!${this.idOf(test.test)}`;
    return `${test.kind} ${test.tests.map((part) => this.idOf(part)).join(' ')}`;
  }

  private numberOf(test: TokenTest): number {
    const id = this.idOf(test);
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(id, number);
    if (isPlain(test)) for (const leaf of new Set(leavesOf(test))) this.index.add(leaf, number);
    else this.others.push({ evaluate: this.evaluator(test), number });
    return number;
  }

  /** The bit of a test; all tests must be known before the first spelling is asked for. */
  bitOf(test: TokenTest): Bit {
    const number = this.numberOf(test);
    return { word: number >>> 5, mask: 1 << (number & 31) };
  }

  /** Returns which tests hold of a spelling, as bits. */
  holding(spelling: Readable): Uint32Array {
    const bits = new Uint32Array((this.numbers.size + 31) >>> 5);
    this.index.find(spelling, bits);
    for (const { number, evaluate } of this.others) if (evaluate(bits)) setBit(bits, number);
    return bits;
  }

  /** The parts of a combined test that are leaves, or one leaf or another, become tests of their own. */
  private evaluator(test: TokenTest): Evaluate {
    if (isPlain(test)) {
      const { word, mask } = this.bitOf(test);
      return (bits) => ((bits[word] ?? 0) & mask) !== 0;
    }
    if (test.kind === 'leaf') throw new Error('A leaf is plain');
    if (test.kind === 'not') {
      const inner = this.evaluator(test.test);
      return (bits) => !inner(bits);
    }
    const parts = test.tests.map((part) => this.evaluator(part));
    return test.kind === 'all'
      ? (bits) => parts.every((part) => part(bits))
      : (bits) => parts.some((part) => part(bits));
  }
}
