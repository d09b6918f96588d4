import { type Sequence, type TokenTest } from './patterns.ts';
import { type Bit } from './token-tests.ts';

/** Where a side of a pattern can go on; `ends`: or it is complete. */
export type Follow<Check> = { readonly steps: readonly Step<Check>[]; readonly ends: boolean };
type Step<Check> = { readonly check: Check; readonly named: boolean; readonly next: Follow<Check> };

/** A test of one token: a bit of its spelling, if it has one, and what its spelling cannot say. */
export type Check<Asks> = Bit & { readonly asks: Asks | undefined };

/** How the tests of a side become checks, and whether it is read from right to left. */
type Reading<Check> = { readonly check: (test: TokenTest) => Check; readonly isReversed: boolean };

const union = <Check>(follows: readonly Follow<Check>[]): Follow<Check> => ({
  steps: [...new Set(follows.flatMap(({ steps }) => steps))],
  ends: follows.some(({ ends }) => ends),
});

type Repeat = Extract<Sequence, { kind: 'repeat' }>;

const repeated = <Check>(part: Repeat, next: Follow<Check>, reading: Reading<Check>): Follow<Check> => {
  let following = next;
  for (let left = part.max; left > part.min; left--) following = union([graphOf(part.part, following, reading), next]);
  for (let left = part.min; left > 0; left--) following = graphOf(part.part, following, reading);
  return following;
};

/** Returns where a part that is followed by `next` begins; the longest way comes first. */
export const graphOf = <Check>(part: Sequence, next: Follow<Check>, reading: Reading<Check>): Follow<Check> => {
  if (part.kind === 'token')
    return { steps: [{ check: reading.check(part.test), named: part.named, next }], ends: false };
  if (part.kind === 'choice') return union(part.parts.map((branch) => graphOf(branch, next, reading)));
  if (part.kind === 'repeat') return repeated(part, next, reading);
  const parts = reading.isReversed ? part.parts : part.parts.toReversed();
  return parts.reduce<Follow<Check>>((following, item) => graphOf(item, following, reading), next);
};
