import { factNames, type Fact } from './facts.ts';
import { isLatinFirstName } from './latin-spellings.ts';
import { type TokenTest } from './patterns.ts';
import { type Spelling } from './spellings.ts';

/** A spelling, or undefined for the edge of the text. */
export type Readable = Spelling | undefined;
type Holds = (spelling: Readable) => boolean;

const isOfWoman = (form: string): boolean => form.startsWith('femn');
const isOfMan = (form: string): boolean => form.startsWith('masc');

/** The letters of a spelling, and which forms it has. */
const properties: Readonly<Record<string, (spelling: Spelling) => boolean>> = {
  any: () => true,
  lower: ({ kind, letters }) => kind === 'word' && letters === 'lower',
  Capital: ({ letters }) => letters === 'Capital',
  UPPER: ({ letters }) => letters === 'UPPER',
  capitalised: ({ kind, letters, text }) => kind === 'word' && letters !== 'lower' && text.length > 1,
  mayBeName: ({ mayBeName }) => mayBeName,
  unknownName: ({ isUnknownName }) => isUnknownName,
  hasForms: ({ facts: { nameForms } }) => nameForms.length > 0,
  hasCases: ({ facts: { cases } }) => cases.length > 0,
  /** Виктории is also a form of Викторий, which is not in use. */
  woman: ({ facts: { nameForms } }) => nameForms.filter(isOfWoman).length > nameForms.filter(isOfMan).length,
  latinFirst: ({ kind, text }) => kind === 'latin' && isLatinFirstName(text.toLowerCase()),
  mixed: ({ text }) => /[а-яё][А-ЯЁ]/.test(text),
  character: ({ text }) => text.length === 1,
  houseNumber: ({ kind, text }) => kind === 'number' && text.length <= 3,
  twoCharacters: ({ text }) => text.length === 2,
  letter: ({ kind, text }) => kind === 'word' && text.length === 1,
};

const kinds = new Set(['word', 'latin', 'number', 'break', 'contact', 'cut', 'sign']);

/** What a token can be in a pattern besides the properties of a word. */
export const propertyNames: readonly string[] = [...Object.keys(properties), ...kinds, 'edge'];

const wordOf = (spelling: Readable): string =>
  spelling?.kind === 'word' ? spelling.facts.word : spelling?.kind === 'latin' ? spelling.text.toLowerCase() : '';

const formTest = (sense: string, form: string): ((spelling: Spelling) => boolean) => {
  const matches = (own: string): boolean => own === form || own.endsWith(` ${form}`);
  if (sense === 'name') return ({ facts: { nameForms } }) => nameForms.some(matches);
  if (sense === 'place') return ({ facts: { placeCases } }) => placeCases.length === 0 || placeCases.includes(form);
  return ({ facts: { cases } }) => cases.includes(form);
};

const isFact = (name: string): name is Fact => (factNames as readonly string[]).includes(name);

const propertyTest = (leaf: string): ((spelling: Spelling) => boolean) => {
  const [sense = '', form] = leaf.split(':');
  if (isFact(leaf)) return ({ facts }) => facts[leaf];
  if (kinds.has(leaf)) return ({ kind }) => kind === leaf;
  if (form !== undefined && ['name', 'any', 'place'].includes(sense)) return formTest(sense, form.replace('.', ' '));
  const property = properties[leaf];
  if (!property) throw new Error(`Unknown property of a token in a pattern: ${leaf}`);
  return property;
};

/** Words as they are written in patterns: связи, 'hello'. */
const wordLeaf = /^(?:[а-я](?:[а-я-]*[а-я])?|'\p{L}+')$/u;

/** A shape in Latin letters is that of a Latin word, as it is written if it has capitals. */
const shapeTest = (text: string): Holds => {
  const shape = new RegExp(text);
  if (/[A-Z]/.test(text)) return (spelling) => spelling?.kind === 'latin' && shape.test(spelling.text);
  const kind = /[a-z]/.test(text) ? 'latin' : 'word';
  return (spelling) => spelling?.kind === kind && shape.test(wordOf(spelling));
};

const leafTest = (leaf: string): Holds => {
  if (leaf === 'edge') return (spelling) => spelling === undefined;
  const inner = leaf.slice(1, -1);
  if (wordLeaf.test(leaf)) {
    const word = leaf.replaceAll("'", '');
    return (spelling) => wordOf(spelling) === word;
  }
  if (leaf.startsWith('-')) return (spelling) => wordOf(spelling).endsWith(leaf.slice(1));
  if (/^[а-я-]+-$/.test(leaf)) return (spelling) => wordOf(spelling).startsWith(leaf.slice(0, -1));
  if (leaf.startsWith("'")) return (spelling) => spelling?.kind === 'sign' && inner.includes(spelling.text);
  if (leaf.startsWith('/')) return shapeTest(inner);
  const property = propertyTest(leaf);
  return (spelling) => spelling !== undefined && property(spelling);
};

/**
 * The tests of single tokens in patterns, each once, in the order in which they are first asked for. A spelling answers each of them when it is
 * first asked, and keeps the answer as bits.
 */
export class TokenTests {
  /** Of equal tests and of parts of tests, so that a long test is known by the short text of its parts. */
  private readonly ids = new Map<string, number>();
  private readonly idsOfSame = new WeakMap<TokenTest, number>();
  /** By id. */
  private readonly evaluators: (Holds | undefined)[] = [];
  private readonly numbers = new Map<number, number>();
  /** By number. */
  private readonly asked: Holds[] = [];
  private edge = new Uint32Array();

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

  /** Returns how a test is answered; its parts are tests as well, and are read once. */
  evaluatorOf(test: TokenTest): Holds {
    return (this.evaluators[this.idOf(test)] ??= this.evaluator(test));
  }

  private evaluator(test: TokenTest): Holds {
    if (test.kind === 'leaf') return leafTest(test.leaf);
    if (test.kind === 'not') {
      const inner = this.evaluatorOf(test.test);
      return (spelling) => !inner(spelling);
    }
    const isWord = (part: TokenTest): boolean =>
      test.kind === 'any' && part.kind === 'leaf' && wordLeaf.test(part.leaf);
    const parts = test.tests.filter((part) => !isWord(part)).map((part) => this.evaluatorOf(part));
    if (test.kind === 'all') return (spelling) => parts.every((part) => part(spelling));
    const words = new Set(
      test.tests.filter(isWord).map((part) => (part.kind === 'leaf' ? part.leaf.replaceAll("'", '') : '')),
    );
    return (spelling) => words.has(wordOf(spelling)) || parts.some((part) => part(spelling));
  }

  /** The number of a test, by which spellings are asked for it. */
  numberOf(test: TokenTest): number {
    const id = this.idOf(test);
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.asked.push(this.evaluatorOf(test)) - 1;
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
    const isSo = this.asked[number]?.(spelling) === true;
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

/** What two bits of the answers say. */
const unknown = 0;
const yes = 1;
const no = 2;

/** An array of answers is made longer by so many words at a time. */
const answersAhead = 16;
