import { type Reading } from './dictionary.ts';
import { figureStem, figures, hasList, hasRewriting, isLatinFirstName, lexiconTest, rewriting } from './lexicon.ts';
import { isFirstName, isSense, type Sense } from './morphology.ts';
import { type PatternReader, type Terms, type TokenTest } from './patterns.ts';
import { Spelling } from './spellings.ts';

/** A spelling, or undefined for the edge of the text. */
export type Readable = Spelling | undefined;
type Holds = (spelling: Readable) => boolean;
type Property = (spelling: Spelling) => boolean;

const isOfWoman = (form: string): boolean => form.startsWith('femn');
const isOfMan = (form: string): boolean => form.startsWith('masc');

const figureBeginnings = new Set([...figures].map((figure) => figure.split(' ', 1)[0]));

/** The letters of a spelling, and what its forms are. */
const properties: Readonly<Record<string, Property>> = {
  any: () => true,
  lower: ({ kind, letters }) => kind === 'word' && letters === 'lower',
  Capital: ({ letters }) => letters === 'Capital',
  UPPER: ({ letters }) => letters === 'UPPER',
  capitalised: ({ kind, letters, text }) => kind === 'word' && letters !== 'lower' && text.length > 1,
  character: ({ text }) => text.length === 1,
  twoCharacters: ({ text }) => text.length === 2,
  letter: ({ kind, text }) => kind === 'word' && text.length === 1,
  houseNumber: ({ kind, text }) => kind === 'number' && text.length <= 3,
  hasForms: ({ forms: { nameForms } }) => nameForms.length > 0,
  hasCases: ({ forms: { cases } }) => cases.length > 0,
  /** Виктории is also a form of Викторий, which is not in use. */
  woman: ({ forms: { nameForms } }) => nameForms.filter(isOfWoman).length > nameForms.filter(isOfMan).length,
  latinFirst: ({ kind, text }) => kind === 'latin' && isLatinFirstName(text.toLowerCase()),
  firstName: ({ entry }) => isFirstName(entry),
  beginsFigure: ({ word }) => figureBeginnings.has(figureStem(word)),
};

const kinds = new Set(['word', 'latin', 'number', 'break', 'contact', 'cut', 'sign']);

/** What a token can be in a pattern besides the properties of a word. */
export const propertyNames: readonly string[] = [...Object.keys(properties), ...kinds, 'edge'];

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

/** `common:NOUN.!plur`: one of the readings in a sense passes all tests. */
const readingTest =
  (sense: Sense, tests: readonly ((reading: Reading) => boolean)[]): Property =>
  ({ entry }) =>
    entry.of(sense).some((reading) => tests.every((test) => test(reading)));

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
const leafTest = (leaf: string): Property => {
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
    return ({ word }) => holds(word);
  }
  if (kinds.has(leaf)) return ({ kind }) => kind === leaf;
  const [sense = '', tests] = leaf.split(':');
  if (tests !== undefined && isSense(sense)) return readingTest(sense, tests.split('.').map(grammemeTest));
  const property = properties[leaf];
  if (!property) throw new Error(`Unknown property of a token in a pattern: ${leaf}`);
  return property;
};

/**
 * The tests of single tokens in patterns, each once, in the order in which they are first asked for. A spelling answers each of them when it is
 * first asked, and keeps the answer as bits.
 */
export class TokenTests {
  /** Of equal tests and of parts of tests, so that a long test is known by the short text of its parts. */
  private readonly ids = new Map<string, number>();
  private readonly idsOfSame = new Map<TokenTest, number>();
  /** By id. */
  private readonly evaluators: (Holds | undefined)[] = [];
  private readonly numbers = new Map<number, number>();
  /** By number; read when it is first asked. */
  private readonly asked: (TokenTest | Holds)[] = [];
  private edge = new Uint32Array();
  private readonly reader: PatternReader;
  private readonly facts: Terms;

