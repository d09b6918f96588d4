import { bitsFor, hasBit, Numbering, setBit } from './automaton.ts';
import { LeafIndex, type Readable } from './leaves.ts';
import { type TokenTest } from './patterns.ts';

type Evaluate = (bits: Uint32Array) => boolean;

const isPlain = (test: TokenTest): boolean =>
  test.kind === 'leaf' || (test.kind === 'any' && test.tests.every(isPlain));

/** Returns the leaves of a test. */
export const leavesOf = (test: TokenTest): readonly string[] => {
  if (test.kind === 'leaf') return [test.leaf];
  return test.kind === 'not' ? leavesOf(test.test) : test.tests.flatMap(leavesOf);
};

/** The tests of single tokens in all patterns, each once. */
export class TokenTests {
  private readonly tests = new Numbering<TokenTest>();
  private compiled: { readonly index: LeafIndex; readonly others: readonly [number, Evaluate][] } | undefined;

  /** The number of a test; all tests must be numbered before the first token is asked for. */
  readonly numberOf = (test: TokenTest): number => this.tests.of(test);

  /** Returns which tests hold of a token, as bits. */
  holding(token: Readable): Uint32Array {
    const { index, others } = (this.compiled ??= this.compile());
    const bits = bitsFor(this.tests.values.length);
    index.find(token, (number) => setBit(bits, number));
    for (const [number, evaluate] of others) if (evaluate(bits)) setBit(bits, number);
    return bits;
  }

  /** A test that is one leaf or another is set by its leaves; the plain parts of other tests become tests of their own. */
  private compile() {
    const others = this.tests.values.flatMap((test, number): [number, Evaluate][] =>
      isPlain(test) ? [] : [[number, this.evaluator(test)]],
    );
    const index = new LeafIndex();
    this.tests.values.forEach((test, number) => {
      if (isPlain(test)) for (const leaf of new Set(leavesOf(test))) index.add(leaf, number);
    });
    return { index, others };
  }

  private evaluator(test: TokenTest): Evaluate {
    if (test.kind === 'leaf' || isPlain(test)) {
      const number = this.numberOf(test);
      return (bits) => hasBit(bits, number);
    }
    if (test.kind === 'not') {
      const inner = this.evaluator(test.test);
      return (bits) => !inner(bits);
    }
    const parts = test.tests.map((part) => this.evaluator(part));
    return test.kind === 'all'
      ? (bits) => parts.every((part) => part(bits))
      : (bits) => parts.some((part) => part(bits));
  }
}
