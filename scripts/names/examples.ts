import { readdirSync } from 'node:fs';
import { runToCompletion } from '../../src/concurrency/steps.ts';
import { findInText } from '../../src/personal-data/find.ts';
import {
  compiled,
  featureBuffer,
  featuresAt,
  hashBits,
  readText,
  type ReadText,
} from '../../src/personal-data/names/features.ts';
import { type Vocabulary } from '../../src/personal-data/names/spellings.ts';
import { clientLabel } from '../../src/personal-data/names/find-names.ts';
import { chainsOf } from '../../src/personal-data/names/tagger.ts';
import { removedFiller } from '../../src/personal-data/spans.ts';
import { type LabelledLine, labelledFolder, readLines } from '../bench/labelled-lines.ts';
import type { Offsets } from '../bench/span-scores.ts';
import { seededRandom } from '../bench/seeded-random.ts';
import type { Example } from './fit.ts';

/** A line and how much it counts; what is copied from a line is left out of a fold with it. */
export type Lesson = LabelledLine & {
  readonly source: string;
  readonly fold: number;
  readonly share: number;
  readonly isCopy: boolean;
  readonly isClient?: boolean;
};

/** Lines of one writer, which are left out together. */
const linesInBlock = 130;
/** Lines are left out in so many parts. */
export const folds = 4;

/** The news among the sources: long texts, few of them. */
const news = 'factrueval-dev.jsonl';
const shareOfNews = 3;

/** The files of labelled lines from which is learnt. */
export const sources = (): string[] =>
  readdirSync(labelledFolder)
    .toSorted()
    .filter((name) => !name.startsWith('held-out'));

const lessonsOf = (source: string): Lesson[] =>
  readLines(new URL(source, labelledFolder)).map(({ text, per }, number) => ({
    text,
    per,
    source,
    fold: (source === news ? number : Math.floor(number / linesInBlock)) % folds,
    share: source === news ? shareOfNews : 1,
    isCopy: false,
  }));

const masked = ({ text, per }: LabelledLine): string =>
  per.reduce((rest, [start, end]) => rest.slice(0, start) + removedFiller.repeat(end - start) + rest.slice(end), text);

/** A client's name as it is read: one of the names of a line. */
const asClient = ({ text, per }: LabelledLine): LabelledLine | undefined => {
  const [name] = per.toSorted(([a, b], [c, d]) => d - c - (b - a));
  return (
    name && {
      text: clientLabel + text.slice(...name),
      per: [[clientLabel.length, clientLabel.length + name[1] - name[0]]],
    }
  );
};

/** So many of the lines are copied in lower case, in capitals, and as they are read again when their names are masked. */
const [lowered, raised, read, clients] = [1 / 6, 1 / 6, 1 / 6, 1 / 6];
const shareOfCopies = 0.5;

const copiesOf = (lesson: Lesson, chance: number): Lesson[] => {
  const { text, source, per } = lesson;
  const copy = (changed: string, share: number, names: readonly Offsets[]): Lesson[] =>
    changed.length === text.length ? [{ ...lesson, text: changed, per: names, share, isCopy: true }] : [];
  if (source === news) return copy(text.toLowerCase(), shareOfCopies, per);
  if (chance < lowered) return copy(text.toLowerCase(), 1, per);
  if (chance < lowered + raised) return copy(text.toUpperCase(), 1, per);
  if (per.length === 0 || chance > lowered + raised + read + clients) return [];
  if (chance < lowered + raised + read) return copy(masked(lesson), shareOfCopies, []);
  const client = asClient(lesson);
  return client ? [{ ...lesson, ...client, share: shareOfCopies, isCopy: true, isClient: true }] : [];
};

/** Returns all that is to be learnt from the files, the same each time. */
export const readLessons = (): Lesson[] => {
  const random = seededRandom(1);
  return sources()
    .flatMap(lessonsOf)
    .flatMap((lesson) => [lesson, ...copiesOf(lesson, random())]);
};

/** A lesson that is read: its tokens, their labels, and its chains with their features. */
export type ReadLesson = {
  readonly lesson: Lesson;
  readonly text: ReadText;
  readonly chains: readonly (readonly [from: number, to: number])[];
  readonly examples: readonly Example[];
};

const labelsOf = ({ per }: LabelledLine, { tokens }: ReadText): Uint8Array =>
  Uint8Array.from(tokens, ({ start, end }) => {
    const name = per.find(([from, to]) => start < to && end > from);
    return name === undefined ? 0 : start <= name[0] ? 1 : 2;
  });

const buffer = featureBuffer();

const exampleOf = (text: ReadText, all: Uint8Array, [from, to]: readonly [number, number], share: number): Example => {
  const starts = new Int32Array(to - from + 1);
  const features: number[] = [];
  for (let at = from; at < to; at++) {
    const count = featuresAt(text, at, compiled, buffer);
    for (let number = 0; number < count; number++) features.push(buffer[number] as number);
    starts[at - from + 1] = features.length;
  }
  return { features: Int32Array.from(features), starts, truth: all.slice(from, to), share };
};

export const readLesson = (lesson: Lesson, spellings: Vocabulary): ReadLesson => {
  const { rest } = runToCompletion(findInText(lesson.text));
  const text = runToCompletion(readText(rest, spellings));
  const all = labelsOf(lesson, text);
  const chains = [...chainsOf(text.tokens)];
  return { lesson, text, chains, examples: chains.map((chain) => exampleOf(text, all, chain, lesson.share)) };
};

/** Features that are met so often at least are learnt. */
const minCount = 2;

/** Features by numbers instead of their hashes, without rare ones. */
export type Numbering = { readonly hashes: readonly number[]; readonly numbered: (example: Example) => Example };

export const numberFeatures = (examples: Iterable<Example>): Numbering => {
  const counts = new Uint8Array(2 ** hashBits);
  for (const { features } of examples)
    for (const hash of features) counts[hash] = Math.min(minCount, (counts[hash] as number) + 1);
  const numbers = new Int32Array(2 ** hashBits).fill(-1);
  const hashes: number[] = [];
  const numberOf = (hash: number): number => {
    if (numbers[hash] === -1) numbers[hash] = hashes.push(hash) - 1;
    return numbers[hash] as number;
  };
  const numbered = ({ features, starts, ...rest }: Example): Example => {
    const kept: number[] = [];
    const ends = new Int32Array(starts.length);
    for (let at = 1; at < starts.length; at++) {
      for (let number = starts[at - 1] as number; number < (starts[at] as number); number++)
        if ((counts[features[number] as number] as number) >= minCount) kept.push(numberOf(features[number] as number));
      ends[at] = kept.length;
    }
    return { ...rest, features: Int32Array.from(kept), starts: ends };
  };
  return { hashes, numbered };
};
