import { type Steps } from '../../concurrency/steps.ts';
import { Compiler, none, spellingIn, type Asks, type Cue, type Group, type Side, type Text } from './compile.ts';
import { type CueTable } from './cues/cue.ts';
import { PatternReader, type Terms } from './patterns.ts';
import { RuleIndex } from './rule-index.ts';
import { type Spelling } from './spellings.ts';
import { TokenTests } from './token-tests.ts';

export { type Text } from './compile.ts';

/** What a pattern cannot say: `#name` in a slot asks for it. */
export type Predicates = Readonly<Record<string, Asks>>;

/** What the cues are made of; `rules`: what a token must be for a rule to be asked about it, and the context that it asks for. */
type Tables = {
  readonly table: CueTable;
  readonly terms: Terms;
  readonly facts: Terms;
  readonly predicates: Predicates;
  readonly rules: readonly (readonly [slot: string, context: string, ...others: unknown[]])[];
  /** A context that many others ask for, and that no mark changes. */
  readonly remembered: string;
};

/** The first and the last token of a name, and the cue that names it. */
export type Range = { readonly first: number; readonly last: number; readonly pattern: string };

const fails = -2;

/**
 * All cues; a context is compiled when it is first asked for. It is asked for at one token: its cues are tried there, outwards from the slot. What a
 * single token is costs a bit test or two, since its spelling keeps the answers to all tests; patterns have bounds, so that a question takes a bounded time.
 */
export class Cues {
  private readonly tests: TokenTests;
  private readonly compiler: Compiler;
  private readonly contexts: CueTable[string][];
  private readonly groups: (readonly Group[])[] = [];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly tables: Tables;
  private readonly rules: RuleIndex;
  private readonly facts = new Map<string, number>();

  constructor(tables: Tables) {
    const reader = new PatternReader(tables.terms);
    this.tables = tables;
    this.tests = new TokenTests(reader, tables.facts);
    this.compiler = new Compiler(reader, this.tests, {
      asks: (name) => this.reference(name),
      dearest: tables.remembered,
    });
    this.contexts = Object.values(tables.table);
    this.numbers = new Map(Object.keys(tables.table).map((name, number) => [name, number]));
    this.rules = new RuleIndex(
      this.tests,
      tables.rules.map(([slot, context]) => {
        const number = this.numberOf(context);
        return { slot: this.tests.numberOf(reader.test(slot)), groups: () => this.groupsOf(number) };
      }),
    );
  }

  /** The number of a context. */
  private numberOf(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`No context has the name ${name}`);
    return number;
  }

  private reference(name: string): Asks {
    const predicate = this.tables.predicates[name];
    if (predicate) return predicate;
    const number = this.numberOf(name);
    return name === this.tables.remembered
      ? (text, at) => (text.remembered[at] ??= this.holds(number, text, at))
      : (text, at) => this.holds(number, text, at);
  }

  private groupsOf(context: number): readonly Group[] {
    return (this.groups[context] ??= this.compiler.groups(
      (this.contexts[context] ?? []).map(({ pattern }) => pattern),
    ));
  }

  /** Reads a side from a token on, in steps of 1 or -1, as many tokens as it can take: the outermost that is named, `none`, or `fails`. */
  private reads({ steps, ends }: Side, text: Text, at: number, by: number): number {
    if (steps.length === 0) return ends ? none : fails;
    const spelling = spellingIn(text, at);
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
    if (test >= 0 && !this.tests.has(spellingIn(text, at), test)) return undefined;
    const first = this.reads(cue.left ?? this.compiler.left(cue), text, at - 1, -1);
    if (first === fails) return undefined;
    const last = this.reads(cue.right ?? this.compiler.right(cue), text, at + 1, 1);
    if (last === fails || (asks !== undefined && !asks(text, at))) return undefined;
    return { first: first === none ? at : first, last: last === none ? at : last, pattern: cue.pattern };
  }

  private isPossible({ trigger, slot, offset }: Group, text: Text, at: number): boolean {
    return (
      (offset === 0 || this.tests.has(spellingIn(text, at + offset), trigger)) &&
      this.tests.has(spellingIn(text, at), slot)
    );
  }

  /** Whether a spelling has the property of a name. */
  is(spelling: Spelling, fact: string): boolean {
    const known = this.facts.get(fact);
    const number = known ?? this.tests.numberOf({ kind: 'leaf', leaf: fact });
    if (known === undefined) this.facts.set(fact, number);
    return this.tests.has(spelling, number);
  }

  /** The cues of a context that may match in a text. In a long one that repeats a few words most are out of the question. */
  private groupsIn({ repeated }: Text, context: number): readonly Group[] {
    if (!repeated) return this.groupsOf(context);
    const { spellings, groups } = repeated;
    const isPresent = (test: number): boolean =>
      this.tests.has(undefined, test) || spellings.some((spelling) => this.tests.has(spelling, test));
    return (groups[context] ??= this.groupsOf(context).flatMap((group) => {
      const isPossible = isPresent(group.slot) && isPresent(group.trigger);
      const cues = isPossible ? group.cues.filter((cue) => this.compiler.needs(cue).every(isPresent)) : [];
      return cues.length > 0 ? [{ ...group, cues }] : [];
    }));
  }

  /** Whether the context of this number holds at a token. */
  holds(context: number, text: Text, at: number): boolean {
    for (const group of this.groupsIn(text, context))
      if (this.isPossible(group, text, at)) for (const cue of group.cues) if (this.matchOf(cue, text, at)) return true;
    return false;
  }

  /** Returns the longest range that a cue of the context names when it matches at a token, or undefined. */
  rangeAt(context: number, text: Text, at: number): Range | undefined {
    let longest: Range | undefined;
    for (const group of this.groupsIn(text, context))
      if (this.isPossible(group, text, at))
        for (const cue of group.cues) {
          const range = this.matchOf(cue, text, at);
          if (range && (!longest || range.last - range.first > longest.last - longest.first)) longest = range;
        }
    return longest;
  }

  /** Returns the numbers of the tokens that each rule may mark; a letter alone is none. */
  placesOf(text: Text): Steps<readonly (readonly number[] | undefined)[]> {
    return this.rules.placesIn(text);
  }

  /** Returns the patterns of a context that match at a token, as they are written. */
  matching(name: string, text: Text, at: number): string[] {
    const groups = this.groupsIn(text, this.numberOf(name)).filter((group) => this.isPossible(group, text, at));
    const cues = groups.flatMap((group) => group.cues);
    return cues.filter((cue) => this.matchOf(cue, text, at)).map(({ pattern }) => pattern);
  }
}
