import { type CueTable } from './cues/cue.ts';
import { type Pattern, type PatternReader, type Sequence, type TokenTest } from './patterns.ts';

/** A pattern, read and as it is written. */
export type Compiled = Pattern & { readonly pattern: string };

/** Cues of a context before their tests have bits: no token of the text, the one at `offset` from the slot or the slot may fail them all. */
export type Draft = {
  readonly offset: number;
  readonly gate: TokenTest;
  readonly trigger: TokenTest;
  readonly slot: TokenTest;
  readonly patterns: readonly Compiled[];
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

const anyOf = (tests: readonly (TokenTest | undefined)[]): TokenTest =>
  tests.every((test) => test !== undefined) && tests.length > 0 ? { kind: 'any', tests } : anyTest;

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

/** Tests of single spellings that some token must pass wherever the part matches. */
const neededTests = (part: Sequence): readonly TokenTest[] => {
  if (part.kind === 'token') {
    const test = isSelective([part.test]) ? spellingPart(part.test) : undefined;
    return test ? [test] : [];
  }
  if (part.kind === 'repeat') return part.min > 0 ? neededTests(part.part) : [];
  if (part.kind === 'sequence') return part.parts.flatMap(neededTests);
  const branches = part.parts.map((branch) => neededTests(branch)[0]);
  return branches.every((test) => test !== undefined) ? [{ kind: 'any', tests: branches }] : [];
};

/** What stands farthest from the slot, without which the pattern matches nowhere. */
const gateOf = ({ left, right }: Pattern): TokenTest | undefined => neededTests(left)[0] ?? neededTests(right).at(-1);

/** Returns the cues of a context by the neighbour that tells most. Throws on an unreadable pattern. */
export const draftsOf = (cues: CueTable[string], reader: PatternReader): readonly Draft[] => {
  const drafts = new Map<number, { readonly triggers: (TokenTest | undefined)[]; readonly patterns: Compiled[] }>();
  for (const { pattern } of cues)
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
    gate: anyOf(patterns.map(gateOf)),
    trigger: anyOf(triggers),
    slot: anyOf(patterns.map(({ slot }) => spellingPart(slot))),
    patterns,
  }));
};
