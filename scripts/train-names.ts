import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runAtOnce } from '../src/concurrency/steps.ts';
import { cueTable } from '../src/personal-data/names/cues/index.ts';
import { facts, type FactName } from '../src/personal-data/names/cues/facts.ts';
import { NameFinder, type NameDocument } from '../src/personal-data/names/find-names.ts';
import { columns, propertiesOf, rulesAlone, type Weights } from '../src/personal-data/names/learnt.ts';
import { type Spelling } from '../src/personal-data/names/spellings.ts';
import { type LabelledLine as Line, labelledFolder as folder, readLines } from './bench/labelled-lines.ts';
import { countWords, type Counts, f1, isExact, type Offsets } from './bench/span-scores.ts';

const usage = `usage: npm run train:names -- [--folds N] [FILE.jsonl …]

Learns src/personal-data/names/learnt-weights.txt from the labelled lines of test/data/names, the examples of the cues and further files of labelled lines.
With --folds it writes nothing: it leaves each of N parts of the lines out in turn and prints how those come off.`;

/** How much a line counts that cues were written from; it says little of what they leave open. The others count 1. */
const shareOfSeen = 0.4;
/** A property that fewer words have says nothing. */
const leastCount = 3;
/** What a weight costs (the L1 norm): most are 0 then. */
const penalty = 0.5;
const sweeps = 60;
const longestStep = 1;
/** The odds above which a word is masked, and below which a mask of the rules is taken back: a leak is worse than a mask too many. */
const oddsToMark = 6;
const oddsToKeep = 1 / 4;
/** By how much more an example of a cue that comes off wrong counts in the next round, and how many rounds there are at most. */
const growth = 3;
const mostRounds = 10;
const decimals = 100;
/** Lines of one writer, which are left out together. */
const linesInBlock = 130;

type Source = { readonly name: string; readonly lines: readonly Line[]; readonly share: number };

/** Lines without names need not say so. */
const readLabelled = (path: string | URL): Line[] =>
  readLines<Pick<Line, 'text'> & Partial<Line>>(path).map(({ text, per = [] }) => ({ text, per }));

/** `‹Лена› на связи` as a labelled line. */
const labelled = (example: string): Line => {
  const per: Offsets[] = [];
  let text = '';
  for (const part of example.split(/(?=[‹›])/)) {
    if (part.startsWith('‹')) per.push([text.length, text.length + part.length - 1]);
    text += part.replace(/[‹›]/, '');
  }
  return { text, per };
};

const finder = new NameFinder(rulesAlone);
const factNames = Object.keys(facts) as FactName[];
const openColumn = columns.indexOf('open');
const markedColumn = columns.indexOf('marked');

/** A word that the rules may mark: the numbers of what is known of it and of its neighbours, whether it is a name, and how much it counts. */
type Example = { readonly terms: Int32Array; readonly isName: boolean; readonly share: number };

/** Numbers of the terms: a property in a column. A marked word has the terms of an open one besides, so that both learn from each other. */
const numbers = new Map<string, number>();
const numberOf = (property: string, column: number): number => {
  const key = `${property} ${column}`;
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
};

const known = new Map<Spelling, readonly string[]>();
const propertiesAt = ({ tokens, edge }: NameDocument, at: number): readonly string[] => {
  const spelling = tokens[at]?.spelling ?? edge;
  const properties = known.get(spelling) ?? [
    ...propertiesOf(spelling),
    ...factNames.filter((fact) => finder.cues.is(spelling, fact)),
  ];
  known.set(spelling, properties);
  return tokens[at]?.opensSentence ? [...properties, 'opens'] : properties;
};

const termsAt = (document: NameDocument, at: number): Int32Array => {
  const { marked } = document;
  const beside = columns.flatMap((offset, column) => {
    if (typeof offset !== 'number') return [];
    const properties = [...propertiesAt(document, at + offset), ...(marked[at + offset] ? ['besideMarked'] : [])];
    return properties.map((property) => numberOf(property, column));
  });
  const isNoPerson = finder.cues.holds('noPerson', document, at);
  const own = [...propertiesAt(document, at), 'always', ...(isNoPerson ? ['noPerson'] : [])];
  const slots = marked[at] ? [openColumn, markedColumn] : [openColumn];
  return Int32Array.from([...beside, ...slots.flatMap((column) => own.map((property) => numberOf(property, column)))]);
};

