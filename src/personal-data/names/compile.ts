import { type Rule } from './cues/rules.ts';
import { type Pattern, type PatternReader, type Sequence, type TokenTest } from './patterns.ts';
import { type Spelling } from './spellings.ts';
import { maxInRow, type TokenTests } from './token-tests.ts';
import { type Token } from './tokens.ts';

/** A text as tokens, and which of them belong to a name so far. */
export type Text = {
  readonly tokens: readonly Token[];
  readonly marked: readonly boolean[];
  /** What stands before and behind the tokens. */
  readonly edge: Spelling;
  /** Answers that are remembered, for each token. */
  readonly remembered: (boolean | undefined)[];
};

/** Returns the spelling of a token, or the edge: an array that is asked for index -1 is slow from then on. */
export const spellingIn = ({ tokens, edge }: Text, at: number): Spelling =>
  at >= 0 && at < tokens.length ? (tokens[at]?.spelling ?? edge) : edge;

/** What can be asked of a token in its place. */
export type Asks = (text: Text, at: number) => boolean;

/** Where a side of a pattern can go on. */
export type Side = {
  readonly steps: readonly Step[];
  /** It may be complete. */
  readonly ends: boolean;
  /** It may take tokens into the name. */
  readonly names: boolean;
  /** The bits of the tests of all steps, and the number of the first once they are asked. */
  readonly all: number;
  first: number;
};

/** A token of a side: what its spelling must pass, and what its spelling cannot say. */
type Step = {
  readonly test: TokenTest;
  readonly asks: Asks | undefined;
  readonly named: boolean;
  readonly next: Side;
};

/** What is left to ask of a pattern where the spellings of the slot and of the tokens beside it pass. */
export type Cue = {
  readonly pattern: string;
  readonly asks: Asks | undefined;
  readonly left: Side | undefined;
  readonly right: Side | undefined;
};

/** What the spellings of a token and of those beside it must be for something to hold at the token. */
export type Needs = { readonly slot: TokenTest; readonly before: TokenTest; readonly after: TokenTest };

/** Needs that are asked for at once: the bits of all, and the numbers of the first tests. */
export type Row = { readonly all: number; readonly slots: number; readonly before: number; readonly after: number };

export type Group = Row & { readonly cues: readonly Cue[] };

/** The items of a list in lists of as many as can be asked at once. */
export const inRows = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / maxInRow) }, (_, row) =>
    items.slice(row * maxInRow, (row + 1) * maxInRow),
  );

/** So many bits. */
const bits = (count: number): number => (count === maxInRow ? -1 : (1 << count) - 1);

const sideOf = (steps: readonly Step[], ends: boolean, names: boolean): Side => ({
  steps,
  ends,
  names,
  all: bits(steps.length),
  first: -1,
});

const end = sideOf([], true, false);

const union = (sides: readonly Side[]): Side =>
  sideOf(
    [...new Set(sides.flatMap(({ steps }) => steps))],
    sides.some(({ ends }) => ends),
    sides.some(({ names }) => names),
  );

/** Whether nothing is left to ask of a side when the spelling of its first token passes. */
const isRead = ({ steps, ends, names }: Side): boolean =>
  !names && (ends || steps.every(({ asks, next }) => !asks && next.ends));

const ofPlace: Readonly<Record<string, Asks>> = {
  opens: ({ tokens }, at) => tokens[at]?.opensSentence === true,
  marked: ({ marked }, at) => marked[at] === true,
  glued: ({ tokens }, at) => tokens[at - 1]?.end === tokens[at]?.start,
};

/** What `#name` stands for: what answers it, and the patterns of a context, if it is one. */
type References = {
  readonly asks: (name: string) => Asks;
  readonly patterns: (name: string) => readonly Pattern[] | undefined;
  /** The leaf that costs most. */
  readonly dearest: string;
};

/** Compiles patterns: their tokens to numbers of tests, their sides to graphs of tokens. */
export class Compiler {
  private readonly reader: PatternReader;
  private readonly tests: TokenTests;
  private readonly references: References;
  private readonly anything: TokenTest;
  private readonly nothingNeeded: Needs;
  private readonly needs = new Map<string, Needs>();

  constructor(reader: PatternReader, tests: TokenTests, references: References) {
    this.reader = reader;
    this.tests = tests;
    this.references = references;
    this.anything = reader.combined('all', []);
    this.nothingNeeded = { slot: this.anything, before: this.anything, after: this.anything };
  }

  /** Returns the cues of patterns in groups. */
  groups(patterns: readonly Pattern[]): readonly Group[] {
    return inRows(patterns).map((row) => ({
      ...this.row(row.map((pattern) => this.needsOfPattern(pattern))),
      cues: row.map((pattern) => this.cue(pattern)),
    }));
  }

  /** Returns the needs of rules: those of their slots and those of their contexts. */
  rows(rules: readonly Rule[]): readonly Row[] {
    const needs = rules.map(([slot, context]) =>
      this.joined('all', [this.needsOf(this.reader.test(slot)), this.needsOf(this.reader.leaf(`#${context}`))]),
    );
    return inRows(needs).map((row) => this.row(row));
  }

