import { isStepEnd, runToCompletion, type Steps } from '../../concurrency/steps.ts';
import { twoGenerationCache } from '../../platform/two-generation-cache.ts';
import { dimensions, hashSlot, slotsOf, unitVector } from './slots.ts';
import { featuresOf, pairHash, pairValue, type TokenFeatures } from './token-features.ts';
import { areInOtherLayout, chunksOf, tokensOf } from './tokens.ts';

const add = (sum: Float64Array, hashSlots: readonly number[], value: number): void => {
  for (let i = 0; i < hashSlots.length; i += 1) {
    const slot = (hashSlots[i] ?? 0) % sum.length;
    sum[slot] = (sum[slot] ?? 0) + value;
  }
};

/** The weight of a repeated word, from 1 to below 2. */
const repetitionFactor = (count: number): number => (2 * count) / (count + 1);

function* addTokens(sum: Float64Array, tokens: readonly TokenFeatures[]): Steps<void> {
  const counts = new Map<number, number>();
  for (const { id } of tokens) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [index, token] of tokens.entries()) {
    if (isStepEnd(index)) yield;
    const count = counts.get(token.id);
    if (count === undefined) continue;
    counts.delete(token.id);
    const factor = repetitionFactor(count);
    add(sum, token.meaningSlots, factor * token.meaningValue);
    add(sum, token.gramSlots, factor * token.gramValue);
  }
}

function* addPairs(sum: Float64Array, tokens: readonly TokenFeatures[]): Steps<void> {
  const seen = new Set<number>();
  let previous: TokenFeatures | undefined;
  for (const [index, token] of tokens.entries()) {
    if (isStepEnd(index)) yield;
    const hash = previous === undefined ? undefined : pairHash(previous, token);
    if (previous !== undefined && hash !== undefined && !seen.has(hash)) {
      seen.add(hash);
      const slot = hashSlot(hash) % sum.length;
      sum[slot] = (sum[slot] ?? 0) + pairValue(previous, token);
    }
    previous = token;
  }
}

/** Cached chunks (runs without blanks) in each generation; few texts are typed in the wrong layout. */
const cacheSizes = { asTyped: 20_000, otherLayout: 2_000 };

function* featuresOfAll(
  chunks: readonly string[],
  featuresOfChunk: (chunk: string) => readonly TokenFeatures[],
): Steps<TokenFeatures[]> {
  const tokens: TokenFeatures[] = [];
  for (const [index, chunk] of chunks.entries()) {
    if (isStepEnd(index)) yield;
    tokens.push(...featuresOfChunk(chunk));
  }
  return tokens;
}

/** The features of a text's tokens, in order, and whether it was typed in the other keyboard layout; the tokens are as they were meant. */
export type TextTokens = { readonly tokens: readonly TokenFeatures[]; readonly isRetyped: boolean };

/** Returns a function from a text to the work that reads its tokens. Time is linear in the length of the text; the cache is bounded. */
export const textTokenSteps = (): ((text: string) => Steps<TextTokens>) => {
  const usual = twoGenerationCache(cacheSizes.asTyped, (chunk: string) => tokensOf(chunk, false).map(featuresOf));
  const suspect = twoGenerationCache(cacheSizes.otherLayout, (chunk: string) => tokensOf(chunk, true).map(featuresOf));
  return function* (text) {
    const chunks = chunksOf(text);
    yield;
    const asTyped = yield* featuresOfAll(chunks, usual);
    const isRetyped = areInOtherLayout(asTyped);
    return { tokens: isRetyped ? yield* featuresOfAll(chunks, suspect) : asTyped, isRetyped };
  };
};

/** Returns a function from a text to its tokens in one step. */
export const textTokens =
  (steps = textTokenSteps()): ((text: string) => TextTokens) =>
  (text) =>
    runToCompletion(steps(text));

/** A unit vector, and the words of a text as they were meant if it was typed in the other keyboard layout. */
export type TextVector = { readonly vector: Float32Array; readonly retyped?: string };

/** Returns a function from a text to the work that makes its unit vector of `length`, the same on every machine; a text without tokens gets the first axis. */
export const textVectors = (read = textTokenSteps(), length = dimensions): ((text: string) => Steps<TextVector>) => {
  return function* (text) {
    const { tokens, isRetyped } = yield* read(text);
    const sum = new Float64Array(slotsOf(length));
    yield* addTokens(sum, tokens);
    yield* addPairs(sum, tokens);
    const vector = unitVector(sum);
    return isRetyped ? { vector, retyped: tokens.map(({ token }) => token.text).join(' ') } : { vector };
  };
};
