import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Vocabulary } from '../../src/personal-data/names/spellings.ts';
import { labelledFolder } from '../bench/labelled-lines.ts';
import { readLesson, readLessons, sources } from './examples.ts';

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
    for (const { features, truth } of readLesson(lesson, spellings).examples) hash.update(features).update(truth);
  return hash.digest('hex');
};
