import { draftsOf, graphOf, isOfPlace, spellingPart, type Draft, type Follow } from './compile.ts';
import { type CueTable } from './cues/cue.ts';
import { PatternReader, type Pattern, type Sequence, type Terms, type TokenTest } from './patterns.ts';
import { type Spelling } from './spellings.ts';
import { TokenTests, type Holds } from './token-tests.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, and which of them belong to a name so far. */
export type Text = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly marked: readonly boolean[];
  /** Answers that are remembered, for each token. */
  readonly remembered: (boolean | undefined)[];
};

/** What a pattern cannot say: `#name` in a slot asks for it. */
export type Predicates = Readonly<Record<string, (text: Text, at: number) => boolean>>;

/** What the cues are made of; `slots`: what a token must be for the rule of the same number. */
type Tables = {
  readonly table: CueTable;
  readonly terms: Terms;
  readonly predicates: Predicates;
  readonly slots: readonly string[];
  /** A context that many others ask for, and that no mark changes. */
  readonly remembered: string;
};

type Asks = (text: Text, at: number) => boolean;
/** A test of one token: the number of what its spelling answers, -1 if that is nothing, and what its spelling cannot say. */
type Check = { readonly test: number; readonly asks: Asks | undefined };
type Side = Follow<Check>;

/** A pattern; its sides are compiled when the slot first passes. */
type Cue = {
  readonly pattern: string;
  readonly read: Pattern;
  readonly slot: Check;
  left: Side | undefined;
  right: Side | undefined;
};

/** The first and the last token of a name, and the cue that names it. */
export type Range = { readonly first: number; readonly last: number; readonly pattern: string };

/** Cues of which none matches unless the token at `offset` from the slot is a trigger, and the slot's one of their slots. */
type Group = {
  readonly offset: number;
  readonly trigger: number;
  readonly slot: number;
  readonly cues: readonly Cue[];
};

const end: Side = { steps: [], ends: true };

const none = -1;
const fails = -2;

/** Leaves that depend on the token's place, not only on its spelling. */
const ofPlace: Readonly<Record<string, Asks>> = {
  opens: ({ tokens }, at) => tokens[at]?.opensSentence === true,
  marked: ({ marked }, at) => marked[at] === true,
  glued: ({ tokens }, at) => tokens[at - 1]?.end === tokens[at]?.start,
};

const both =
  (first: Asks, second: Asks): Asks =>
  (text, at) =>
    first(text, at) && second(text, at);

const either =
  (first: Asks, second: Asks): Asks =>
  (text, at) =>
    first(text, at) || second(text, at);

/**
 * All cues; a context is compiled when it is first asked for. It is asked for at one token: its cues are tried there, outwards from the slot. What a
 * single token is costs a bit test or two, since its spelling keeps the answers to all tests; patterns have bounds, so that a question takes a bounded time.
 */
export class Cues {
  private readonly tests = new TokenTests();
  private readonly reader: PatternReader;
  /** Patterns share the tests of their terms. */
  private readonly checks = new WeakMap<TokenTest, Check>();
  private readonly contexts: CueTable[string][];
  private readonly groups: (readonly Group[])[] = [];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly tables: Tables;
  private slots: readonly Holds[] | undefined;

  constructor(tables: Tables) {
    this.tables = tables;
    this.reader = new PatternReader(tables.terms);
    this.contexts = Object.values(tables.table);
    this.numbers = new Map(Object.keys(tables.table).map((name, number) => [name, number]));
  }

  private compiled(context: number): readonly Group[] {
    const patterns = (this.contexts[context] ?? []).map(({ pattern }) => pattern);
    return draftsOf(patterns, this.reader).map((draft) => {
      const slot = this.tests.numberOf(draft.slot);
      return {
        offset: draft.offset,
        trigger: this.tests.numberOf(draft.trigger),
        slot,
        cues: draft.patterns.map((read) => this.cueOf(read, slot)),
      };
    });
  }

  /** What the slots of the group say need not be asked again. */
  private cueOf(read: Draft['patterns'][number], ofGroup: number): Cue {
    const { test, asks } = this.check(read.slot);
    return {
      pattern: read.pattern,
      read,
      slot: { test: test === ofGroup ? none : test, asks },
      left: undefined,
      right: undefined,
    };
  }

  private sideOf(side: Sequence, isReversed: boolean): Side {
    return graphOf(side, end, { check: (test) => this.check(test), isReversed });
  }