const examplesOf = ({ text, per }: Line, share: number): Example[] => {
  const document = runAtOnce(finder.read(text));
  return document.tokens.flatMap(({ spelling, start, end }, at) => {
    if (!spelling.mayBeMarked || !finder.cues.is(spelling, 'weighable') || !finder.learnt.decides(document, at))
      return [];
    return [{ terms: termsAt(document, at), isName: per.some(([from, to]) => start < to && end > from), share }];
  });
};

const softened = (value: number, by: number): number => Math.sign(value) * Math.max(0, Math.abs(value) - by);

/** Returns the weights of the terms in a logistic regression with a penalty (L1), by coordinate descent. The result is the same each time. */
const fit = (examples: readonly Example[]): Float64Array => {
  const holders: number[][] = Array.from({ length: numbers.size }, () => []);
  examples.forEach(({ terms }, number) => {
    for (const term of terms) holders[term]?.push(number);
  });
  const isFree = new Set([openColumn, markedColumn].map((column) => numberOf('always', column)));
  const weights = new Float64Array(numbers.size);
  const scores = new Float64Array(examples.length);
  /** The slopes of the examples' losses, and how fast they change within a step at most. */
  const slopes = new Float64Array(examples.length);
  const bends = new Float64Array(examples.length);
  const update = (number: number): void => {
    const { isName = false, share = 0 } = examples[number] ?? {};
    const likelihood = 1 / (1 + Math.exp(-(scores[number] ?? 0)));
    slopes[number] = share * (likelihood - Number(isName));
    bends[number] = share * Math.min(1 / 4, likelihood * (1 - likelihood) * Math.exp(longestStep));
  };
  const sumOver = (all: readonly number[], values: Float64Array): number =>
    all.reduce((sum, number) => sum + (values[number] ?? 0), 0);
  const descend = (term: number, ofTerm: readonly number[]): void => {
    const before = weights[term] ?? 0;
    const slope = sumOver(ofTerm, slopes);
    const cost = isFree.has(term) ? 0 : penalty;
    if (before === 0 && Math.abs(slope) <= cost) return;
    const bend = sumOver(ofTerm, bends);
    const step = softened(before - slope / bend, cost / bend) - before;
    const taken = Math.max(-longestStep, Math.min(longestStep, step));
    weights[term] = before + taken;
    for (const number of ofTerm) {
      scores[number] = (scores[number] ?? 0) + taken;
      update(number);
    }
  };
  examples.forEach((_, number) => update(number));
  for (let sweep = 0; sweep < sweeps; sweep++)
    holders.forEach((ofTerm, term) => {
      if (ofTerm.length >= leastCount) descend(term, ofTerm);
    });
  return weights;
};

/** Returns the weights by property and column: those of a marked word with those of an open one, and the odds in those of `always`. */
const tableOf = (fitted: Float64Array): Weights => {
  const properties = new Set([...numbers.keys()].map((key) => key.slice(0, key.lastIndexOf(' '))));
  const table = new Map<string, readonly number[]>();
  for (const property of [...properties].toSorted()) {
    const weightIn = (column: number): number => fitted[numbers.get(`${property} ${column}`) ?? -1] ?? 0;
    const row = columns.map((_, column) => weightIn(column) + (column === markedColumn ? weightIn(openColumn) : 0));
    if (property === 'always') {
      row[openColumn] = (row[openColumn] ?? 0) - Math.log(oddsToMark);
      row[markedColumn] = (row[markedColumn] ?? 0) - Math.log(oddsToKeep);
    }
    const rounded = row.map((weight) => Math.round(weight * decimals) / decimals);
    if (rounded.some((weight) => weight !== 0)) table.set(property, rounded);
  }
  return table;
};

