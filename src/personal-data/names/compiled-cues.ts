import { Automaton, bitsFor, hasBit, setBit, type Ends, type Input } from './automaton.ts';
import { type CueTable } from './cues/cue.ts';
import { type Readable } from './leaves.ts';
import { parsePatterns, type Terms, type TokenTest } from './patterns.ts';
import { leavesOf, TokenTests } from './token-tests.ts';

/** One kind of token: the tests that hold of it, as bits, what either automaton sees of it, and the contexts of the places where it has been met. */
export type Signature = {
  readonly tests: Uint32Array;
  readonly left: Input;
  readonly right: Input;
  readonly contexts: Map<number, Uint32Array>;
};

/** All that cues can ask of one place: the token, what ends before it and begins behind it, and which predicates hold, as bits. */
export type Place = {
  readonly signature: Signature;
  readonly before: Ends;
  readonly behind: Ends;
  readonly predicates: number;
};

type Stands = (context: string) => boolean;
type Slot = (place: Place, stands: Stands) => boolean;
type Compiled = { readonly pattern: string; readonly left: number; readonly slot: Slot; readonly right: number };

/** Tokens are remembered by their text; far fewer of their signatures differ. */
const rememberedTexts = 60_000;

/** More than there are different sets of sides that end at one place. */
const endingLimit = 2 ** 24;

/** Places whose contexts a signature remembers. */
const placesOfSignature = 1_000;

const isAt = ({ left, right, slot }: Compiled, place: Place, stands: Stands): boolean =>
  hasBit(place.before.bits, left) && hasBit(place.behind.bits, right) && slot(place, stands);

/** All cues: two automata, one for what stands to the left of a slot and one for what stands to its right, and the tests of the slots. */
export class CompiledCues {
  readonly left: Automaton;
  readonly right: Automaton;
  private readonly tests = new TokenTests();
  private readonly cues = new Map<string, readonly Compiled[]>();
  private readonly numbers = new Map<string, number>();
  private readonly predicates: readonly string[];
  /** By the text of the token, at the beginning of a sentence and elsewhere. */
  private readonly opening = new Map<string, Signature>();
  private readonly others = new Map<string, Signature>();
  private readonly different = new Map<string, Signature>();

  constructor(table: CueTable, terms: Terms, predicates: readonly string[]) {
    this.predicates = predicates;
    this.left = new Automaton('forward', this.tests.numberOf);
    this.right = new Automaton('backward', this.tests.numberOf);
    for (const [name, cues] of Object.entries(table)) {
      this.numbers.set(name, this.numbers.size);
      this.cues.set(
        name,
        cues.flatMap(({ pattern }) =>
          parsePatterns(pattern, terms).map(({ left, slot, right }) => ({
            pattern,
            left: this.left.add(left),
            slot: this.slotOf(slot),
            right: this.right.add(right),
          })),
        ),
      );
    }
  }

  /** The number of a context, which is its bit in what `contextsOf` returns. */
  numberOf(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`No context has the name ${name}`);
    return number;
  }

  private slotOf(test: TokenTest): Slot {
    if (!leavesOf(test).some((leaf) => leaf.startsWith('#'))) {
      const number = this.tests.numberOf(test);
      return ({ signature }) => hasBit(signature.tests, number);
    }
    if (test.kind === 'leaf') {
      const name = test.leaf.slice(1);
      const predicate = this.predicates.indexOf(name);
      return predicate < 0 ? (_, stands) => stands(name) : ({ predicates }) => ((predicates >>> predicate) & 1) === 1;
    }
    if (test.kind === 'not') {
      const inner = this.slotOf(test.test);
      return (place, stands) => !inner(place, stands);
    }
    const parts = test.tests.map((part) => this.slotOf(part));
    return test.kind === 'all'
      ? (place, stands) => parts.every((part) => part(place, stands))
      : (place, stands) => parts.some((part) => part(place, stands));
  }

  /** Returns the signature of a token, or of the edge of a text. */
  readonly signatureOf = (token: Readable): Signature => {
    const remembered = token?.opensSentence === true ? this.opening : this.others;
    const text = token?.text ?? '';
    const known = remembered.get(text);
    if (known) return known;
    if (remembered.size >= rememberedTexts) {
      remembered.clear();
      this.different.clear();
    }
    const tests = this.tests.holding(token);
    const bits = tests.join();
    const signature = this.different.get(bits) ?? {
      tests,
      left: this.left.inputOf(tests),
      right: this.right.inputOf(tests),
      contexts: new Map<number, Uint32Array>(),
    };
    this.different.set(bits, signature);
    remembered.set(text, signature);
    return signature;
  };

  /** Returns the contexts that hold at a place, as bits; equal places are met again and again. */
  contextsOf(place: Place): Uint32Array {
    const { signature, before, behind, predicates } = place;
    const key = (before.id * endingLimit + behind.id) * 2 ** this.predicates.length + predicates;
    const known = signature.contexts.get(key);
    if (known) return known;
    const bits = this.evaluate(place);
    if (signature.contexts.size >= placesOfSignature) signature.contexts.clear();
    signature.contexts.set(key, bits);
    return bits;
  }

  /** Asks each context once, those that others ask for before them. */
  private evaluate(place: Place): Uint32Array {
    const bits = bitsFor(this.numbers.size);
    const asked = bitsFor(this.numbers.size);
    const stands = (name: string): boolean => {
      const number = this.numberOf(name);
      if (!hasBit(asked, number)) {
        setBit(asked, number);
        if (this.cues.get(name)?.some((cue) => isAt(cue, place, stands)) === true) setBit(bits, number);
      }
      return hasBit(bits, number);
    };
    for (const name of this.numbers.keys()) stands(name);
    return bits;
  }

  /** Returns the patterns of a context that match at a place, as they are written. */
  matching(name: string, place: Place): string[] {
    const contexts = this.contextsOf(place);
    const stands = (other: string): boolean => hasBit(contexts, this.numberOf(other));
    return (this.cues.get(name) ?? []).filter((cue) => isAt(cue, place, stands)).map(({ pattern }) => pattern);
  }
}
