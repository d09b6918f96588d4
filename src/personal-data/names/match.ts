import { type CueTable } from './cues/cue.ts';
import { parsePatterns, parseTest, type Sequence, type Terms, type TokenTest } from './patterns.ts';
import { leavesOf, TokenTests, type Bit } from './token-tests.ts';
import { type Spelling } from './spellings.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, and which of them belong to a name so far. */
export type Text = { readonly text: string; readonly tokens: readonly Token[]; readonly marked: readonly boolean[] };

/** What a pattern cannot say: `#name` in a slot asks for it. */
export type Predicates = Readonly<Record<string, (text: Text, at: number) => boolean>>;

/** All that is compiled; `slots`: what a word must be for the rule of the same number, 32 at most. */
type Tables = {
  readonly table: CueTable;
  readonly terms: Terms;
  readonly predicates: Predicates;
  readonly slots: readonly string[];
};

type Asks = (text: Text, at: number) => boolean;

/** A test of one token: a bit of its spelling, if it has one, and what its spelling cannot say. */
type Check = Bit & { readonly asks: Asks | undefined };

/** Where a side of a pattern can go on; `ends`: or it is complete. */
type Follow = { readonly steps: readonly Step[]; readonly ends: boolean };
type Step = { readonly check: Check; readonly next: Follow };

type Cue = { readonly pattern: string; readonly slot: Check; readonly left: Follow; readonly right: Follow };

/** Cues that cannot match unless the token at `offset` from the slot passes the trigger: most words are done with one bit test for a whole group. */
type Group = { readonly offset: number; readonly trigger: Check; readonly cues: readonly Cue[] };

/** Leaves that depend on the token's place, not only on its spelling. */
const ofPlace: Readonly<Record<string, Asks>> = {
  opens: ({ tokens }, at) => tokens[at]?.opensSentence === true,
  marked: ({ marked }, at) => marked[at] === true,
  glued: ({ tokens }, at) => tokens[at - 1]?.end === tokens[at]?.start,
};

const anyTest: TokenTest = { kind: 'leaf', leaf: 'any' };

const isOfPlace = (test: TokenTest): boolean =>
  leavesOf(test).some((leaf) => leaf.startsWith('#') || ofPlace[leaf] !== undefined);

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

const anyOf = (tests: readonly (TokenTest | undefined)[]): TokenTest =>
  tests.every((test) => test !== undefined) && tests.length > 0 ? { kind: 'any', tests } : anyTest;

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

/**
 * All cues, compiled once. A context is asked for at one token: its cues are tried there, outwards from the slot. What a single token is costs one bit
 * test, since its spelling knows the answers to all tests; patterns have bounds, so that a question takes a bounded time.
 */
export class Cues {
  private readonly tests = new TokenTests();
  private readonly groups: (readonly Group[])[] = [];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly predicates: Predicates;
  private readonly slots: readonly Bit[];
  private edge: Uint32Array | undefined;

  constructor({ table, terms, predicates, slots }: Tables) {
    this.predicates = predicates;
    this.slots = slots.map((slot) => this.tests.bitOf(parseTest(slot, terms)));
    this.numbers = new Map(Object.keys(table).map((name, number) => [name, number]));
    for (const cues of Object.values(table)) {
      const groups = new Map<number, { readonly tests: (TokenTest | undefined)[]; readonly cues: Cue[] }>();
      for (const { pattern } of cues)
        for (const { left, slot, right } of parsePatterns(pattern, terms)) {
          const [before, after] = [firstTests(left, true), firstTests(right, false)];
          const offset = isSelective(before) ? -1 : isSelective(after) ? 1 : 0;
          const group = groups.get(offset) ?? { tests: [], cues: [] };
          groups.set(offset, group);
          const first = offset < 0 ? before : offset > 0 ? after : undefined;
          group.tests.push(...(first ?? [slot]).map(spellingPart));
          const end: Follow = { steps: [], ends: true };
          const sides = { left: this.entries(left, end, true), right: this.entries(right, end, false) };
          group.cues.push({ pattern, slot: this.check(slot), ...sides });
        }
      this.groups.push(
        [...groups].map(([offset, group]) => ({ offset, trigger: this.check(anyOf(group.tests)), cues: group.cues })),
      );
    }
  }

