import { type Reading } from './dictionary.ts';
import {
  figureStem,
  figures,
  hasList,
  hasRewriting,
  isLatinFirstName,
  lexiconTest,
  once,
  rewriting,
} from './lexicon.ts';
import { type PatternReader, type Terms, type TokenTest } from './patterns.ts';
import { kinds, Spelling } from './spellings.ts';

type Property = (spelling: Spelling) => boolean;

const figureBeginnings = new Set([...figures].map((figure) => figure.split(' ', 1)[0]));

/** What patterns ask of a spelling. */
const properties: Readonly<Record<string, Property>> = {
  any: ({ kind }) => kind !== 'edge',
  lower: ({ kind, letters }) => kind === 'word' && letters === 'lower',
  Capital: ({ letters }) => letters === 'Capital',
  UPPER: ({ letters }) => letters === 'UPPER',
  character: ({ text }) => text.length === 1,
  twoCharacters: ({ text }) => text.length === 2,
  houseNumber: ({ kind, text }) => kind === 'number' && text.length <= 3,
  latinFirst: ({ kind, text }) => kind === 'latin' && isLatinFirstName(text.toLowerCase()),
  beginsFigure: ({ word }) => figureBeginnings.has(figureStem(word)),
};

/** What a token can be in a pattern besides the properties of a word. */
export const propertyNames: readonly string[] = [...Object.keys(properties), ...kinds];

const wordOf = ({ kind, word, text }: Spelling): string => (kind === 'latin' ? text.toLowerCase() : word);

/** A test of a reading: `any`, a grammeme, or a list or shape of the lexicon that its lemma is in. */
const grammemeTest = (written: string): ((reading: Reading) => boolean) => {
  if (written.startsWith('!')) {
    const test = grammemeTest(written.slice(1));
    return (reading) => !test(reading);
  }
  if (written === 'any') return () => true;
  if (!hasList(written)) return ({ tag }) => tag.grammemes.has(written);
  const holds = lexiconTest(written);
  return ({ lemma }) => holds(lemma);
};

/** `dict:NOUN.!plur`: one of the readings passes all tests. */
const readingTest = (source: 'dict' | 'listed', written: string): Property => {
  const tests = written.split('.').map(grammemeTest);
  return ({ entry }) => entry[source].some((reading) => tests.every((test) => test(reading)));
};

/** Words as they are written in patterns: связи, 'hello'. */
const wordLeaf = /^(?:[а-я](?:[а-я-]*[а-я])?|'\p{L}+')$/u;

/** A shape in Latin letters is that of a Latin word; one with capitals is that of the word as it is written. */
const shapeTest = (text: string): Property => {
  const shape = new RegExp(text);
  const shapeKind = /[A-Za-z]/.test(text) ? 'latin' : 'word';
  return /[A-ZА-Я]/.test(text)
    ? ({ kind, text: written }) => kind === shapeKind && shape.test(written)
    : (spelling) => spelling.kind === shapeKind && shape.test(wordOf(spelling));
};

/** What a leaf asks of a spelling. */
const leafProperty = (leaf: string): Property => {
  const inner = leaf.slice(1, -1);
  if (wordLeaf.test(leaf)) {
    const word = leaf.replaceAll("'", '');
    return (spelling) => wordOf(spelling) === word;
  }
  if (leaf.startsWith('-')) return (spelling) => wordOf(spelling).endsWith(leaf.slice(1));
  if (/^[а-я-]+-$/.test(leaf)) return (spelling) => wordOf(spelling).startsWith(leaf.slice(0, -1));
  if (leaf.startsWith("'")) return ({ kind, text }) => kind === 'sign' && inner.includes(text);
  if (leaf.startsWith('/')) return shapeTest(inner);
  if (leaf.startsWith('@')) {
    const holds = lexiconTest(leaf.slice(1));
    return (spelling) => holds(wordOf(spelling));
  }
  if (kinds.some((kind) => kind === leaf)) return ({ kind }) => kind === leaf;
  const [source, tests] = leaf.split(':');
  if (tests !== undefined && (source === 'dict' || source === 'listed')) return readingTest(source, tests);
  const property = properties[leaf];
  if (!property) throw new Error(`Unknown property of a token in a pattern: ${leaf}`);
  return property;
};

/** Tests in a row that are asked at once, as the bits of a number. */
export const maxInRow = 32;

