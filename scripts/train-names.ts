import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runToCompletion } from '../src/concurrency/steps.ts';
import { NameFinder } from '../src/personal-data/names/find-names.ts';
import { mentionBits } from '../src/personal-data/names/mentions.ts';
import { Vocabulary } from '../src/personal-data/names/spellings.ts';
import { Tagger } from '../src/personal-data/names/tagger.ts';
import { parseWeights, weightsPath } from '../src/personal-data/names/weights.ts';
import { scoresOfNames } from './bench/span-scores.ts';
import { digestOfLessons, firstExamples, type ScoredLesson, secondExamples, textOf } from './names/examples.ts';
import { type Example, fit, type Model, numberFeatures } from './names/fit.ts';
import { folds, readLessons } from './names/lessons.ts';
import { writeWeights, type Weights } from './names/write-weights.ts';

const usage = `usage: npm run train:names -- [--folds]

Learns models/names.bin from the labelled lines of test/data/names, but for held-out-*. With --folds it writes nothing: it leaves each quarter of the lines
out in turn and prints how those come off.`;

const first = { passes: 6, rate: 0.06, runs: 10 };
/** Models of parts of the lines, which only say how a first pass fares with lines that it has not seen. */
const ofFolds = { ...first, runs: 2 };
const second = { passes: 8, rate: 0.03, runs: 1, count: 2 ** mentionBits };

const started = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}`);

const weightsOf = ({ weights }: Model, hashes: Iterable<number>): Weights =>
  new Map([...hashes].map((hash, number) => [hash, [weights[number * 2] ?? 0, weights[number * 2 + 1] ?? 0]]));

const learnSecond = (examples: readonly Example[], { transitions }: Model): Weights =>
  weightsOf(fit(examples, { ...second, transitions }), Array(second.count).keys());

const lessons = readLessons();

/** Returns the first passes that are learnt from all lessons but those of a fold, or from all. */
const firstPasses = () => {
  const spellings = new Vocabulary();
  const numbers = lessons.map((lesson) => firstExamples(lesson, spellings));
  const { hashes, examples } = numberFeatures(numbers.flat());
  const foldOf = numbers.flatMap((ofLesson, number) => ofLesson.map(() => lessons[number]?.fold));
  say(`${lessons.length} lessons with ${hashes.length} features are read`);
  return (fold?: number): { readonly model: Model; readonly weights: Weights } => {
    const settings = { ...(fold === undefined ? first : ofFolds), count: hashes.length };
    const model = fit(
      examples.filter((_, number) => fold === undefined || foldOf[number] !== fold),
      settings,
    );
    say(fold === undefined ? 'learnt from all lines' : `learnt without a part of the lines, ${fold + 1} of ${folds}`);
    return { model, weights: weightsOf(model, hashes) };
  };
};

type FirstPass = ReturnType<ReturnType<typeof firstPasses>>;

const fileOf = ({ model: { transitions }, weights }: FirstPass, again: Weights, digest = ''): Buffer =>
  writeWeights({ digest, transitions, passes: [weights, again] });

/** The lessons of a fold as a first pass scores them that has not seen them. */
const scored = (fold: number, pass: FirstPass): ScoredLesson[] => {
  const tagger = new Tagger(parseWeights(fileOf(pass, new Map())));
  return lessons
    .filter((lesson) => lesson.fold === fold)
    .map((lesson) => ({ lesson, ...runToCompletion(tagger.read(textOf(lesson))) }));
};

/** Prints how the lines of each fold come off by what the others teach. */
const printFolds = (passes: readonly FirstPass[], examples: readonly Example[][]): void => {
  const found = passes.flatMap((pass, fold) => {
    const again = learnSecond(examples.toSpliced(fold, 1).flat(), pass.model);
    const finder = new NameFinder(new Tagger(parseWeights(fileOf(pass, again))));
    return lessons
      .filter((lesson) => lesson.fold === fold && !lesson.isCopy)
      .map((lesson) => {
        const [spans = []] = runToCompletion(finder.find([textOf(lesson)]));
        return { ...lesson, spans: spans.map(({ start, end }) => [start, end] as const) };
      });
  });
  const bySource = { ...Object.groupBy(found, ({ source }) => source), all: found };
  console.table(Object.fromEntries(Object.entries(bySource).map(([name, lines]) => [name, scoresOfNames(lines)])));
};

const learn = (isByFolds = false): void => {
  const firstPass = firstPasses();
  const passes = Array.from({ length: folds }, (_, fold) => firstPass(fold));
  const examples = passes.map((pass, fold) => secondExamples(scored(fold, pass)));
  if (isByFolds) {
    printFolds(passes, examples);
    return;
  }
  const all = firstPass();
  const file = fileOf(all, learnSecond(examples.flat(), all.model), digestOfLessons());
  writeFileSync(weightsPath, file);
  say(`wrote ${file.length} bytes`);
};

const { values } = parseArgs({ options: { folds: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(usage);
else learn(values.folds);
