import { runToCompletion } from '../../src/concurrency/steps.ts';
import { Chain, labels } from '../../src/personal-data/names/chain.ts';
import { featureBuffer } from '../../src/personal-data/names/features.ts';
import { Conversation, type Tagged } from '../../src/personal-data/names/mentions.ts';
import type { ReadLesson } from './examples.ts';
import { type Example, type Model, scoresOf } from './fit.ts';

/** A lesson as a first pass that had not seen it tags it. */
export type TaggedLesson = ReadLesson & Tagged & { readonly scores: readonly Float64Array[] };

/** Writes the probabilities of a lesson's chains by their scores; those of which none are given stay. */
const weigh = (
  { chains }: ReadLesson,
  { scores, chain, into }: { scores: readonly (Float64Array | undefined)[]; chain: Chain; into: Float64Array },
): Float64Array => {
  for (const [number, [from, to]] of chains.entries()) {
    const ofChain = scores[number];
    if (!ofChain) continue;
    chain.run(ofChain, 0, to - from);
    into.set(chain.probabilities.subarray(0, (to - from) * labels), from * labels);
  }
  return into;
};

/** Returns lessons with their scores, chain by chain, and probabilities by a model. */
export const tagLessons = (lessons: readonly ReadLesson[], model: Model): TaggedLesson[] => {
  const chain = new Chain(model.transitions);
  return lessons.map((read) => {
    const scores = read.examples.map((example) => scoresOf(example, model));
    const into = new Float64Array(read.text.tokens.length * labels).fill(1);
    return { ...read, scores, probabilities: weigh(read, { scores, chain, into }) };
  });
};

const buffer = featureBuffer();

/** What each chain of a lesson has to teach in a conversation, if a word is mentioned in it that is mentioned elsewhere. */
const secondExamples = (tagged: TaggedLesson, conversation: Conversation): (Example | undefined)[] =>
  tagged.examples.map((example, number) => {
    const [from, to] = tagged.chains[number] ?? [0, 0];
    const features: number[] = [];
    const starts = new Int32Array(to - from + 1);
    for (let at = from; at < to; at++) {
      features.push(...buffer.subarray(0, conversation.featuresAt(tagged, at, buffer)));
      starts[at - from + 1] = features.length;
    }
    const base = tagged.scores[number];
    return features.length === 0 || !base
      ? undefined
      : { ...example, features: Int32Array.from(features), starts, base };
  });

/** Returns what the second pass is learnt from: each lesson as a conversation, and with a client, whose lesson follows. */
export const conversationExamples = (lessons: readonly TaggedLesson[]): Example[] =>
  lessons.flatMap((lesson, number) => {
    const client = lessons[number + 1]?.lesson.isClient ? lessons[number + 1] : undefined;
    const conversations = lesson.lesson.isClient ? [] : client ? [[lesson], [lesson, client]] : [[lesson]];
    return conversations.flatMap((texts) => {
      const conversation = runToCompletion(Conversation.of(texts));
      return texts.flatMap((one) => secondExamples(one, conversation)).filter((example) => example !== undefined);
    });
  });

/** Returns the probabilities of a lesson after the second pass by a model. */
export const reread = (tagged: TaggedLesson, model: Model): Float64Array => {
  const examples = secondExamples(tagged, runToCompletion(Conversation.of([tagged])));
  const scores = examples.map((example) => example && scoresOf(example, model));
  return weigh(tagged, { scores, chain: new Chain(model.transitions), into: tagged.probabilities.slice() });
};
