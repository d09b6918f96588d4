import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { logOdds } from '../../src/adapters/local-model/answer-odds.ts';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { learntAnswers } from '../../src/adapters/local-model/learnt-answers.ts';
import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { ScoredExample } from '../answers/decision.ts';
import { answerExamples } from '../answers/examples.ts';
import { answerFigures, percent, type Part } from '../answers/figures.ts';
import { learnLevels, type LevelCollection, levelCollections } from '../answers/levels.ts';
import { askedLists, deskOfIntents, filled, otherTickets } from './answer-lists.ts';
import { type DeskList, deskFiles, readDesks } from './desk-quality.ts';
import { printLevels } from './level-bands.ts';

const usage = `usage: node scripts/bench/answer-curve.ts FOLDER [--levels]

Prints how many questions the learnt decision answers, rightly and wrongly, in small and large collections and at other thresholds: questions to the desks in FOLDER
(X_tickets_Y.jsonl, X_queries_Y.jsonl), to problems that come again and again (test/data/gaps), and the intents of its other lists (text, intent, part). Half of the
intents have no ticket. From none but the desks the decision was learnt. With --levels: the share of tickets that answer by their score, and what each word for similarity holds.`;

const sizes = [50, 500, 5_000];
/** Multiples of the odds from which on there is an answer. */
const factors = [1 / 4, 1 / 2, 1, 2, 4];

const columnsOf =
  'questions with + without a ticket; of the first the nearest ticket right; for each threshold, of the first answered rightly and wrongly, of the others answered';

/** How many tickets a desk has, in the mean. */
const ticketsOfDesk = ({ tickets }: DeskList): number =>
  Math.round(tickets.length / new Set(tickets.map(({ desk }) => desk)).size);

/** Embeds each text once, since collections share most of their tickets. */
const remembering = (embedder: Embedder): Embedder => {
  const known = new Map<string, Float32Array>();
  const vectorOf = async (text: string): Promise<Float32Array> => {
    const vector = known.get(text) ?? (await embedder.embedQuery(text));
    known.set(text, vector);
    return vector;
  };
  return { ...embedder, embedTickets: (texts) => Promise.all(texts.map(vectorOf)) };
};

const wrong = (right: Part, of: number): Part => ({ count: right.of - right.count, of });

const lineOf = (name: string, scored: readonly ScoredExample[], threshold: number): string => {
  const answerable = scored.filter(({ example }) => example.hasTicket);
  const nearest = answerable.filter(({ example }) => example.found[0]?.isRight === true).length;
  const columns = factors.map((factor) => {
    const { right, unanswerable } = answerFigures(scored, threshold + Math.log(factor));
    const of = answerable.length;
    return [{ count: right.count, of }, wrong(right, of), unanswerable].map(percent).join('');
  });
  const counts = `${answerable.length} + ${scored.length - answerable.length}`;
  return `  ${name.padEnd(44)}${counts.padStart(13)}${percent({ count: nearest, of: answerable.length })}  ${columns.join('  ')}`;
};

type Collection = { readonly name: string; readonly list: DeskList };

const collectionsOf = (folder: string): readonly Collection[] => {
  const others = otherTickets();
  const lists = [
    ...deskFiles(folder).map((files) => ({ name: basename(files.tickets), list: readDesks(files), fill: true })),
    ...askedLists(folder).flatMap(({ name, asked, copies, fill }) =>
      copies.map((count) => ({ name: `${name}, ${count} of each`, list: deskOfIntents(asked, count), fill })),
    ),
  ];
  return lists.flatMap(({ name, list, fill }) =>
    (fill ? sizes : [0]).map((size) => {
      const large = filled(list, size, others);
      return { name: `${name}, in ${ticketsOfDesk(large)}`, list: large };
    }),
  );
};

const models = () => [localEmbedder(), semanticEmbedder()].map(remembering);
const learntOf = ({ model }: Embedder) => learntAnswers.models[model as keyof typeof learntAnswers.models];

const reportDecision = async (folder: string): Promise<void> => {
  for (const embedder of models()) {
    const { decision } = learntOf(embedder);
    console.log(`${embedder.model}, per cent: ${columnsOf}`);
    console.log(`${' '.repeat(70)}${factors.map((factor) => `${factor} times the odds`.padStart(27)).join('  ')}`);
    for (const { name, list } of collectionsOf(folder)) {
      const examples = await answerExamples(embedder, list);
      const scored = examples.map((example) => ({ example, odds: logOdds(decision, example.properties) }));
      console.log(lineOf(name, scored, decision.threshold));
    }
  }
};

const reportLevels = async (folder: string): Promise<void> => {
  const [desks] = deskFiles(folder);
  if (!desks) throw new Error(`No X_tickets_Y.jsonl in ${folder}`);
  for (const embedder of models()) {
    const learnt = await levelCollections(embedder, readDesks(desks));
    const all: LevelCollection[] = [];
    for (const { name, list } of collectionsOf(folder))
      all.push({ name, examples: await answerExamples(embedder, list) });
    printLevels(embedder.model, { all, learnt, levels: learntOf(embedder).similarityLevels });
    const { first, ...others } = learnLevels(learnt);
    console.log('  learnt again:', others, first);
  }
};

const {
  values: { levels },
  positionals: [folder],
} = parseArgs({ options: { levels: { type: 'boolean', default: false } }, allowPositionals: true });
if (folder === undefined) throw new Error(usage);
await (levels ? reportLevels(folder) : reportDecision(folder));
