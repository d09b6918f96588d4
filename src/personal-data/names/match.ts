import { type CueTable } from './cues/cue.ts';
import { PatternReader, type Terms, type TokenTest } from './patterns.ts';
import { TokenTests, type Bit } from './token-tests.ts';
import { graphOf, type Check as OpenCheck, type Follow } from './graphs.ts';
import { type Spelling } from './spellings.ts';
import { draftsOf, isOfPlace, spellingPart, type Compiled } from './triggers.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, and which of them belong to a name so far. */
export type Text = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly marked: readonly boolean[];
  /** Which gates any of the tokens passes, as bits. */
  readonly seen: Uint32Array;
  /** Answers that are remembered, for each token. */
  readonly remembered: (boolean | undefined)[];
};

/** What a pattern cannot say: `#name` in a slot asks for it. */
export type Predicates = Readonly<Record<string, (text: Text, at: number) => boolean>>;

/** All that is compiled; `slots`: what a word must be for the rule of the same number, 32 at most. */
type Tables = {
  readonly table: CueTable;
  readonly terms: Terms;
  readonly predicates: Predicates;
  readonly slots: readonly string[];
  /** A context that many others ask for, and that no mark changes. */
  readonly remembered: string;
};

type Asks = (text: Text, at: number) => boolean;
type Check = OpenCheck<Asks>;
type Side = Follow<Check>;

type Cue = {
  readonly pattern: string;
  readonly slot: Check;
  readonly left: Side;
  readonly right: Side;
};

/** The first and the last token of a name. */
export type Range = readonly [first: number, last: number];

/**
 * Cues that cannot match unless some token of the text passes the gate, the token at `offset` from the slot the trigger, and the slot's one of their
 * slots: most words are done with a bit test or two for a whole group.
 */
type Group = {
  readonly offset: number;
  readonly gate: Bit;
  readonly trigger: Bit;
  readonly slot: Bit;
  readonly cues: readonly Cue[];
};

const none = -1;
const fails = -2;

/** Leaves that depend on the token's place, not only on its spelling. */
const ofPlace: Readonly<Record<string, Asks>> = {
  opens: ({ tokens }, at) => tokens[at]?.opensSentence === true,
  marked: ({ marked }, at) => marked[at] === true,
  glued: ({ tokens }, at) => tokens[at - 1]?.end === tokens[at]?.start,
};

/**
 * All cues, compiled once. A context is asked for at one token: its cues are tried there, outwards from the slot. What a single token is costs one bit
 * test, since its spelling knows the answers to all tests; patterns have bounds, so that a question takes a bounded time.
 */
export class Cues {
  private readonly tests = new TokenTests();
  /** Patterns share the tests of their terms. */
  private readonly checks = new WeakMap<TokenTest, Check>();
  private readonly groups: readonly (readonly Group[])[];
  private readonly gateWords: number;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly predicates: Predicates;
  private readonly slots: readonly Bit[];
  private readonly remembered: string;
  private edge: Uint32Array | undefined;

  constructor({ table, terms, predicates, slots, remembered }: Tables) {
    this.remembered = remembered;
    this.predicates = predicates;
    const reader = new PatternReader(terms);
    this.slots = slots.map((slot) => this.tests.bitOf(reader.test(slot)));
    this.numbers = new Map(Object.keys(table).map((name, number) => [name, number]));
    const drafts = Object.values(table).map((cues) => draftsOf(cues, reader));
    // Gates come first, so that their bits are in few words.
    const gates = drafts.map((groups) => groups.map(({ gate }) => this.tests.bitOf(gate)));
    this.gateWords = 1 + Math.max(...gates.flat().map(({ word }) => word));
    this.groups = drafts.map((groups) =>
      groups.map(({ offset, gate, trigger, slot, patterns }) => ({
        offset,
        gate: this.tests.bitOf(gate),
        trigger: this.tests.bitOf(trigger),
        slot: this.tests.bitOf(slot),
        cues: patterns.map((compiled) => this.cueOf(compiled)),
      })),
    );
  }