  /** The number of a context. */
  numberOf(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`No context has the name ${name}`);
    return number;
  }

  private check(test: TokenTest): Check {
    const ofSpelling = spellingPart(test);
    const bit = ofSpelling ? this.tests.bitOf(ofSpelling) : { word: 0, mask: 0 };
    return { ...bit, asks: this.openPart(test) };
  }

  /** What the bit of the spelling leaves open. */
  private openPart(test: TokenTest): Asks | undefined {
    if (!isOfPlace(test)) return undefined;
    return test.kind === 'all' ? this.joined('all', test.tests.filter(isOfPlace)) : this.asker(test);
  }

  /** What the spelling alone answers is one question. */
  private joined(kind: 'all' | 'any', tests: readonly TokenTest[]): Asks {
    const ofSpelling = tests.filter((part) => !isOfPlace(part));
    const open = tests.filter(isOfPlace);
    const whole: TokenTest[] = ofSpelling.length > 0 ? [{ kind, tests: ofSpelling }] : [];
    const asks = [...whole, ...open].map((part) => this.asker(part));
    const [first, second] = asks;
    if (first && asks.length === 1) return first;
    if (first && second && asks.length === 2)
      return kind === 'all'
        ? (text, at) => first(text, at) && second(text, at)
        : (text, at) => first(text, at) || second(text, at);
    return kind === 'all'
      ? (text, at) => asks.every((ask) => ask(text, at))
      : (text, at) => asks.some((ask) => ask(text, at));
  }

  private asker(test: TokenTest): Asks {
    if (!isOfPlace(test)) {
      const { word, mask } = this.tests.bitOf(test);
      return ({ tokens }, at) => ((this.bitsOf(tokens[at])[word] ?? 0) & mask) !== 0;
    }
    if (test.kind === 'leaf') return ofPlace[test.leaf] ?? this.reference(test.leaf.slice(1));
    if (test.kind === 'not') {
      const inner = this.asker(test.test);
      return (text, at) => !inner(text, at);
    }
    return this.joined(test.kind, test.tests);
  }

  private reference(name: string): Asks {
    const predicate = this.predicates[name];
    if (predicate) return predicate;
    const number = this.numberOf(name);
    return (text, at) => this.holds(number, text, at);
  }

  /** Where a part that is followed by `next` begins. */
  private entries(part: Sequence, next: Follow, isReversed: boolean): Follow {
    if (part.kind === 'token') return { steps: [{ check: this.check(part.test), next }], ends: false };
    if (part.kind === 'choice') return union(part.parts.map((branch) => this.entries(branch, next, isReversed)));
    if (part.kind !== 'repeat')
      return (isReversed ? part.parts : part.parts.toReversed()).reduce<Follow>(
        (following, item) => this.entries(item, following, isReversed),
        next,
      );
    return this.repeated(part, next, isReversed);
  }

  private repeated(part: Extract<Sequence, { kind: 'repeat' }>, next: Follow, isReversed: boolean): Follow {
    let following = next;
    for (let left = part.max; left > part.min; left--)
      following = union([next, this.entries(part.part, following, isReversed)]);
    for (let left = part.min; left > 0; left--) following = this.entries(part.part, following, isReversed);
    return following;
  }

  private bitsOf(token: Token | undefined): Uint32Array {
    if (token === undefined) return (this.edge ??= this.tests.holding(undefined));
    return (token.spelling.tests ??= this.tests.holding(token.spelling));
  }

  /** Returns the rules that a word may be marked by, as bits. */
  rulesOf(spelling: Spelling): number {
    if (spelling.rules === undefined) {
      const bits = (spelling.tests ??= this.tests.holding(spelling));
      let rules = 0;
      this.slots.forEach(({ word, mask }, rule) => {
        if (((bits[word] ?? 0) & mask) !== 0) rules |= 1 << rule;
      });
      spelling.rules = rules;
    }
    return spelling.rules;
  }

  private passes({ word, mask, asks }: Check, text: Text, at: number): boolean {
    if (mask !== 0 && ((this.bitsOf(text.tokens[at])[word] ?? 0) & mask) === 0) return false;
    return asks === undefined || asks(text, at);
  }

  /** Whether a side can be read from a token on, in steps of 1 or -1. */
  private reads({ steps, ends }: Follow, text: Text, at: number, by: number): boolean {
    if (ends) return true;
    for (const { check, next } of steps)
      if (this.passes(check, text, at) && this.reads(next, text, at + by, by)) return true;
    return false;
  }

  private matches({ slot, left, right }: Cue, text: Text, at: number): boolean {
    return this.passes(slot, text, at) && this.reads(left, text, at - 1, -1) && this.reads(right, text, at + 1, 1);
  }

  /** Whether the context of this number holds at a token. */
  holds(context: number, text: Text, at: number): boolean {
    for (const { offset, trigger, cues } of this.groups[context] ?? [])
      if (this.passes(trigger, text, at + offset)) for (const cue of cues) if (this.matches(cue, text, at)) return true;
    return false;
  }

  /** Returns the patterns of a context that match at a token, as they are written. */
  matching(name: string, text: Text, at: number): string[] {
    const cues = (this.groups[this.numberOf(name)] ?? []).flatMap((group) => group.cues);
    return cues.filter((cue) => this.matches(cue, text, at)).map(({ pattern }) => pattern);
  }
}

const union = (follows: readonly Follow[]): Follow => ({
  steps: [...new Set(follows.flatMap(({ steps }) => steps))],
  ends: follows.some(({ ends }) => ends),
});
