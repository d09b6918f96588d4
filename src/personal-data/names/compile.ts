import { type Pattern, type PatternReader, type Sequence, type TokenTest } from './patterns.ts';
import { type Spelling } from './spellings.ts';
import { type TokenTests } from './token-tests.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, and which of them belong to a name so far. */
export type Text = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly marked: readonly boolean[];
  /** Answers that are remembered, for each token. */
  readonly remembered: (boolean | undefined)[];
  /** Of a long text of few words. */
  readonly repeated: Repeated | undefined;
};

/** Returns the spelling of a token, or undefined beyond the edges: an array that is asked for index -1 is slow from then on. */
export const spellingIn = ({ tokens }: Text, at: number): Spelling | undefined =>
  at >= 0 && at < tokens.length ? tokens[at]?.spelling : undefined;

/** The different words of a text, and the cues of each context for which it has all that they need. */
export type Repeated = { readonly spellings: readonly Spelling[]; readonly groups: (readonly Group[] | undefined)[] };

export type Asks = (text: Text, at: number) => boolean;

/** A test of one token: the number of what its spelling answers, `none` if that is nothing, and what its spelling cannot say. */
type Check = { readonly test: number; readonly asks: Asks | undefined };

/** Where a side of a pattern can go on; `ends`: or it is complete. */
export type Side = { readonly steps: readonly Step[]; readonly ends: boolean };
type Step = Check & { readonly named: boolean; readonly next: Side };

/** A pattern; its sides are compiled when the slot first passes. */
export type Cue = {
  readonly pattern: string;
  readonly read: Pattern;
  readonly slot: Check;
  left: Side | undefined;
  right: Side | undefined;
};

/** Cues of a context by the neighbour that tells most: the token at `offset` from the slot and the slot must pass these tests. */
export type Group = {
  readonly offset: number;
  readonly trigger: number;
  readonly slot: number;
  readonly cues: readonly Cue[];
};

/** The number of no test. */
export const none = -1;

const end: Side = { steps: [], ends: true };
const anyTest: TokenTest = { kind: 'leaf', leaf: 'any' };

/** Leaves that depend on the token's place, not only on its spelling. */
const ofPlace: Readonly<Record<string, Asks>> = {
  opens: ({ tokens }, at) => tokens[at]?.opensSentence === true,
  marked: ({ marked }, at) => marked[at] === true,
  glued: ({ tokens }, at) => tokens[at - 1]?.end === tokens[at]?.start,
};

const placeTests = new WeakMap<TokenTest, boolean>();

const dependsOnPlace = (test: TokenTest): boolean => {
  if (test.kind === 'leaf') return test.leaf.startsWith('#') || ofPlace[test.leaf] !== undefined;
  return test.kind === 'not' ? isOfPlace(test.test) : test.tests.some(isOfPlace);
};

const isOfPlace = (test: TokenTest): boolean => {
  if (test.kind === 'leaf') return dependsOnPlace(test);
  const known = placeTests.get(test) ?? dependsOnPlace(test);
  placeTests.set(test, known);
  return known;
};

/** The part of a test that depends on the spelling alone: what it needs, whatever the place is. */
const spellingPart = (test: TokenTest): TokenTest | undefined => {
  if (!isOfPlace(test)) return test;
  if (test.kind === 'any') {
    const tests = test.tests.map(spellingPart);
    return tests.every((part) => part !== undefined) ? { kind: 'any', tests } : undefined;
  }
  if (test.kind !== 'all') return undefined;
  const tests = test.tests.flatMap((part) => spellingPart(part) ?? []);
  return tests.length > 0 ? { kind: 'all', tests } : undefined;
};

const anyOf = (tests: readonly (TokenTest | undefined)[]): TokenTest => {
  const known = tests.filter((test) => test !== undefined);
  if (known.length < tests.length) return anyTest;
  const [first = anyTest, ...others] = new Set(known);
  return others.length === 0 ? first : { kind: 'any', tests: [first, ...others] };
};

