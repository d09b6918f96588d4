import { generations } from './generations.ts';
import { slotCount, slotOf, unitVector } from './slots.ts';
import { featuresOf, pairHash, pairValue, type TokenFeatures } from './token-features.ts';
import { areInOtherLayout, chunksOf, tokensOf } from './tokens.ts';

const add = (sum: Float64Array, slots: Uint16Array, value: number): void => {
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    sum[slot] = (sum[slot] ?? 0) + value;
  }
};

/** A word said twice says a little more, said a hundred times hardly more than that. */
const repeated = (count: number): number => (2 * count) / (count + 1);

const addTokens = (sum: Float64Array, tokens: readonly TokenFeatures[]): void => {
  const counts = new Map<number, number>();
  for (const { id } of tokens) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const token of tokens) {
    const count = counts.get(token.id);
    if (count === undefined) continue;
    counts.delete(token.id);
    const factor = repeated(count);
    add(sum, token.meaningSlots, factor * token.meaningValue);
    add(sum, token.gramSlots, factor * token.gramValue);
  }
};

const addPairs = (sum: Float64Array, tokens: readonly TokenFeatures[]): void => {
  const seen = new Set<number>();
  let previous: TokenFeatures | undefined;
  for (const token of tokens) {
    const hash = previous === undefined ? undefined : pairHash(previous, token);
    if (previous !== undefined && hash !== undefined && !seen.has(hash)) {
      seen.add(hash);
      const slot = slotOf(hash);
      sum[slot] = (sum[slot] ?? 0) + pairValue(previous, token);
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
