import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AnswerWeights } from '../src/adapters/local-model/answer-odds.ts';
import { localEmbedder } from '../src/adapters/local-model/embedder.ts';
import { semanticEmbedder } from '../src/adapters/local-model/semantic-embedder.ts';
import type { SimilarityLevels } from '../src/ports/embedder.ts';
import { learnDecision } from './answers/decision.ts';
import { answerExamples } from './answers/examples.ts';
import { learnLevels, levelCollections } from './answers/levels.ts';
import { learnNoise } from './answers/noise.ts';
import { printFigures } from './answers/print-figures.ts';
import { deskFiles, digestOfDesks, readDesks } from './bench/desk-quality.ts';

const usage = `usage: npm run train:answers -- FOLDER

Learns src/adapters/local-model/learnt-answers.ts from the questions to desks in FOLDER (one X_tickets_Y.jsonl and X_queries_Y.jsonl as for bench:retrieval):
when the nearest ticket is an answer, from which similarity on a ticket is called similar, and how much a typo moves the difference of two scores. Prints how the questions to each desk come off by what the
other desks teach.`;

const shareLines = ({ shares }: AnswerWeights): string =>
  Object.entries(shares)
    .map(
      ([name, { mean, deviation, weight }]) =>
        `          ${name}: { mean: ${mean}, deviation: ${deviation}, weight: ${weight} },`,
    )
    .join('\n');

const levelFields = ({ verySimilar, similar }: Omit<SimilarityLevels, 'first'>): string =>
  `verySimilar: ${verySimilar}, similar: ${similar}`;

type Learnt = { readonly levels: SimilarityLevels; readonly noise: number; readonly decision: AnswerWeights };

const modelLines = (name: string, { levels, noise, decision }: Learnt): string => `    '${name}': {
      similarityLevels: {
        ${levelFields(levels)},
        first: { ${levelFields(levels.first ?? levels)} },
      },
      scoreNoise: ${noise},
      decision: {
        constant: ${decision.constant},
        threshold: ${decision.threshold},
        shares: {
${shareLines(decision)}
        },
      },
    },`;

const fileOf = (
  lists: string,
  models: readonly string[],
): string => `import type { LearntAnswers } from './answer-odds.ts';

/** When the nearest ticket answers a question, what its similarity is called, and which differences of it say nothing. Written by \`npm run train:answers\` (docs/benchmarks.md, "Answers without a gateway"). */
export const learntAnswers: LearntAnswers = {
  lists: '${lists}',
  models: {
${models.join('\n')}
  },
};
`;

const learn = async (folder: string): Promise<void> => {
  const [files] = deskFiles(folder);
  if (!files) throw new Error(`No X_tickets_Y.jsonl in ${folder}`);
  const list = readDesks(files);
  const models: string[] = [];
  for (const embedder of [localEmbedder(), semanticEmbedder()]) {
    const examples = await answerExamples(embedder, list);
    const decision = learnDecision(examples);
    const { noise, ...near } = await learnNoise(embedder, list);
    const levels = learnLevels(await levelCollections(embedder, list));
    models.push(modelLines(embedder.model, { levels, noise, decision }));
    printFigures(embedder.model, { examples, decision, isLearntFrom: true });
    console.log(
      `  ${embedder.model}, score noise ${noise}: of ${near.answerable} questions with an answer the second ticket is that near for ${near.near}, of which the first answers ${near.first}, the second ${near.second}`,
    );
  }
  writeFileSync(
    new URL('../src/adapters/local-model/learnt-answers.ts', import.meta.url),
    fileOf(digestOfDesks(files), models),
  );
};

const {
  values: { help },
  positionals: [folder],
} = parseArgs({ options: { help: { type: 'boolean', default: false } }, allowPositionals: true });
if (help || folder === undefined) {
  console.log(usage);
  if (!help) process.exitCode = 2;
} else await learn(folder);
