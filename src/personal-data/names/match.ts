import { Compiler, spellingIn, type Asks, type Cue, type Group, type Row, type Side, type Text } from './compile.ts';
import { type CueTable } from './cues/cue.ts';
import { type FactName } from './cues/facts.ts';
import { type ContextName } from './cues/index.ts';
import { type Rule } from './cues/rules.ts';
import { once } from './lexicon.ts';
import { PatternReader, type Pattern, type Terms, type TokenTest } from './patterns.ts';
import { Vocabulary, type Spelling } from './spellings.ts';
import { lowestBit, TokenTests } from './token-tests.ts';

/** What the cues are made of. */
type Tables = {
  readonly table: CueTable;
  readonly terms: Terms;
  readonly facts: Terms;
  readonly senses: Terms;
  /** What a pattern cannot say: `#name` in a slot asks for it. */
  readonly predicates: Readonly<Record<string, Asks>>;
  readonly rules: readonly Rule[];
  /** A context that many others ask for, and that no mark changes. */
  readonly remembered: string;
};

/** A context: what answers whether a token stands in it, and its cues, compiled when it is first asked for. */
type Context = { readonly name: string; readonly asks: Asks; groups: readonly Group[] | undefined };

/** The first and the last token of a name, and the cue that names it. */
export type Range = { readonly first: number; readonly last: number; readonly pattern: string };

/** Tokens where rules may mark a name; for each its rules, as the bits of a number for each row of rules, and those that any of them has. */
export type Places = { readonly tokens: number[]; readonly rules: number[]; readonly inAny: number[] };

const fails = -2;
const none = -1;

/**
 * All cues. A context is asked for at one token: the bits that the spellings of the token and its neighbours keep say which of its cues can match, and what
 * is left of those is read outwards from the slot. Patterns have bounds, so that a question takes a bounded time.
 */
export class Cues {
  /** The spellings of all texts; they keep the answers to the tests of these cues. */
  readonly spellings = new Vocabulary();
  private readonly tables: Tables;
  private readonly reader: PatternReader;
  private readonly tests: TokenTests;
  private readonly compiler: Compiler;
  private readonly context = once((name: string) => this.contextOf(name));
  private readonly fact = once((name: FactName) => this.tests.asker(this.reader.leaf(name)));
  private readonly rules: readonly Row[];

  constructor(tables: Tables) {
    this.tables = tables;
    this.reader = new PatternReader(tables.terms);
    this.tests = new TokenTests(this.reader, tables);
    this.compiler = new Compiler(this.reader, this.tests, {
      asks: (name) => tables.predicates[name] ?? this.context(name).asks,
      patterns: (name) => this.patternsOf(name),
      dearest: `#${tables.remembered}`,
    });
    this.rules = this.compiler.rows(tables.rules);
  }

  private contextOf(name: string): Context {
    if (!this.tables.table[name]) throw new Error(`No context has the name ${name}`);
    const isIn: Asks = (text, at) => this.matching(context, text, at, 1).length > 0;
    const isInOnce: Asks = (text, at) => (text.remembered[at] ??= isIn(text, at));
    const context: Context = { name, asks: name === this.tables.remembered ? isInOnce : isIn, groups: undefined };
    return context;
  }

  private groupsOf(context: Context): readonly Group[] {
    return (context.groups ??= this.compiler.groups(this.patternsOf(context.name) ?? []));
  }

  /** The patterns of a context, with those of the contexts that stand alone in a slot for it; undefined if there is no such context. */
  private patternsOf(name: string): readonly Pattern[] | undefined {
    return this.tables.table[name]?.flatMap(({ pattern }) =>
      this.reader.patterns(pattern).flatMap((read) => {
        const isAlone = [read.left, read.right].every((side) => side.kind === 'sequence' && side.parts.length === 0);
        const others = isAlone ? this.contextsIn(read.slot) : [];
        return others.length === 0 ? [read] : others.flat().map((one) => ({ ...one, text: pattern }));
      }),
    );
  }

  /** The patterns of the contexts of which a test asks for any; none if it asks for more. */
  private contextsIn({ kind, leaf, parts }: TokenTest): readonly (readonly Pattern[])[] {
    const leaves = kind === 'any' ? parts.map((part) => part.leaf) : [leaf];
    const contexts = leaves.flatMap((one) => (one.startsWith('#') ? [this.patternsOf(one.slice(1)) ?? []] : []));
    return contexts.length === leaves.length && contexts.every((patterns) => patterns.length > 0) ? contexts : [];
  }

