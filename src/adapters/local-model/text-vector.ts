import { generations } from './generations.ts';
import { slotCount, slotOf, unitVector } from './slots.ts';
import { featuresOf, pairHash, pairValue, type TokenFeatures } from './token-features.ts';
import { chunksOf, tokensOf } from './tokens.ts';

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

/**
 * Returns a function from any text to its vector of length 1, the same on every machine; a text in which nothing is found gets the first
 * axis. Work is linear in the text; what it remembers of words is bounded.
 */
export const textVectors = (): ((text: string) => Float32Array) => {
  const known = generations(remembered, (chunk: string): readonly TokenFeatures[] => tokensOf(chunk).map(featuresOf));
  return (text) => {
    const tokens: TokenFeatures[] = [];
    for (const chunk of chunksOf(text)) tokens.push(...known(chunk));
    const sum = new Float64Array(slotCount);
    addTokens(sum, tokens);
    addPairs(sum, tokens);
    return unitVector(sum);
  };
};