const countsOf = (weighed: NameFinder, { text, per }: Line): Counts => {
  const found = runAtOnce(weighed.find([text]))[0] ?? [];
  const spans = found.map(({ start, end }): Offsets => [start, end]);
  return countWords(text, per, spans);
};

const cueExamples: Source = {
  name: 'examples of the cues',
  lines: Object.values(cueTable).flatMap((cues) =>
    cues.flatMap(({ examples: { yes, no = [] } }) => [...yes, ...no].map(labelled)),
  ),
  share: shareOfSeen,
};

/** Returns weights with which each example of the cues is right: those that are not count more in the next round. */
const learn = (sources: readonly Source[]): Weights => {
  const fixed = sources.flatMap(({ lines, share }) => lines.flatMap((line) => examplesOf(line, share)));
  const { lines } = cueExamples;
  const shares = lines.map(() => cueExamples.share);
  for (let round = 1; ; round++) {
    const table = tableOf(fit([...fixed, ...lines.flatMap((line, number) => examplesOf(line, shares[number] ?? 0))]));
    const weighed = new NameFinder(table);
    const wrong = lines.flatMap((line, number) => (isExact(countsOf(weighed, line)) ? [] : [number]));
    console.log(`round ${round}: ${table.size} properties, ${wrong.length} examples of cues come off wrong`);
    if (wrong.length === 0) return table;
    if (round === mostRounds) throw new Error(`These stay wrong: ${wrong.map((one) => lines[one]?.text).join('; ')}`);
    for (const number of wrong) shares[number] = (shares[number] ?? 0) * growth;
  }
};

const printFolds = (sources: readonly Source[], folds: number): void => {
  const all = [...sources, cueExamples].flatMap(({ name, lines, share }) =>
    lines.map((line, number) => ({
      key: `${name}, ${line.per.length > 0 ? 'with' : 'without'} names`,
      line,
      fold: Math.floor(number / linesInBlock) % folds,
      examples: examplesOf(line, share),
    })),
  );
  const counted = new Map<string, { readonly rules: Counts[]; readonly learnt: Counts[] }>();
  for (let fold = 0; fold < folds; fold++) {
    const others = all.filter((one) => one.fold !== fold).flatMap(({ examples }) => examples);
    const weighed = new NameFinder(tableOf(fit(others)));
    for (const { key, line } of all.filter((one) => one.fold === fold)) {
      const counts = counted.get(key) ?? { rules: [], learnt: [] };
      counted.set(key, counts);
      counts.rules.push(countsOf(finder, line));
      counts.learnt.push(countsOf(weighed, line));
    }
  }
  console.log('exact lines, %, and F1 of words, by the rules alone and with what was learnt from other lines');
  for (const [key, { rules, learnt }] of [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const shares = [rules, learnt].map((of) => ((100 * of.filter(isExact).length) / of.length).toFixed(1).padStart(6));
    const scores = [rules, learnt].map((of) => f1(of).toFixed(3).padStart(6));
    console.log(`${key.padEnd(50)}${shares.join('')}   ${scores.join(' ')}`);
  }
};

const { values, positionals } = parseArgs({
  options: { folds: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
});

if (values.help) console.log(usage);
else {
  const ofFolder = readdirSync(folder)
    .toSorted()
    .filter((name) => !name.startsWith('held-out'))
    .map((name) => ({
      name,
      lines: readLabelled(new URL(name, folder)),
      share: name.startsWith('learnt') ? 1 : shareOfSeen,
    }));
  const sources = [...ofFolder, ...positionals.map((name) => ({ name, lines: readLabelled(name), share: 1 }))];
  if (values.folds !== undefined) printFolds(sources, Number(values.folds));
  else {
    const rows = [...learn(sources)].map(([property, row]) => `${[property, ...row].join(' ')}\n`);
    writeFileSync(new URL('../src/personal-data/names/learnt-weights.txt', import.meta.url), rows.join(''));
  }
}
