import { generations } from './generations.ts';
import { slotCount, slotOf, unitVector } from './slots.ts';
import { featuresOf, pairHash, pairValue, type TokenFeatures } from './token-features.ts';
import { areInOtherLayout, chunksOf, tokensOf } from './tokens.ts';

const add = (sum: Float64Array, slots: readonly number[], value: number): void => {
  for (const slot of slots) sum[slot] = (sum[slot] ?? 0) + value;
};

/** A word said twice says a little more, said a hundred times hardly more than that. */
const repeated = (count: number): number => (2 * count) / (count + 1);

const addTokens = (sum: Float64Array, tokens: readonly TokenFeatures[]): void => {
  const counts = new Map<number, { readonly token: TokenFeatures; count: number }>();
  for (const token of tokens) {
    const seen = counts.get(token.id);
    if (seen === undefined) counts.set(token.id, { token, count: 1 });
    else seen.count += 1;
  }
  for (const { token, count } of counts.values()) {
    add(sum, token.meaningSlots, repeated(count) * token.meaningValue);
    add(sum, token.gramSlots, repeated(count) * token.gramValue);
  }
};

const addPairs = (sum: Float64Array, tokens: readonly TokenFeatures[]): void => {
  const seen = new Set<number>();
  let previous: TokenFeatures | undefined;
  for (const token of tokens) {
    if (previous !== undefined) {
      const hash = pairHash(previous, token);
      if (!seen.has(hash)) add(sum, [slotOf(hash)], pairValue(previous, token));
      seen.add(hash);
    }
    previous = token;
  }
};

/** How many runs without blanks are remembered with their features, in each of two generations. */
const remembered = 20_000;
/** Texts in the wrong layout are few. */
const rememberedSuspect = 2_000;

const each = (
  chunks: readonly string[],
  featuresOfChunk: (chunk: string) => readonly TokenFeatures[],
): TokenFeatures[] => {
  const tokens: TokenFeatures[] = [];
  for (const chunk of chunks) tokens.push(...featuresOfChunk(chunk));
  return tokens;
};

/**
 * Returns a function from any text to its vector of length 1, the same on every machine; a text in which nothing is found gets the first
 * axis. Work is linear in the text; what it remembers of words is bounded.
 */
export const textVectors = (): ((text: string) => Float32Array) => {
  const usual = generations(remembered, (chunk: string) => tokensOf(chunk, false).map(featuresOf));
  const suspect = generations(rememberedSuspect, (chunk: string) => tokensOf(chunk, true).map(featuresOf));
  return (text) => {
    const chunks = chunksOf(text);
    const asTyped = each(chunks, usual);
    const tokens = areInOtherLayout(asTyped) ? each(chunks, suspect) : asTyped;
    const sum = new Float64Array(slotCount);
    addTokens(sum, tokens);
    addPairs(sum, tokens);
    return unitVector(sum);
  };
};