/** Whether few tokens pass one of the tests. */
const isSelective = (tests: readonly TokenTest[] | undefined): boolean =>
  tests?.every(
    (test) => test.kind !== 'not' && !(test.kind === 'leaf' && test.leaf === 'any') && spellingPart(test),
  ) === true;

/** The tests of which the first token of a side must pass one, or undefined if the side can be empty. */
const firstTests = (part: Sequence, isReversed: boolean): readonly TokenTest[] | undefined => {
  if (part.kind === 'token') return [part.test];
  if (part.kind === 'repeat') return part.min > 0 ? firstTests(part.part, isReversed) : undefined;
  if (part.kind === 'choice') {
    const firsts = part.parts.map((branch) => firstTests(branch, isReversed));
    return firsts.every((first) => first !== undefined) ? firsts.flat() : undefined;
  }
  const found: TokenTest[] = [];
  for (const item of isReversed ? part.parts.toReversed() : part.parts) {
    const first = firstTests(item, isReversed);
    found.push(...(first ?? firstTests(item.kind === 'repeat' ? item.part : item, isReversed) ?? [anyTest]));
    if (first) return found;
  }
  return undefined;
};

type Repeat = Extract<Sequence, { kind: 'repeat' }>;

/** The tests that tokens of a text must pass for a side to match. */
const neededBy = (part: Sequence): readonly TokenTest[] => {
  if (part.kind === 'token') return [part.test];
  if (part.kind === 'repeat') return part.min > 0 ? neededBy(part.part) : [];
  return part.kind === 'sequence' ? part.parts.flatMap(neededBy) : [];
};

const union = (sides: readonly Side[]): Side => ({
  steps: [...new Set(sides.flatMap(({ steps }) => steps))],
  ends: sides.some(({ ends }) => ends),
});

/** A pattern, read and as it is written, and the tests of the neighbour that tells most. */
type Read = Pattern & { readonly pattern: string; readonly offset: number; readonly triggers: readonly TokenTest[] };

const withTriggers = (pattern: string, read: Pattern): Read => {
  const [before, after] = [firstTests(read.left, true), firstTests(read.right, false)];
  if (before && isSelective(before)) return { ...read, pattern, offset: -1, triggers: before };
  if (after && isSelective(after)) return { ...read, pattern, offset: 1, triggers: after };
  return { ...read, pattern, offset: 0, triggers: [read.slot] };
};

const both =
  (first: Asks, second: Asks): Asks =>
  (text, at) =>
    first(text, at) && second(text, at);

const either =
  (first: Asks, second: Asks): Asks =>
  (text, at) =>
    first(text, at) || second(text, at);

type References = { readonly asks: (name: string) => Asks; readonly dearest: string };

/** The parts of a test, and those of its parts of the same kind. */
const flat = (kind: 'all' | 'any', test: TokenTest): readonly TokenTest[] =>
  test.kind === kind ? test.tests.flatMap((part) => flat(kind, part)) : [test];

/** Compiles patterns: their tokens to numbers of tests, their sides to graphs of tokens. */
export class Compiler {
  private readonly reader: PatternReader;
  private readonly tests: TokenTests;
  private readonly reference: (name: string) => Asks;
  private readonly dearest: string;
  /** Patterns share the tests of their terms. */
  private readonly checks = new Map<TokenTest, Check>();

  /** `asks` returns what answers `#name`; `dearest` is the name that costs most. */
  constructor(reader: PatternReader, tests: TokenTests, references: References) {
    this.reader = reader;
    this.tests = tests;
    this.reference = references.asks;
    this.dearest = `#${references.dearest}`;
  }

  /** Returns the cues of a context by the neighbour that tells most. Throws on an unreadable pattern. */
  groups(patterns: readonly string[]): readonly Group[] {
    const read = patterns.flatMap((pattern) => this.reader.patterns(pattern).map((one) => withTriggers(pattern, one)));
    return [...new Set(read.map(({ offset }) => offset))].map((offset) => {
      const ofGroup = read.filter((one) => one.offset === offset);
      const slot = this.tests.numberOf(anyOf(ofGroup.map((one) => spellingPart(one.slot))));
      const trigger = this.tests.numberOf(anyOf(ofGroup.flatMap(({ triggers }) => triggers.map(spellingPart))));
      return { offset, trigger, slot, cues: ofGroup.map((one) => this.cue(one, slot)) };
    });
  }

