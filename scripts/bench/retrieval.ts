import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { learntAnswers } from '../../src/adapters/local-model/learnt-answers.ts';
import { answerExamples } from '../answers/examples.ts';
import { printFigures } from '../answers/print-figures.ts';
import { type DeskFiles, deskFiles, digestOfDesks, measureDesks, readDesks } from './desk-quality.ts';
import { unmeasuredGrouping } from '../../src/queries/question-vectors.ts';
import { type Asked, gapMeasure, readAsked } from './gap-quality.ts';
import { gatewayEmbedders } from './gateway-embedders.ts';
import { demoExamples, measureQuality, readExamples, type Example, type Quality } from './retrieval-quality.ts';
import { measureSpeed } from './retrieval-speed.ts';
import { inOtherLayout, withTypos } from './retrieval-spoiled.ts';

const percent = (share: number): string => (share * 100).toFixed(1).padStart(7);

const line = (name: string, quality: Quality): string =>
  `  ${name.padEnd(34)}${percent(quality.top1)}${percent(quality.anyOf5)}${percent(quality.precisionAt5)}`;

const queries: Record<string, (text: string, number: number) => string> = {
  'as they are': (text) => text,
  'typo in a third of words': withTypos,
  'other keyboard layout': inOtherLayout,
};

/** The share of hits among the texts that were found with such a cosine: what the levels of similarity are chosen by. */
const reportBands = (found: Quality['found']): void => {
  console.log('  cosine       texts  share  hits');
  for (let from = 0; from < 1; from += 0.05) {
    const band = found.filter(({ score }) => score >= from && (score < from + 0.05 || from >= 0.949));
    if (band.length === 0) continue;
    const hits = band.filter(({ isHit }) => isHit).length;
    const [share, precision] = [band.length / found.length, hits / band.length].map(percent);
    console.log(`  ${from.toFixed(2)} and up ${String(band.length).padStart(6)}${share}${precision}`);
  }
};

/** The models that run in this process, and that of the gateway if one is configured, in one table. */
const embedders = [localEmbedder, semanticEmbedder, ...gatewayEmbedders()];

const reportList = async (name: string, examples: readonly Example[]): Promise<void> => {
  console.log(`${name}: ${examples.length} texts\n  ${'queries'.padEnd(34)}  top-1  any@5    P@5`);
  for (const embedder of embedders.map((open) => open())) {
    const qualities: Quality[] = [];
    for (const [kind, change] of Object.entries(queries)) {
      const quality = await measureQuality(embedder, examples, change);
      console.log(line(`${embedder.model}, ${kind}`, quality));
      qualities.push(quality);
    }
    if (bands && qualities[0]) reportBands(qualities[0].found);
  }
};

const reportDesks = async (files: DeskFiles): Promise<void> => {
  const list = readDesks(files);
  console.log(`${basename(files.tickets)}: ${list.tickets.length} tickets, top-1 and any@5`);
  let heading = '';
  for (const embedder of embedders.map((open) => open())) {
    const kinds = [...(await measureDesks(embedder, list))];
    const columns = kinds.map(([kind, { count }]) => `${kind} (${count})`.padStart(18)).join('');
    if (heading !== columns) console.log(`  ${''.padEnd(10)}${columns}`);
    heading = columns;
    const shares = kinds.map(([, { top1, anyOf5 }]) => `  ${percent(top1)} ${percent(anyOf5)} `);
    console.log(`  ${embedder.model.padEnd(10)}${shares.join('')}`);
  }
  const isLearntFrom = digestOfDesks(files) === learntAnswers.lists;
  for (const [name, { decision }] of Object.entries(learntAnswers.models)) {
    const embedder = embedders.map((open) => open()).find(({ model }) => model === name);
    if (embedder) printFigures(name, { examples: await answerExamples(embedder, list), decision, isLearntFrom });
  }
};

const shownLevels = [-0.08, -0.04, -0.02, 0, 0.02, 0.04, 0.08];

/** Russian questions about problems that come again and again, and others. */
const repeatedQuestions = fileURLToPath(new URL('../../test/data/gaps/repeated-ru.jsonl', import.meta.url));

/** Gaps that a model makes of a list, at the level that it calls the same and around it. */
const reportGaps = async (name: string, list: readonly Asked[]): Promise<void> => {
  console.log(`gaps of ${name}: ${list.length} texts, half of the intents without tickets`);
  console.log('  level        purity  complete    found    right   gaps  questions');
  for (const embedder of embedders.map((open) => open())) {
    const measure = await gapMeasure(embedder, list);
    const { level: own } = embedder.questionGrouping ?? unmeasuredGrouping;
    for (const level of shownLevels.map((more) => own + more)) {
      const { purity, completeness, found, right, gaps, questions } = await measure(level);
      const shares = [purity, completeness, found, right].map(percent).join('  ');
      console.log(
        `  ${embedder.model} ${level.toFixed(2)}${level === own ? '*' : ' '} ${shares} ${gaps.toFixed(1).padStart(6)} ${questions.toFixed(0).padStart(9)}`,
      );
    }
  }
};

const reportSpeed = async (open: () => Embedder, textCount: number): Promise<void> => {
  const { cold, warm, characters } = await measureSpeed(open, textCount);
  console.log(
    `${open().model}: distinct Russian texts of ${characters} characters a second, one thread: ${cold} (nothing remembered), ${warm} (warm)`,
  );
};

/** The texts and desks of a folder, and the speed of each model. */
const reportSearches = async (lists: readonly string[], desks: readonly DeskFiles[]): Promise<void> => {
  for (const path of lists) await reportList(basename(path), readExamples(path));
  for (const files of desks) await reportDesks(files);
  await reportList('questions to the example tickets', demoExamples());
  for (const open of embedders) await reportSpeed(open, Number(texts));
};

const {
  values: { texts, bands, gaps },
  positionals,
} = parseArgs({
  options: {
    texts: { type: 'string', default: '5000' },
    bands: { type: 'boolean', default: false },
    gaps: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    `usage: npm run bench:retrieval -- FOLDER [--texts 5000] [--bands] [--gaps]
(*.jsonl with {text, intent, part: index|query}, or desks: X_tickets_Y.jsonl as for an upload with a desk, and X_queries_Y.jsonl with {query, desk, gold, kind};
texts to measure the speed; bands: the share of hits by cosine; gaps: the grouping of questions alone)`,
  );
  process.exitCode = 2;
} else {
  console.log('exact cosine, in per cent');
  const desks = deskFiles(folder);
  const ofDesks = new Set(desks.flatMap(({ tickets, queries }) => [tickets, queries]));
  const lists = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => !ofDesks.has(path));
  if (!gaps) await reportSearches(lists, desks);
  for (const path of [...lists, repeatedQuestions]) await reportGaps(basename(path), readAsked(path));
}