/**
 * The tests of single tokens in patterns by number. A spelling answers each of them when it is first asked, and keeps the answer as bits: of each row
 * which ones it was asked, and which of them it passes.
 */
export class TokenTests {
  private readonly reader: PatternReader;
  private readonly tables: { readonly facts: Terms; readonly senses: Terms };
  /** By number. */
  private readonly asked: TokenTest[] = [];
  /** The number of the first of a row by what the row consists of. */
  private readonly numbers = new Map<string, number>();
  /** How a test is answered: each is read once. */
  private readonly property = once((test: TokenTest) => this.combination(test));

  /** `facts`: properties of words by name, each said in others; `senses`: what is asked of readings, in `*`, likewise. */
  constructor(reader: PatternReader, tables: { readonly facts: Terms; readonly senses: Terms }) {
    this.reader = reader;
    this.tables = tables;
  }

  /** Returns what asks a spelling, which keeps the answer. */
  asker(test: TokenTest): Property {
    const number = this.numberRow([test]);
    return (spelling) => this.passed(spelling, number, 1) !== 0;
  }

  /** Returns the number of the first of tests that can be asked at once, at most 32. */
  numberRow(tests: readonly TokenTest[]): number {
    const key = tests.map(({ id }) => id).join(' ');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (tests.length > maxInRow) throw new Error(`More than ${maxInRow} tests in a row`);
    const left = maxInRow - (this.asked.length % maxInRow);
    if (tests.length > left) this.asked.length += left;
    const number = this.asked.push(...tests) - tests.length;
    this.numbers.set(key, number);
    return number;
  }

  /** Which of the wanted tests of a row a spelling passes, as bits. */
  passed(spelling: Spelling, first: number, wanted: number): number {
    const at = (first >>> 5) << 1;
    const open = (wanted << (first & 31)) & ~(spelling.answers[at] ?? 0);
    if (open !== 0) this.ask(spelling, at, open);
    return ((spelling.answers[at + 1] ?? 0) >>> (first & 31)) & wanted;
  }

  private ask(spelling: Spelling, at: number, open: number): void {
    let passed = 0;
    for (let left = open; left !== 0; left &= left - 1) {
      const test = this.asked[(at >>> 1) * maxInRow + lowestBit(left)];
      if (test && this.property(test)(spelling)) passed |= left & -left;
    }
    const { answers } = spelling;
    while (answers.length <= at) answers.push(0, 0);
    answers[at] = (answers[at] ?? 0) | open;
    answers[at + 1] = (answers[at + 1] ?? 0) | passed;
  }

  /** A spelling keeps the answer to a fact. */
  private part(test: TokenTest): Property {
    return this.tables.facts[test.leaf] === undefined ? this.property(test) : this.asker(test);
  }

  private combination({ kind, leaf, parts }: TokenTest): Property {
    if (kind === 'leaf') return this.leaf(leaf);
    const isWord = (part: TokenTest): boolean => kind === 'any' && wordLeaf.test(part.leaf);
    const words = new Set(parts.filter(isWord).map((part) => part.leaf.replaceAll("'", '')));
    const others = parts.filter((part) => !isWord(part)).map((part) => this.part(part));
    if (kind === 'all') return (spelling) => others.every((holds) => holds(spelling));
    if (kind === 'not') return (spelling) => !others.some((holds) => holds(spelling));
    return (spelling) => words.has(wordOf(spelling)) || others.some((holds) => holds(spelling));
  }

  private leaf(leaf: string): Property {
    const [, name = '', asked = ''] = /^(\w+):(.+)$/.exec(leaf) ?? [];
    const said = this.tables.facts[leaf] ?? this.tables.senses[name]?.replaceAll('*', asked);
    if (said !== undefined) return this.part(this.reader.test(said));
    return hasRewriting(name) ? this.rewritten(name, asked) : leafProperty(leaf);
  }

  /** `left:first`: the word can be rewritten so (`lexicon/forms.txt`), and what it becomes has the property. */
  private rewritten(name: string, leaf: string): Property {
    const rewrite = rewriting(name);
    return ({ word }) => {
      const rewritten = rewrite(word);
      return rewritten !== word && this.property(this.reader.leaf(leaf))(new Spelling(rewritten, 'word'));
    };
  }
}

/** The number of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
