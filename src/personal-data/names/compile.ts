import { type Pattern, type PatternReader, type Sequence, type TokenTest } from './patterns.ts';

/** A pattern, read and as it is written. */
type Read = Pattern & { readonly pattern: string };

/** Cues of a context by the neighbour that tells most: the token at `offset` from the slot and the slot must pass one of their tests. */
export type Draft = {
  readonly offset: number;
  readonly trigger: TokenTest;
  readonly slot: TokenTest;
  readonly patterns: readonly Read[];
};

/** Leaves that depend on the token's place, not only on its spelling. */
const placeLeaves = new Set(['opens', 'marked', 'glued']);

const anyTest: TokenTest = { kind: 'leaf', leaf: 'any' };

export const isOfPlace = (test: TokenTest): boolean => {
  if (test.kind === 'leaf') return test.leaf.startsWith('#') || placeLeaves.has(test.leaf);
  return test.kind === 'not' ? isOfPlace(test.test) : test.tests.some(isOfPlace);
};

/** The part of a test that depends on the spelling alone: what it needs, whatever the place is. */
export const spellingPart = (test: TokenTest): TokenTest | undefined => {
  if (!isOfPlace(test)) return test;
  if (test.kind === 'any') {
    const tests = test.tests.map(spellingPart);
    return tests.every((part) => part !== undefined) ? { kind: 'any', tests } : undefined;
  }
  if (test.kind !== 'all') return undefined;
  const tests = test.tests.flatMap((part) => spellingPart(part) ?? []);
  return tests.length > 0 ? { kind: 'all', tests } : undefined;
};

const anyOf = (tests: readonly (TokenTest | undefined)[]): TokenTest => {
  const known = tests.filter((test) => test !== undefined);
  if (known.length < tests.length) return anyTest;
  const [first = anyTest, ...others] = new Set(known);
  return others.length === 0 ? first : { kind: 'any', tests: [first, ...others] };
};

/** Whether few tokens pass one of the tests. */
const isSelective = (tests: readonly TokenTest[] | undefined): boolean =>
  tests?.every(
    (test) => test.kind !== 'not' && !(test.kind === 'leaf' && test.leaf === 'any') && spellingPart(test),
  ) === true;

/** The tests of which the first token of a side must pass one, or undefined if the side can be empty. */
const firstTests = (part: Sequence, isReversed: boolean): readonly TokenTest[] | undefined => {
  if (part.kind === 'token') return [part.test];
  if (part.kind === 'repeat') return part.min > 0 ? firstTests(part.part, isReversed) : undefined;
  if (part.kind === 'choice') {
    const firsts = part.parts.map((branch) => firstTests(branch, isReversed));
    return firsts.every((first) => first !== undefined) ? firsts.flat() : undefined;
  }
  const found: TokenTest[] = [];
  for (const item of isReversed ? part.parts.toReversed() : part.parts) {
    const first = firstTests(item, isReversed);
    found.push(...(first ?? firstTests(item.kind === 'repeat' ? item.part : item, isReversed) ?? [anyTest]));
    if (first) return found;
  }
  return undefined;
};

/** Returns the cues of a context by the neighbour that tells most. Throws on an unreadable pattern. */
export const draftsOf = (written: readonly string[], reader: PatternReader): readonly Draft[] => {
  const drafts = new Map<number, { readonly triggers: (TokenTest | undefined)[]; readonly patterns: Read[] }>();
  for (const pattern of written)
    for (const parsed of reader.patterns(pattern)) {
      const [before, after] = [firstTests(parsed.left, true), firstTests(parsed.right, false)];
      const offset = isSelective(before) ? -1 : isSelective(after) ? 1 : 0;
      const draft = drafts.get(offset) ?? { triggers: [], patterns: [] };
      drafts.set(offset, draft);
      const first = offset < 0 ? before : offset > 0 ? after : undefined;
      draft.triggers.push(...(first ?? [parsed.slot]).map(spellingPart));
      draft.patterns.push({ pattern, ...parsed });
    }
  return [...drafts].map(([offset, { triggers, patterns }]) => ({
    offset,
    trigger: anyOf(triggers),
    slot: anyOf(patterns.map(({ slot }) => spellingPart(slot))),
    patterns,
  }));
};

/** Where a side of a pattern can go on; `ends`: or it is complete. */
export type Follow<Check> = { readonly steps: readonly Step<Check>[]; readonly ends: boolean };
type Step<Check> = Check & { readonly named: boolean; readonly next: Follow<Check> };

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
  if (part.kind === 'token') return { steps: [{ ...reading.check(part.test), named: part.named, next }], ends: false };
  if (part.kind === 'choice') return union(part.parts.map((branch) => graphOf(branch, next, reading)));
  if (part.kind === 'repeat') return repeated(part, next, reading);
  const parts = reading.isReversed ? part.parts : part.parts.toReversed();
  return parts.reduce<Follow<Check>>((following, item) => graphOf(item, following, reading), next);
};
