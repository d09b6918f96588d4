import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { spansOf } from '../src/personal-data/names/find-names.ts';
import { mentionBits } from '../src/personal-data/names/mentions.ts';
import { Vocabulary } from '../src/personal-data/names/spellings.ts';
import { weightsPath } from '../src/personal-data/names/weights.ts';
import { countSpans, countWords, f1, isExact } from './bench/span-scores.ts';
import { digestOfLessons } from './names/digest.ts';
import { folds, numberFeatures, readLesson, readLessons, type ReadLesson } from './names/examples.ts';
import { fit, type Model } from './names/fit.ts';
import { conversationExamples, reread, tagLessons, type TaggedLesson } from './names/second-pass.ts';
import { writeWeights, type Weights } from './names/write-weights.ts';

const usage = `usage: npm run train:names -- [--folds]

Learns models/names.bin from the labelled lines of test/data/names, but for held-out-*. With --folds it writes nothing: it leaves each quarter of the lines
out in turn and prints how those come off.`;

const first = { passes: 6, rate: 0.06, runs: 5 };
/** Models of parts of the lines, which only say how a first pass fares with lines that it has not seen. */
const ofFolds = { ...first, runs: 2 };
const second = { passes: 8, rate: 0.03, runs: 1, count: 2 ** mentionBits };

const started = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}`);

const examplesOf = (lessons: readonly ReadLesson[]) => lessons.flatMap(({ examples }) => examples);

const readAll = () => {
  const spellings = new Vocabulary();
  const hashed = readLessons().map((lesson) => readLesson(lesson, spellings));
  const { hashes, numbered } = numberFeatures(examplesOf(hashed));
  const lessons = hashed.map((read): ReadLesson => ({ ...read, examples: read.examples.map(numbered) }));
  say(`${lessons.length} lessons with ${hashes.length} features are read`);
  return { lessons, hashes };
};

/** The lessons of each fold as a model of the others tags them, and the transitions of the last model. */
const tagFolds = (lessons: readonly ReadLesson[], count: number) => {
  let transitions: Model['transitions'] = new Float64Array(0);
  const tagged = Array.from({ length: folds }, (_, fold) => {
    const others = lessons.filter(({ lesson }) => lesson.fold !== fold);
    const model = fit(examplesOf(others), { ...ofFolds, count });
    ({ transitions } = model);
    say(`learnt without a part of the lines, ${fold + 1} of ${folds}`);
    return tagLessons(
      lessons.filter(({ lesson }) => lesson.fold === fold),
      model,
    );
  });
  return { tagged, transitions };
};

const printScores = (name: string, lines: readonly (readonly [TaggedLesson, Float64Array])[]): void => {
  const found = lines.map(([{ text, lesson }, probabilities]) => {
    const spans = spansOf({ text, probabilities }).map(({ start, end }) => [start, end] as const);
    return { words: countWords(lesson.text, lesson.per, spans), spans: countSpans(lesson.per, spans) };
  });
  const words = found.map((one) => one.words);
  const inThousand = (test: (one: (typeof words)[number]) => boolean): string =>
    ((1000 * words.filter(test).length) / words.length).toFixed(0).padStart(9);
  const scores = [f1(words), f1(found.map(({ spans }) => spans))].map((score) => score.toFixed(3).padStart(9));
  console.log(
    name.padEnd(24),
    ...scores,
    inThousand(isExact),
    inThousand(({ missed }) => missed > 0),
    inThousand(({ wrong }) => wrong > 0),
  );
};

/** Prints how lines come off by models that have not seen them. */
const printFolds = ({ tagged, transitions }: ReturnType<typeof tagFolds>): void => {
  const examples = tagged.map(conversationExamples);
  const lines = tagged.flatMap((ofFold, fold) => {
    const model = fit(examples.toSpliced(fold, 1).flat(), { ...second, transitions });
    return ofFold.filter(({ lesson }) => !lesson.isCopy).map((one) => [one, reread(one, model)] as const);
  });
  console.log(`${''.padEnd(24)} F1: words     spans  of 1 000: exact   leaks  too many`);
  for (const [source, ofSource = []] of Object.entries(Object.groupBy(lines, ([{ lesson }]) => lesson.source)))
    printScores(source, ofSource);
  printScores(
    'all, first pass',
    lines.map(([one]) => [one, one.probabilities]),
  );
  printScores('all', lines);
};

const weightsOf = ({ weights }: Model, hashes: readonly number[]): Weights =>
  new Map(hashes.map((hash, number) => [hash, [weights[number * 2] ?? 0, weights[number * 2 + 1] ?? 0]]));

const learn = (): void => {
  const { lessons, hashes } = readAll();
  const parts = tagFolds(lessons, hashes.length);
  if (values.folds) {
    printFolds(parts);
    return;
  }
  const model = fit(examplesOf(lessons), { ...first, count: hashes.length });
  say('learnt from all lines');
  const { transitions } = model;
  const again = fit(parts.tagged.flatMap(conversationExamples), { ...second, transitions });
  const passes = [weightsOf(model, hashes), weightsOf(again, [...Array(second.count).keys()])];
  const file = writeWeights({ digest: digestOfLessons(), transitions, passes });
  writeFileSync(weightsPath, file);
  say(`wrote ${file.length} bytes`);
};

const { values } = parseArgs({ options: { folds: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(usage);
else learn();