  /** What the slots of the group say need not be asked again. */
  private cue(read: Read, ofGroup: number): Cue {
    const { test, asks } = this.check(read.slot);
    const slot = { test: test === ofGroup ? none : test, asks };
    return { pattern: read.pattern, read, slot, left: undefined, right: undefined };
  }

  /** Returns what stands left of the slot, from right to left. */
  left(cue: Cue): Side {
    return (cue.left ??= this.graph(cue.read.left, end, true));
  }

  /** Returns what stands right of the slot. */
  right(cue: Cue): Side {
    return (cue.right ??= this.graph(cue.read.right, end, false));
  }

  /** Where a part that is followed by `next` begins; the longest way comes first. */
  private graph(part: Sequence, next: Side, isReversed: boolean): Side {
    if (part.kind === 'token') return { steps: [{ ...this.check(part.test), named: part.named, next }], ends: false };
    if (part.kind === 'choice') return union(part.parts.map((branch) => this.graph(branch, next, isReversed)));
    if (part.kind === 'repeat') return this.repeated(part, next, isReversed);
    const parts = isReversed ? part.parts : part.parts.toReversed();
    return parts.reduce<Side>((following, item) => this.graph(item, following, isReversed), next);
  }

  private repeated({ part, min, max }: Repeat, next: Side, isReversed: boolean): Side {
    let following = next;
    for (let left = max; left > min; left--) following = union([this.graph(part, following, isReversed), next]);
    for (let left = min; left > 0; left--) following = this.graph(part, following, isReversed);
    return following;
  }

  /** Returns the numbers of the tests that tokens of a text must pass for the cue to match. */
  needs({ read }: Cue): readonly number[] {
    const tests = [...neededBy(read.left), ...neededBy(read.right)].flatMap((test) => spellingPart(test) ?? []);
    return tests.map((test) => this.tests.numberOf(test));
  }

  private check(test: TokenTest): Check {
    const known = this.checks.get(test);
    if (known) return known;
    const ofSpelling = spellingPart(test);
    const check = { test: ofSpelling ? this.tests.numberOf(ofSpelling) : none, asks: this.openPart(test) };
    this.checks.set(test, check);
    return check;
  }

  /** What the bit of the spelling leaves open. */
  private openPart(test: TokenTest): Asks | undefined {
    if (!isOfPlace(test)) return undefined;
    return test.kind === 'all' ? this.joined('all', flat('all', test).filter(isOfPlace)) : this.asker(test);
  }

  private cost(test: TokenTest): number {
    if (test.kind === 'leaf') return test.leaf === this.dearest ? 2 : test.leaf.startsWith('#') ? 1 : 0;
    return test.kind === 'not' ? this.cost(test.test) : Math.max(...test.tests.map((part) => this.cost(part)));
  }

  /** What the spelling alone answers is one question, and the first; what is dearer is asked later. */
  private joined(kind: 'all' | 'any', tests: readonly TokenTest[]): Asks {
    const ofSpelling = tests.filter((part) => !isOfPlace(part));
    const whole: TokenTest[] = ofSpelling.length > 0 ? [{ kind, tests: ofSpelling }] : [];
    return [...whole, ...tests.filter(isOfPlace).sort((a, b) => this.cost(a) - this.cost(b))]
      .map((part) => this.asker(part))
      .reduceRight((rest, first) => (kind === 'all' ? both(first, rest) : either(first, rest)));
  }

  private asker(test: TokenTest): Asks {
    if (!isOfPlace(test)) {
      const number = this.tests.numberOf(test);
      return (text, at) => this.tests.has(spellingIn(text, at), number);
    }
    if (test.kind === 'leaf') return ofPlace[test.leaf] ?? this.reference(test.leaf.slice(1));
    if (test.kind === 'not') {
      const inner = this.asker(test.test);
      return (text, at) => !inner(text, at);
    }
    return this.joined(test.kind, flat(test.kind, test));
  }
}
