import { sentenceEncoder, defaultSizes } from '../../sentence-encoder/encoder.ts';
import { reducedWidth } from '../../sentence-encoder/network.ts';
import { withoutMasks } from '../../domain/masks.ts';
import { unitVector } from '../../domain/vector.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { answerOdds } from './answer-odds.ts';
import { embedderInThread } from './embedder-in-thread.ts';
import { learntAnswers } from './learnt-answers.ts';
import { localModel } from './model-names.ts';
import { lexicalDimensions } from './slots.ts';
import { textTokens, textTokenSteps, textVectors } from './text-vector.ts';

/** The share of meaning in a vector, the rest is words; chosen by `npm run bench:retrieval`. A text that turns on a name has less of it. */
const shares = { usual: 0.75, ofName: 0.4 };

/** A text of so few words is about a thing by its name, and one of some more with a code. */
const fewWords = { alone: 3, withCode: 8 };
const minCodeLength = 3;

const isCode = (word: string): boolean =>
  /\p{N}/u.test(word) && (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= minCodeLength;

/** Returns whether a text turns on a name: it has up to three words, or up to eight and among them a code, a model or a number of three digits. */
export const isAboutName = (text: string): boolean => {
  const words = text.match(/[^\s,;:!?()«»"]+/gu) ?? [];
  return words.length <= (words.some(isCode) ? fewWords.withCode : fewWords.alone);
};

/** Russian words in capitals, of which the encoder knows few, in small letters. */
const withoutShouting = (text: string): string => text.replace(/[А-ЯЁ]{4,}/g, (word) => word.toLowerCase());

/** Concatenates √share of meaning and √(1 − share) of words: a unit vector, whose products are cosines. */
const concatenated = (meaning: Float32Array, words: Float32Array, share: number): Float32Array => {
  const vector = new Float32Array(meaning.length + words.length);
  const [ofMeaning, ofWords] = [Math.sqrt(share), Math.sqrt(1 - share)];
  for (let i = 0; i < meaning.length; i += 1) vector[i] = ofMeaning * (meaning[i] ?? 0);
  for (let i = 0; i < words.length; i += 1) vector[meaning.length + i] = ofWords * (words[i] ?? 0);
  return vector;
};

/** Measured by `npm run bench:retrieval` (docs/recorded-questions.md, "Gaps"). */
const groupingLevel = 0.48;

/** Weighs meaning and words alike: two questions that mean the same share fewer words than a question and its ticket, and those about two things of one kind mean nearly the same. */
const weighed = (vector: Float32Array): Float32Array =>
  concatenated(unitVector(vector.subarray(0, reducedWidth)), unitVector(vector.subarray(reducedWidth)), 0.5);

/**
 * Returns the embedder that finds by meaning, in this process: a vector of the sentence encoder (docs/sentence-encoder.md) beside a shorter one of the
 * words, as those of `local-1`. Hardly a ticket is so short that it turns on a name. Throws ModelFileDamaged.
 */
export const semanticEmbedder = (sizes = defaultSizes): Embedder => {
  const tokens = textTokenSteps();
  const read = textVectors(tokens, lexicalDimensions);
  const { similarityLevels, scoreNoise, decision } = learntAnswers.models[localModel];
  const encode = sentenceEncoder(sizes);
  const model = {
    model: localModel,
    dimensions: () => reducedWidth + lexicalDimensions,
    similarityLevels,
    scoreNoise,
    answerOdds: answerOdds(decision, textTokens(tokens)),
    questionGrouping: { level: groupingLevel, weighed },
  };
  return embedderInThread(model, function* (text) {
    const { vector, retyped = text } = yield* read(text);
    // The encoder takes some milliseconds in one piece, of a long text twenty.
    yield;
    const { reduced } = encode(withoutShouting(withoutMasks(retyped)));
    return concatenated(reduced, vector, isAboutName(text) ? shares.ofName : shares.usual);
  });
};
