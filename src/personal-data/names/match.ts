import { type CueTable } from './cues/cue.ts';
import { parseTest, type Sequence, type Terms, type TokenTest } from './patterns.ts';
import { TokenTests, type Bit } from './token-tests.ts';
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
};

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
  private readonly groups: readonly (readonly Group[])[];
  private readonly gateWords: number;
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly predicates: Predicates;
  private readonly slots: readonly Bit[];
  private edge: Uint32Array | undefined;

  constructor({ table, terms, predicates, slots }: Tables) {
    this.predicates = predicates;
    this.slots = slots.map((slot) => this.tests.bitOf(parseTest(slot, terms)));
    this.numbers = new Map(Object.keys(table).map((name, number) => [name, number]));
    const drafts = Object.values(table).map((cues) => draftsOf(cues, terms));
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
    const end: Follow = { steps: [], ends: true };
    return {
      pattern,
      slot: this.check(slot),
      left: this.entries(left, end, true),
      right: this.entries(right, end, false),
    };
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

  /** What refers to other contexts is asked last: it is dearer than the neighbours. */
  private matches({ slot, left, right }: Cue, text: Text, at: number): boolean {
    const { word, mask, asks } = slot;
    if (mask !== 0 && ((this.bitsOf(text.tokens[at])[word] ?? 0) & mask) === 0) return false;
    if (!this.reads(left, text, at - 1, -1) || !this.reads(right, text, at + 1, 1)) return false;
    return asks === undefined || asks(text, at);
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
    for (const { offset, gate, trigger, slot, cues } of this.groups[context] ?? [])
      if (
        ((text.seen[gate.word] ?? 0) & gate.mask) !== 0 &&
        this.has(text.tokens[at + offset], trigger) &&
        this.has(text.tokens[at], slot)
      )
        for (const cue of cues) if (this.matches(cue, text, at)) return true;
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