  private cueOf({ pattern, left, slot, right }: Compiled): Cue {
    const end: Side = { steps: [], ends: true };
    const check = (test: TokenTest): Check => this.check(test);
    return {
      pattern,
      slot: this.check(slot),
      left: graphOf(left, end, { check, isReversed: true }),
      right: graphOf(right, end, { check, isReversed: false }),
    };
  }

  /** The number of a context. */
  numberOf(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`No context has the name ${name}`);
    return number;
  }

  private check(test: TokenTest): Check {
    const known = this.checks.get(test);
    if (known) return known;
    const ofSpelling = spellingPart(test);
    const bit = ofSpelling ? this.tests.bitOf(ofSpelling) : { word: 0, mask: 0 };
    const check = { ...bit, asks: this.openPart(test) };
    this.checks.set(test, check);
    return check;
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
    return name === this.remembered
      ? (text, at) => (text.remembered[at] ??= this.holds(number, text, at))
      : (text, at) => this.holds(number, text, at);
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

  /** Reads a side from a token on, in steps of 1 or -1, as many tokens as it can take: the outermost that is named, `none`, or `fails`. */
  private reads({ steps, ends }: Side, text: Text, at: number, by: number): number {
    for (const { check, named, next } of steps)
      if (this.passes(check, text, at)) {
        const outermost = this.reads(next, text, at + by, by);
        if (outermost !== fails) return named && outermost === none ? at : outermost;
      }
    return ends ? none : fails;
  }

  /** Returns the range that the cue names if it matches. What refers to other contexts is asked last: it is dearer than the neighbours. */
  private matchOf({ slot, left, right }: Cue, text: Text, at: number): Range | undefined {
    const { word, mask, asks } = slot;
    if (mask !== 0 && ((this.bitsOf(text.tokens[at])[word] ?? 0) & mask) === 0) return undefined;
    const first = this.reads(left, text, at - 1, -1);
    if (first === fails) return undefined;
    const last = this.reads(right, text, at + 1, 1);
    if (last === fails || (asks !== undefined && !asks(text, at))) return undefined;
    return [first === none ? at : first, last === none ? at : last];
  }

  private matches(cue: Cue, text: Text, at: number): boolean {
    return this.matchOf(cue, text, at) !== undefined;
  }

  /** Returns which gates any of the tokens or the edge passes, as bits. */
  seenIn(tokens: readonly Token[]): Uint32Array {
    const seen = this.bitsOf(undefined).slice(0, this.gateWords);
    for (const token of tokens) {
      const bits = this.bitsOf(token);
      for (let word = 0; word < seen.length; word++) seen[word] = (seen[word] ?? 0) | (bits[word] ?? 0);
    }
    return seen;
  }

  private has(token: Token | undefined, { word, mask }: Bit): boolean {
    return ((this.bitsOf(token)[word] ?? 0) & mask) !== 0;
  }

  /** Whether the context of this number holds at a token. */
  holds(context: number, text: Text, at: number): boolean {
    for (const group of this.groups[context] ?? [])
      if (this.isPossible(group, text, at)) for (const cue of group.cues) if (this.matches(cue, text, at)) return true;
    return false;
  }

  private isPossible({ gate, trigger, slot, offset }: Group, text: Text, at: number): boolean {
    return (
      ((text.seen[gate.word] ?? 0) & gate.mask) !== 0 &&
      this.has(text.tokens[at + offset], trigger) &&
      this.has(text.tokens[at], slot)
    );
  }

  /** Returns the longest range that a cue of the context names when it matches at a token, or undefined. */
  rangeAt(context: number, text: Text, at: number): Range | undefined {
    let longest: Range | undefined;
    for (const group of this.groups[context] ?? [])
      if (this.isPossible(group, text, at))
        for (const cue of group.cues) {
          const range = this.matchOf(cue, text, at);
          if (range && (!longest || range[1] - range[0] > longest[1] - longest[0])) longest = range;
        }
    return longest;
  }

  /** Returns the patterns of a context that match at a token, as they are written. */
  matching(name: string, text: Text, at: number): string[] {
    const cues = (this.groups[this.numberOf(name)] ?? []).flatMap((group) => group.cues);
    return cues.filter((cue) => this.matches(cue, text, at)).map(({ pattern }) => pattern);
  }
}