  /** Reads a side from a token on, in steps of 1 or -1, as many tokens as it can take: the outermost that is named, `none`, or `fails`. */
  private reads(side: Side, text: Text, at: number, by: number): number {
    const { steps, all, ends } = side;
    if (side.first < 0) side.first = this.tests.numberRow(steps.map(({ test }) => test));
    for (let left = this.tests.passed(spellingIn(text, at), side.first, all); left !== 0; left &= left - 1) {
      const step = steps[lowestBit(left)];
      if (!step || (step.asks !== undefined && !step.asks(text, at))) continue;
      const outermost = this.reads(step.next, text, at + by, by);
      if (outermost !== fails) return step.named && outermost === none ? at : outermost;
    }
    return ends ? none : fails;
  }

  /** Whether a cue matches that can; what refers to other contexts is asked last: it is dearer than the neighbours. */
  private matches({ left, right, asks }: Cue, text: Text, at: number): boolean {
    if (left !== undefined && this.reads(left, text, at - 1, -1) === fails) return false;
    if (right !== undefined && this.reads(right, text, at + 1, 1) === fails) return false;
    return asks === undefined || asks(text, at);
  }

  /** Which cues or rules of a row can match at a token, as bits. */
  private candidates({ all, slots, before, after }: Row, text: Text, at: number): number {
    const bySlot = this.tests.passed(spellingIn(text, at), slots, all);
    if (bySlot === 0) return 0;
    const byLeft = this.tests.passed(spellingIn(text, at - 1), before, bySlot);
    return byLeft === 0 ? 0 : this.tests.passed(spellingIn(text, at + 1), after, byLeft);
  }

  /** The cues of a context that match at a token, so many at most. */
  private matching(context: Context, text: Text, at: number, most: number): readonly Cue[] {
    const found: Cue[] = [];
    for (const group of this.groupsOf(context))
      for (let left = this.candidates(group, text, at); left !== 0; left &= left - 1) {
        const cue = group.cues[lowestBit(left)];
        if (cue && this.matches(cue, text, at) && found.push(cue) === most) return found;
      }
    return found;
  }

  /** Whether a spelling has the property of a name. */
  is(spelling: Spelling, fact: FactName): boolean {
    return this.fact(fact)(spelling);
  }

  /** Whether a token stands in the context of a name. */
  holds(context: ContextName, text: Text, at: number): boolean {
    return this.context(context).asks(text, at);
  }

  /** Returns the patterns of a context that match at a token, as they are written. */
  patternsAt(context: ContextName, text: Text, at: number): string[] {
    return this.matching(this.context(context), text, at, Infinity).map(({ pattern }) => pattern);
  }

  /** Returns the longest range that a cue of a context names when it matches at a token, or undefined. */
  rangeAt(context: ContextName, text: Text, at: number): Range | undefined {
    let longest: Range | undefined;
    for (const { left, right, pattern } of this.matching(this.context(context), text, at, Infinity)) {
      const outermost = left?.names === true ? this.reads(left, text, at - 1, -1) : none;
      const last = right?.names === true ? this.reads(right, text, at + 1, 1) : none;
      const range = { first: outermost === none ? at : outermost, last: last === none ? at : last, pattern };
      if (!longest || range.last - range.first > longest.last - longest.first) longest = range;
    }
    return longest;
  }

  /** Whether a rule may mark a word where its neighbours let it; none a letter alone but for an initial. A new word is looked up here, which takes the most time. */
  private mayBeMarked(spelling: Spelling): boolean {
    return (spelling.mayBeMarked ??=
      (spelling.text.length > 1 || spelling.letters !== 'lower') &&
      this.rules.some(({ slots, all }) => this.tests.passed(spelling, slots, all) !== 0));
  }

  /** Adds a token to the places where a rule may mark a name. */
  addPlace({ tokens, rules, inAny }: Places, text: Text, at: number): void {
    if (!this.mayBeMarked(spellingIn(text, at))) return;
    tokens.push(at);
    for (let row = 0; row < this.rules.length; row++) {
      const ofRow = this.rules[row];
      const bits = ofRow ? this.candidates(ofRow, text, at) : 0;
      rules.push(bits);
      inAny[row] = (inAny[row] ?? 0) | bits;
    }
  }
}
