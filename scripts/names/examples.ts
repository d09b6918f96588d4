import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { findInText } from '../../src/personal-data/find.ts';
import { compiled, featureBuffer, featuresAt } from '../../src/personal-data/names/features.ts';
import { Conversation } from '../../src/personal-data/names/mentions.ts';
import { Vocabulary } from '../../src/personal-data/names/spellings.ts';
import { chainsOf, type Scored } from '../../src/personal-data/names/tagger.ts';
import { readText, type ReadText } from '../../src/personal-data/names/token-contexts.ts';
import { type LabelledLine, labelledFolder } from '../bench/labelled-lines.ts';
import type { Example } from './fit.ts';
import { type Lesson, readLessons, sources } from './lessons.ts';

/** Returns the text of a lesson in which names are searched for. */
export const textOf = ({ text }: Lesson): string => runToCompletion(findInText(text)).rest;

const labelsOf = ({ per }: LabelledLine, { tokens }: ReadText): Uint8Array =>
  Uint8Array.from(tokens, ({ start, end }) => {
    const name = per.find(([from, to]) => start < to && end > from);
    return name === undefined ? 0 : start <= name[0] ? 1 : 2;
  });

const buffer = featureBuffer();

/** The chains of a lesson, with the features that are written into the buffer for each of their tokens. */
const examplesOf = (
  lesson: Lesson,
  text: ReadText,
  { write, scores }: { readonly write: (at: number) => number; readonly scores?: Float64Array },
): Example[] => {
  const truth = labelsOf(lesson, text);
  return [...chainsOf(text.tokens)].map(([from, to]) => ({
    features: Array.from({ length: to - from }, (_, number) => buffer.slice(0, write(from + number))),
    truth: truth.slice(from, to),
    base: scores?.slice(from * 2, to * 2),
    share: lesson.share,
  }));
};

/** Returns what the first pass is learnt from. */
export const firstExamples = (lesson: Lesson, spellings: Vocabulary): Example[] => {
  const text = runToCompletion(readText(textOf(lesson), spellings));
  return examplesOf(lesson, text, { write: (at) => featuresAt(text, at, compiled, buffer) });
};

/** A lesson as a first pass that had not seen it scores it. */
export type ScoredLesson = Scored & { readonly lesson: Lesson };

/** Returns what the second pass is learnt from: each lesson as a conversation, and with a client, whose lesson follows; of them the chains with a word that is mentioned elsewhere. */
export const secondExamples = (lessons: readonly ScoredLesson[]): Example[] =>
  lessons.flatMap((one, number) => {
    const next = lessons[number + 1];
    const conversations = one.lesson.isClient ? [] : next?.lesson.isClient ? [[one], [one, next]] : [[one]];
    return conversations.flatMap((texts) => {
      const conversation = runToCompletion(Conversation.of(texts));
      return texts
        .flatMap((tagged) => {
          const write = (at: number) => conversation.featuresAt(tagged, at, buffer);
          return examplesOf(tagged.lesson, tagged.text, { write, scores: tagged.scores });
        })
        .filter(({ features }) => features.some(({ length }) => length > 0));
    });
  });

const lexiconFolder = new URL('../../src/personal-data/names/lexicon/', import.meta.url);

/** Of so many lessons the features of one count. */
const sample = 499;

/** Returns a digest of what weights are learnt from: the labelled lines, the lists, and the features of some lines, which stand for the code. */
export const digestOfLessons = (lessons = readLessons()): string => {
  const hash = createHash('sha256');
  for (const name of sources()) hash.update(readFileSync(new URL(name, labelledFolder)));
  for (const name of readdirSync(lexiconFolder).toSorted()) hash.update(readFileSync(new URL(name, lexiconFolder)));
  const spellings = new Vocabulary();
  for (const lesson of lessons.filter((_, number) => number % sample === 0))
    for (const { features, truth } of firstExamples(lesson, spellings)) {
      for (const ofToken of features) hash.update(ofToken);
      hash.update(truth);
    }
  return hash.digest('hex');
};
