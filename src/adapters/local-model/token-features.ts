import { wordWeight } from './common-words.ts';
import { hashed, hashText, salted } from './hashing.ts';
import { slotOf } from './slots.ts';
import { isKnown } from './known-words.ts';
import { misspelt } from './spelling.ts';
import { spokenForm } from './spoken-form.ts';
import { stemWord } from './stems.ts';
import { synonymGroup } from './synonyms.ts';
import type { Token } from './tokens.ts';
import { isFrequent, stemRarity } from './word-frequencies.ts';

/** What one token brings to a vector: slots (places with a sign) and how much goes into each of them. */
export type TokenFeatures = {
  readonly token: Token;
  /** Hash of the token as it stands. */
  readonly id: number;
  /** Hash of what it means: its group of synonyms, else its stem, or the code itself. */
  readonly meaning: number;
  /** How much such a token tells, to 1. */
  readonly weight: number;
  readonly meaningSlots: Uint16Array;
  readonly meaningValue: number;
  /** Slots of a word's character n-grams, which carry it through typos and endings. */
  readonly gramSlots: Uint16Array;
  readonly gramValue: number;
};

// How the kinds of features are blended, as the norm of the whole kind in one word; chosen with scripts/bench/retrieval.ts on English and
// Russian lists. A change of any number changes every vector, so it needs a new model name.
const blend = { stem: 1, concept: 1.4, grams: 1.1, code: 1.4, pair: 0.7, shortest: 2, longest: 4, usual: 6, places: 2 };

const salts = { stem: 1, gram: 2, code: 3, pair: 4, concept: 5 };

/** A strong feature goes to several places, so that a chance meeting with another one weighs less. */
const spread = (meaning: number): Uint16Array => {
  const slots: number[] = [];
  for (let i = 0; i < blend.places; i += 1) slots.push(slotOf(hashed(meaning, i)));
  return new Uint16Array(slots);
};

const spreadValue = (norm: number): number => norm / Math.sqrt(blend.places);

const gramSlots = (word: string): Uint16Array => {
  const padded = `<${word}>`;
  const slots: number[] = [];
  for (let start = 0; start + blend.shortest <= padded.length; start += 1) {
    let hash = salted(salts.gram);
    const end = Math.min(padded.length, start + blend.longest);
    for (let i = start; i < end; i += 1) {
      hash = hashed(hash, padded.charCodeAt(i));
      if (i - start + 1 >= blend.shortest) slots.push(slotOf(hash));
    }
  }
  return new Uint16Array(slots);
};

/** Longer words tell a little more, by the fourth root of their length. */
const gramNorm = (word: string): number => blend.grams * Math.sqrt(Math.sqrt((word.length + 2) / (blend.usual + 2)));

/** Only a word that is neither known nor frequent may be a slip. */
const asMeant = (word: string): string =>
  isFrequent(stemWord(word)) || isKnown(word) ? word : (misspelt(word) ?? word);

const ofWord = (token: Token): TokenFeatures => {
  const word = token.text;
  const meant = asMeant(word);
  const stem = stemWord(meant);
  const weight = Math.sqrt(wordWeight(meant, stem)) * stemRarity(stem);
  const group = synonymGroup(meant, stem);
  const meaning = group === undefined ? hashText(spokenForm(stem), salts.stem) : hashed(salted(salts.concept), group);
  const slots = gramSlots(spokenForm(word));
  return {
    token,
    id: hashText(word, salts.gram),
    meaning,
    weight,
    meaningSlots: spread(meaning),
    meaningValue: spreadValue(weight * (group === undefined ? blend.stem : blend.concept)),
    gramSlots: slots,
    gramValue: (weight * gramNorm(word)) / Math.sqrt(slots.length),
  };
};

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
    gramSlots: new Uint16Array(),
    gramValue: 0,
  };
};

/**
 * Returns the features of one token: of a word its meaning and its character n-grams, weighted by how much such a word tells; of a code
 * only itself, since a code with one other digit is another code.
 */
export const featuresOf = (token: Token): TokenFeatures => (token.kind === 'code' ? ofCode(token) : ofWord(token));

/** Returns the hash of two tokens that follow each other. */
export const pairHash = (first: TokenFeatures, second: TokenFeatures): number =>
  hashed(hashed(salted(salts.pair), first.meaning), second.meaning);

/** Returns how much such a pair counts. */
export const pairValue = (first: TokenFeatures, second: TokenFeatures): number =>
  blend.pair * first.weight * second.weight;
