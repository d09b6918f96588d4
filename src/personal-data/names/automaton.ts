import { endsStep, type Steps } from '../../concurrency/steps.ts';
import { type Sequence, type TokenTest } from './patterns.ts';

/** Returns bits, all 0, for so many items. */
export const bitsFor = (count: number): Uint32Array => new Uint32Array((count + 31) >>> 5);

/** Sets one bit. */
export const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};

/** Whether a bit is set. */
export const hasBit = (bits: Uint32Array, at: number): boolean => (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

/** Numbers different values in the order in which they come. */
export class Numbering<Value> {
  readonly values: Value[] = [];
  private readonly numbers = new Map<string, number>();

  of(value: Value): number {
    const key = JSON.stringify(value, (_, part: unknown) => (part === Infinity ? 'any' : part));
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Reads one token for which the test holds. `next`: the positions behind it and, negative, the sides that end there. */
type Position = { readonly test: number; readonly next: readonly number[] };

/** What an automaton sees of a token: the positions that may read it, as bits. Equal sets have one number; there are a few hundred. */
export type Input = { readonly id: number; readonly readers: Uint32Array };

/** The sides that end at one place of a text, as bits; equal sets have one number. */
export type Ends = { readonly id: number; readonly bits: Uint32Array };

/** The positions that read the next token, and the sides that end before it; where each input leads, as far as it has been read once. */
type State = { readonly active: Uint32Array; readonly ends: Ends; readonly next: (State | undefined)[] };

/** States that are kept; a text of nothing but new combinations costs time, not memory. */
const maxStates = 10_000;

/** Edges of a text that are read before its first token. */
const edgeCount = 12;

const endOf = (side: number): number => -1 - side;

/**
 * The left or right sides of all patterns as one automaton that may begin at every token: non-deterministic (after Glushkov), its sets of active positions
 * made into states when a text first reaches them. A token costs one look-up, or one step over the positions, whatever the text is.
 */
export class Automaton {
  private readonly sides = new Numbering<Sequence>();
  private readonly positions: Position[] = [];
  private readonly starts: number[] = [];
  private readonly inputs = new Map<string, Input>();
  private readonly states = new Map<string, State>();
  private readonly endings = new Map<string, Ends>();
  private endingCount = 0;
  private root: State | undefined;
  private readonly numberOfTest: (test: TokenTest) => number;
  private readonly isReversed: boolean;

  constructor(direction: 'forward' | 'backward', numberOfTest: (test: TokenTest) => number) {
    this.isReversed = direction === 'backward';
    this.numberOfTest = numberOfTest;
  }

  /** Adds a side unless it is known; returns its number. */
  add(side: Sequence): number {
    const known = this.sides.values.length;
    const number = this.sides.of(side);
    if (number === known) this.starts.push(...this.entries(side, [endOf(number)]));
    return number;
  }

  /** The positions that begin a sequence which is followed by `next`. */
  private entries(part: Sequence, next: readonly number[]): readonly number[] {
    if (part.kind === 'token') return [this.positions.push({ test: this.numberOfTest(part.test), next }) - 1];
    if (part.kind === 'choice') return part.parts.flatMap((branch) => this.entries(branch, next));
    if (part.kind === 'repeat') return this.repeated(part, next);
    const order = this.isReversed ? part.parts : part.parts.toReversed();
    return order.reduce<readonly number[]>((following, item) => this.entries(item, following), next);
  }

  private repeated(repeat: Extract<Sequence, { kind: 'repeat' }>, next: readonly number[]): readonly number[] {
    const { part, min, max } = repeat;
    let following = next;
    if (max === Infinity) {
      const loop = [...next];
      loop.push(...this.entries(part, loop).filter((position) => !loop.includes(position)));
      following = loop;
    } else for (let left = max; left > min; left--) following = [...next, ...this.entries(part, following)];
    for (let left = min; left > 0; left--) following = this.entries(part, following);
    return following;
  }

  /** Returns what the automaton sees of a token; `tests` are the tests that hold of it. */
  inputOf(tests: Uint32Array): Input {
    const readers = bitsFor(this.positions.length);
    this.positions.forEach(({ test }, position) => {
      if (hasBit(tests, test)) setBit(readers, position);
    });
    const key = readers.join();
    const input = this.inputs.get(key) ?? { id: this.inputs.size, readers };
    this.inputs.set(key, input);
    return input;
  }

  /** What the automaton is in before the first token of a text: it has read as many edges as a pattern can ask for. */
  private begin(edge: Input): State {
    const active = bitsFor(this.positions.length);
    const ends = bitsFor(this.sides.values.length);
    this.restart(active, ends);
    let state = this.stateOf(active, ends);
    for (let count = 0; count < edgeCount; count++) state = this.step(state, edge);
    return state;
  }

  /** Returns the sides that end before each token (begin behind it, if backward). */
  *run(tokens: readonly Input[], edge: Input): Steps<Ends[]> {
    const found = new Array<Ends>(tokens.length);
    let state = (this.root ??= this.begin(edge));
    for (let count = 0; count < tokens.length; count++) {
      const at = this.isReversed ? tokens.length - 1 - count : count;
      found[at] = state.ends;
      const input = tokens[at] ?? edge;
      state = state.next[input.id] ?? this.step(state, input);
      if (endsStep(count)) yield;
    }
    return found;
  }

  /** Sets what holds at every place of a text. */
  private restart(active: Uint32Array, ends: Uint32Array): void {
    for (const start of this.starts) this.enter(start, active, ends);
  }

  private enter(position: number, active: Uint32Array, ends: Uint32Array): void {
    if (position < 0) setBit(ends, endOf(position));
    else setBit(active, position);
  }

  /** Moves the active positions that may read the token on to what follows them. */
  private step(state: State, { id, readers }: Input): State {
    const active = bitsFor(this.positions.length);
    const ends = bitsFor(this.sides.values.length);
    this.restart(active, ends);
    state.active.forEach((bits, word) => {
      for (let left = bits & (readers[word] ?? 0); left !== 0; left &= left - 1)
        for (const follower of this.positions[word * 32 + 31 - Math.clz32(left & -left)]?.next ?? [])
          this.enter(follower, active, ends);
    });
    const following = this.stateOf(active, ends);
    state.next[id] = following;
    return following;
  }

  private stateOf(active: Uint32Array, ends: Uint32Array): State {
    const key = `${active.join()}/${ends.join()}`;
    const known = this.states.get(key);
    if (known) return known;
    if (this.states.size >= maxStates) {
      this.states.clear();
      this.endings.clear();
      this.root = undefined;
    }
    const name = ends.join();
    const ending = this.endings.get(name) ?? { id: this.endingCount++, bits: ends };
    this.endings.set(name, ending);
    const state = { active, ends: ending, next: [] };
    this.states.set(key, state);
    return state;
  }
}
