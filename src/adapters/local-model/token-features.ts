import { wordWeight } from './common-words.ts';
import { hashSlot } from './slots.ts';
import { isKnown } from './known-words.ts';
import { correctedSpelling, phoneticForm } from './spelling.ts';
import { stemWord } from '../../domain/stems.ts';
import { synonymGroup } from './synonyms.ts';
import type { Token } from './tokens.ts';
import { isFrequent, stemRarity } from './word-frequencies.ts';

/** The contribution of a token to a vector: hash slots (signed dimensions) and the value to add to each. */
export type TokenFeatures = {
  readonly token: Token;
  /** Hash of the token's text. */
  readonly id: number;
  /** Hash of its synonym group, else of its stem, or of the code itself. */
  readonly meaning: number;
  /** From 0 to 1. */
  readonly weight: number;
  readonly meaningSlots: readonly number[];
  readonly meaningValue: number;
  /** Hash slots of the character n-grams of a word, which match in spite of typos and endings. */
  readonly gramSlots: readonly number[];
  readonly gramValue: number;
};

// Weights of the kinds of features, each the norm of that kind in one word; chosen with scripts/bench/retrieval.ts on English and Russian
// lists. Changing any number changes every vector and needs a new model name.
const blend = { stem: 1, concept: 1.4, grams: 1.1, code: 1.4, pair: 0.7, shortest: 2, longest: 4, usual: 6, slots: 2 };

const salts = { stem: 1, gram: 2, code: 3, pair: 4, concept: 5 };

/** Adds a number (a UTF-16 code unit or another hash) to a hash: FNV-1a in integer arithmetic, the same on every machine. */
const hashed = (hash: number, value: number): number => Math.imul(hash ^ value ^ (value >>> 16), 0x01000193);

/** Returns the initial hash; each kind of feature has its own salt, so that equal texts of two kinds differ. */
const salted = (salt: number): number => hashed(0x811c9dc5 | 0, salt);

/** Returns the hash of a text under a salt. */
const hashText = (text: string, salt: number): number => {
  let hash = salted(salt);
  for (let i = 0; i < text.length; i += 1) hash = hashed(hash, text.charCodeAt(i));
  return hash;
};

/** A strong feature is spread over several hash slots, so that a hash collision weighs less. */
const spread = (meaning: number): readonly number[] => {
  const slots: number[] = [];
  for (let i = 0; i < blend.slots; i += 1) slots.push(hashSlot(hashed(meaning, i)));
  return slots.slice();
};

const spreadValue = (norm: number): number => norm / Math.sqrt(blend.slots);

const gramSlots = (word: string): readonly number[] => {
  const padded = `<${word}>`;
  const slots: number[] = [];
  for (let start = 0; start + blend.shortest <= padded.length; start += 1) {
    let hash = salted(salts.gram);
    const end = Math.min(padded.length, start + blend.longest);
    for (let i = start; i < end; i += 1) {
      hash = hashed(hash, padded.charCodeAt(i));
      if (i - start + 1 >= blend.shortest) slots.push(hashSlot(hash));
    }
  }
  return slots.slice();
};

/** Longer words weigh a little more, by the fourth root of their length. */
const gramNorm = (word: string): number => blend.grams * Math.sqrt(Math.sqrt((word.length + 2) / (blend.usual + 2)));

/** Corrects only words that are neither known nor frequent. */
const corrected = (word: string): string =>
  isFrequent(stemWord(word)) || isKnown(word) ? word : (correctedSpelling(word) ?? word);

const ofWord = (token: Token): TokenFeatures => {
  const word = token.text;
  const known = corrected(word);
  const stem = stemWord(known);
  const weight = Math.sqrt(wordWeight(known, stem)) * stemRarity(stem);
  const group = synonymGroup(known, stem);
  const meaning = group === undefined ? hashText(phoneticForm(stem), salts.stem) : hashed(salted(salts.concept), group);
  const grams = gramSlots(phoneticForm(word));
  return {
    token,
    id: hashText(word, salts.gram),
    meaning,
    weight,
    meaningSlots: spread(meaning),
    meaningValue: spreadValue(weight * (group === undefined ? blend.stem : blend.concept)),
    gramSlots: grams,
    gramValue: (weight * gramNorm(word)) / Math.sqrt(grams.length),
  };
};

const noSlots: readonly number[] = [];

/** Short numbers are mostly counts. */
const codeWeight = (code: string): number => (code.length === 1 ? 0.4 : code.length === 2 ? 0.6 : 1);

const ofCode = (token: Token): TokenFeatures => {
  const code = token.text;
  const meaning = hashText(code, salts.code);
  const weight = codeWeight(code);
  return {
    token,
    id: meaning,
    meaning,
    weight,
    meaningSlots: spread(meaning),
    meaningValue: spreadValue(weight * blend.code),
    gramSlots: noSlots,
    gramValue: 0,
  };
};

/**
 * Returns the features of a token: for a word its meaning and its character n-grams, weighted by rarity; for a code only itself, because a
 * code that differs in one digit is a different code.
 */
export const featuresOf = (token: Token): TokenFeatures => (token.kind === 'code' ? ofCode(token) : ofWord(token));

/** Returns the hash of two consecutive tokens. */
export const pairHash = (first: TokenFeatures, second: TokenFeatures): number =>
  hashed(hashed(salted(salts.pair), first.meaning), second.meaning);

/** Returns the value of a pair of consecutive tokens. */
export const pairValue = (first: TokenFeatures, second: TokenFeatures): number =>
  blend.pair * first.weight * second.weight;