  private row(needs: readonly Needs[]): Row {
    return {
      all: bits(needs.length),
      slots: this.tests.numberRow(needs.map(({ slot }) => slot)),
      before: this.tests.numberRow(needs.map(({ before }) => before)),
      after: this.tests.numberRow(needs.map(({ after }) => after)),
    };
  }

  private cue({ text, left, slot, right }: Pattern): Cue {
    const open = (side: Side): Side | undefined => (isRead(side) ? undefined : side);
    const sides = { left: open(this.graph(left, end)), right: open(this.graph(right, end)) };
    return { pattern: text, asks: this.openPart(slot), ...sides };
  }

  private needsOfPattern({ left, slot, right }: Pattern): Needs {
    const ofSlot = this.needsOf(slot);
    const ofSides = { slot: this.anything, before: this.first(left), after: this.first(right) };
    return this.joined('all', [ofSlot, ofSides]);
  }

  private needsOf(test: TokenTest): Needs {
    if (!test.ofPlace) return { ...this.nothingNeeded, slot: test };
    if (test.kind === 'leaf') return this.needsOfContext(test.leaf);
    if (test.kind === 'not') return this.nothingNeeded;
    const parts = test.parts.map((part) => this.needsOf(part));
    return this.joined(test.kind, parts);
  }

  /** Contexts that ask for each other need nothing, nor does what is no context. */
  private needsOfContext(leaf: string): Needs {
    const known = this.needs.get(leaf);
    if (known) return known;
    this.needs.set(leaf, this.nothingNeeded);
    const patterns = leaf.startsWith('#') ? this.references.patterns(leaf.slice(1)) : undefined;
    const each = patterns?.map((pattern) => this.needsOfPattern(pattern)) ?? [this.nothingNeeded];
    const needs = this.joined('any', each);
    this.needs.set(leaf, needs);
    return needs;
  }

  private joined(kind: 'all' | 'any', needs: readonly Needs[]): Needs {
    const join = (tests: readonly TokenTest[]): TokenTest =>
      kind === 'any' && tests.includes(this.anything) ? this.anything : this.reader.combined(kind, tests);
    return {
      slot: join(needs.map(({ slot }) => slot)),
      before: join(needs.map(({ before }) => before)),
      after: join(needs.map(({ after }) => after)),
    };
  }

  /** What the first token of a side must be. */
  private first(part: Sequence): TokenTest {
    const { steps, ends } = this.graph(part, end);
    const tests = steps.map((step) => step.test);
    return ends || tests.includes(this.anything) ? this.anything : this.reader.combined('any', tests);
  }

  /** Where a part that is followed by `next` begins; the longest way comes first. */
  private graph(part: Sequence, next: Side): Side {
    if (part.kind === 'token') return this.step(part.test, part.named, next);
    if (part.kind === 'repeat') return this.repeated(part, next);
    if (part.kind === 'choice') return union(part.parts.map((branch) => this.graph(branch, next)));
    return part.parts.reduceRight<Side>((following, item) => this.graph(item, following), next);
  }

  private repeated({ part, min, max }: Extract<Sequence, { kind: 'repeat' }>, next: Side): Side {
    let following = next;
    for (let left = max; left > min; left--) following = union([this.graph(part, following), next]);
    for (let left = min; left > 0; left--) following = this.graph(part, following);
    return following;
  }

  private step(test: TokenTest, named: boolean, next: Side): Side {
    const step = { test: this.needsOf(test).slot, asks: this.openPart(test), named, next };
    return sideOf([step], false, named || next.names);
  }

  /** What the spelling leaves open. */
  private openPart(test: TokenTest): Asks | undefined {
    if (!test.ofPlace) return undefined;
    const open = test.parts.filter((part) => part.ofPlace);
    return this.asker(test.kind === 'all' ? this.reader.combined('all', open) : test);
  }

  private cost({ leaf, parts }: TokenTest): number {
    if (leaf !== '') return leaf === this.references.dearest ? 2 : Number(leaf.startsWith('#'));
    return Math.max(...parts.map((part) => this.cost(part)));
  }

  /** What the spelling alone answers is one question, and the first; what is dearer is asked later. */
  private inOrder({ kind, parts }: TokenTest): readonly TokenTest[] {
    const ofSpelling = parts.filter((part) => !part.ofPlace);
    const whole = ofSpelling.length > 0 ? [this.reader.combined(kind === 'any' ? 'any' : 'all', ofSpelling)] : [];
    return [...whole, ...parts.filter((part) => part.ofPlace).sort((a, b) => this.cost(a) - this.cost(b))];
  }

  private asker(test: TokenTest): Asks {
    if (test.kind === 'leaf' && test.ofPlace) return ofPlace[test.leaf] ?? this.references.asks(test.leaf.slice(1));
    if (!test.ofPlace) {
      const asks = this.tests.asker(test);
      return (text, at) => asks(spellingIn(text, at));
    }
    const parts = this.inOrder(test).map((part) => this.asker(part));
    if (test.kind === 'not') return (text, at) => parts.every((isSo) => !isSo(text, at));
    return parts.reduceRight((rest, first) =>
      test.kind === 'any'
        ? (text, at) => first(text, at) || rest(text, at)
        : (text, at) => first(text, at) && rest(text, at),
    );
  }
}