  /** The number of a context. */
  private numberOf(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`No context has the name ${name}`);
    return number;
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
    return test.kind === 'all' ? this.joined('all', test.tests.filter(isOfPlace)) : this.asker(test);
  }

  /** What the spelling alone answers is one question. */
  private joined(kind: 'all' | 'any', tests: readonly TokenTest[]): Asks {
    const ofSpelling = tests.filter((part) => !isOfPlace(part));
    const whole: TokenTest[] = ofSpelling.length > 0 ? [{ kind, tests: ofSpelling }] : [];
    return [...whole, ...tests.filter(isOfPlace)]
      .map((part) => this.asker(part))
      .reduceRight((rest, first) => (kind === 'all' ? both(first, rest) : either(first, rest)));
  }

  private asker(test: TokenTest): Asks {
    if (!isOfPlace(test)) {
      const number = this.tests.numberOf(test);
      return ({ tokens }, at) => this.tests.has(tokens[at]?.spelling, number);
    }
    if (test.kind === 'leaf') return ofPlace[test.leaf] ?? this.reference(test.leaf.slice(1));
    if (test.kind === 'not') {
      const inner = this.asker(test.test);
      return (text, at) => !inner(text, at);
    }
    return this.joined(test.kind, test.tests);
  }

  private reference(name: string): Asks {
    const predicate = this.tables.predicates[name];
    if (predicate) return predicate;
    const number = this.numberOf(name);
    return name === this.tables.remembered
      ? (text, at) => (text.remembered[at] ??= this.holds(number, text, at))
      : (text, at) => this.holds(number, text, at);
  }

  /** Returns the numbers of the rules that may mark a token. */
  rulesOf(spelling: Spelling): readonly number[] {
    this.slots ??= this.tables.slots.map((slot) => this.tests.evaluatorOf(this.reader.test(slot)));
    return (spelling.rules ??= this.slots.flatMap((holds, rule) => (holds(spelling) ? [rule] : [])));
  }

  /** Reads a side from a token on, in steps of 1 or -1, as many tokens as it can take: the outermost that is named, `none`, or `fails`. */
  private reads({ steps, ends }: Side, text: Text, at: number, by: number): number {
    if (steps.length === 0) return ends ? none : fails;
    const spelling = text.tokens[at]?.spelling;
    for (const { test, asks, named, next } of steps) {
      if (test >= 0 && !this.tests.has(spelling, test)) continue;
      if (asks !== undefined && !asks(text, at)) continue;
      const outermost = this.reads(next, text, at + by, by);
      if (outermost !== fails) return named && outermost === none ? at : outermost;
    }
    return ends ? none : fails;
  }

  /** Returns the range that the cue names if it matches. What refers to other contexts is asked last: it is dearer than the neighbours. */
  private matchOf(cue: Cue, text: Text, at: number): Range | undefined {
    const { test, asks } = cue.slot;
    if (test >= 0 && !this.tests.has(text.tokens[at]?.spelling, test)) return undefined;
    const first = this.reads((cue.left ??= this.sideOf(cue.read.left, true)), text, at - 1, -1);
    if (first === fails) return undefined;
    const last = this.reads((cue.right ??= this.sideOf(cue.read.right, false)), text, at + 1, 1);
    if (last === fails || (asks !== undefined && !asks(text, at))) return undefined;
    return { first: first === none ? at : first, last: last === none ? at : last, pattern: cue.pattern };
  }

  private groupsOf(context: number): readonly Group[] {
    return (this.groups[context] ??= this.compiled(context));
  }

  private isPossible({ trigger, slot, offset }: Group, { tokens }: Text, at: number): boolean {
    return (
      (offset === 0 || this.tests.has(tokens[at + offset]?.spelling, trigger)) &&
      this.tests.has(tokens[at]?.spelling, slot)
    );
  }

  /** Whether the context of this number holds at a token. */
  holds(context: number, text: Text, at: number): boolean {
    for (const group of this.groupsOf(context))
      if (this.isPossible(group, text, at)) for (const cue of group.cues) if (this.matchOf(cue, text, at)) return true;
    return false;
  }

  /** Returns the longest range that a cue of the context names when it matches at a token, or undefined. */
  rangeAt(context: number, text: Text, at: number): Range | undefined {
    let longest: Range | undefined;
    for (const group of this.groupsOf(context))
      if (this.isPossible(group, text, at))
        for (const cue of group.cues) {
          const range = this.matchOf(cue, text, at);
          if (range && (!longest || range.last - range.first > longest.last - longest.first)) longest = range;
        }
    return longest;
  }

  /** Returns the patterns of a context that match at a token, as they are written. */
  matching(name: string, text: Text, at: number): string[] {
    const groups = this.groupsOf(this.numberOf(name)).filter((group) => this.isPossible(group, text, at));
    const cues = groups.flatMap((group) => group.cues);
    return cues.filter((cue) => this.matchOf(cue, text, at)).map(({ pattern }) => pattern);
  }
}