  /** `facts`: properties of words by name, each said in others. */
  constructor(reader: PatternReader, facts: Terms) {
    this.reader = reader;
    this.facts = facts;
  }

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
    return `${test.kind} ${test.tests.map((part) => (part.kind === 'leaf' ? part.leaf : this.idOf(part))).join(' ')}`;
  }

  /** Returns how a part of a test is answered: each part is read once, and a spelling keeps the answer to a fact. */
  private partOf(test: TokenTest): Holds {
    if (test.kind !== 'leaf' || this.facts[test.leaf] === undefined)
      return (this.evaluators[this.idOf(test)] ??= this.evaluator(test));
    const number = this.numberOf(test);
    return (spelling) => this.has(spelling, number);
  }

  private leaf(leaf: string): Holds {
    if (leaf === 'edge') return (spelling) => spelling === undefined;
    const property = this.fact(leaf) ?? this.rewritten(leaf) ?? leafTest(leaf);
    return (spelling) => spelling !== undefined && property(spelling);
  }

  private fact(name: string): Property | undefined {
    const text = this.facts[name];
    return text === undefined ? undefined : this.partOf(this.reader.test(text));
  }

  /** `left:first`: the word can be rewritten so (`lexicon/forms.txt`), and what it becomes has the property. */
  private rewritten(leaf: string): Property | undefined {
    const [name = '', fact] = leaf.split(':');
    if (fact === undefined || !hasRewriting(name)) return undefined;
    const rewrite = rewriting(name);
    let holds: Holds | undefined;
    return ({ word }) => {
      const rewritten = rewrite(word);
      if (rewritten === word) return false;
      holds ??= this.leaf(fact);
      return holds(new Spelling(rewritten, 'word'));
    };
  }

  private evaluator(test: TokenTest): Holds {
    if (test.kind === 'leaf') return this.leaf(test.leaf);
    if (test.kind === 'not') {
      const inner = this.partOf(test.test);
      return (spelling) => !inner(spelling);
    }
    const isWord = (part: TokenTest): boolean =>
      test.kind === 'any' && part.kind === 'leaf' && wordLeaf.test(part.leaf);
    const parts = test.tests.filter((part) => !isWord(part)).map((part) => this.partOf(part));
    if (test.kind === 'all') return (spelling) => parts.every((part) => part(spelling));
    const words = new Set(
      test.tests.filter(isWord).map((part) => (part.kind === 'leaf' ? part.leaf.replaceAll("'", '') : '')),
    );
    return (spelling) =>
      (spelling !== undefined && words.has(wordOf(spelling))) || parts.some((part) => part(spelling));
  }

  /** The number of a test, by which spellings are asked for it. */
  numberOf(test: TokenTest): number {
    const id = this.idOf(test);
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.asked.push(test) - 1;
    this.numbers.set(id, number);
    return number;
  }

  /** Whether a spelling passes the test of a number. */
  has(spelling: Readable, number: number): boolean {
    const answers = (spelling === undefined ? this.edge : spelling.answers)[number >>> 4] ?? 0;
    const answer = (answers >>> ((number & 15) << 1)) & 3;
    return answer === unknown ? this.ask(spelling, number) : answer === yes;
  }

  private ask(spelling: Readable, number: number): boolean {
    let holds = this.asked[number] ?? never;
    if (typeof holds !== 'function') this.asked[number] = holds = this.evaluator(holds);
    const isSo = holds(spelling);
    const word = number >>> 4;
    let answers = spelling === undefined ? this.edge : spelling.answers;
    if (word >= answers.length) {
      const longer = new Uint32Array(word + answersAhead);
      longer.set(answers);
      answers = longer;
      if (spelling === undefined) this.edge = longer;
      else spelling.answers = longer;
    }
    answers[word] = (answers[word] ?? 0) | ((isSo ? yes : no) << ((number & 15) << 1));
    return isSo;
  }
}

/** The test that nothing passes. */
const never: Holds = () => false;

/** What two bits of the answers say. */
const unknown = 0;
const yes = 1;
const no = 2;

/** An array of answers is made longer by so many words at a time. */
const answersAhead = 16;
