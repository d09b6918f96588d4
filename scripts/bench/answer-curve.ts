import { basename } from 'node:path';
import { logOdds } from '../../src/adapters/local-model/answer-odds.ts';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { learntAnswers } from '../../src/adapters/local-model/learnt-answers.ts';
import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { ScoredExample } from '../answers/decision.ts';
import { answerExamples } from '../answers/examples.ts';
import { answerFigures, percent, type Part } from '../answers/figures.ts';
import { askedLists, deskOfIntents } from './answer-lists.ts';
import { type DeskList, deskFiles, readDesks } from './desk-quality.ts';
import { labelledFolder, readLines } from './labelled-lines.ts';
import type { TicketOfList } from './retrieval-quality.ts';

const usage = `usage: node scripts/bench/answer-curve.ts FOLDER

Prints how many questions the learnt decision answers, rightly and wrongly, in small and large collections and at other thresholds: questions to the desks in FOLDER
(X_tickets_Y.jsonl, X_queries_Y.jsonl), to problems that come again and again (test/data/gaps), and the intents of its other lists (text, intent, part). Half of the
intents have no ticket. From none but the desks the decision was learnt.`;

const sizes = [50, 500, 5_000];
/** Multiples of the odds from which on there is an answer. */
const factors = [1 / 4, 1 / 2, 1, 2, 4];

const columnsOf =
  'questions with + without a ticket; of the first the nearest ticket right; for each threshold, of the first answered rightly and wrongly, of the others answered';

const minWords = 6;

/** Lines of ordinary tickets: what else is in a large collection. */
const otherTickets = (): readonly TicketOfList[] =>
  ['plain', 'mixed-5', 'mixed-7', 'mixed-8', 'mixed-9', 'mixed-10', 'mixed-11', 'mixed-12', 'mail', 'notes', 'chat']
    .flatMap((name) => readLines(new URL(`${name}.jsonl`, labelledFolder)))
    .filter(({ text, per }) => per.length === 0 && text.split(/\s+/).length >= minWords)
    .map(({ text }, index) => ({ ticket_id: `other-${index}`, description: text, messages: [] }));

/** Adds tickets about other things to each desk until it has `size`. */
const filled = ({ tickets, queries }: DeskList, size: number, others: readonly TicketOfList[]): DeskList => ({
  queries,
  tickets: [...Map.groupBy(tickets, ({ desk }) => desk)].flatMap(([desk, own]) => [
    ...own,
    ...others.slice(0, Math.max(0, size - own.length)).map((ticket) => ({ ...ticket, desk })),
  ]),
});

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

const report = async (folder: string): Promise<void> => {
  const others = otherTickets();
  const lists = [
    ...deskFiles(folder).map((files) => ({ name: basename(files.tickets), list: readDesks(files), fill: true })),
    ...askedLists(folder).flatMap(({ name, asked, copies, fill }) =>
      copies.map((count) => ({ name: `${name}, ${count} of each`, list: deskOfIntents(asked, count), fill })),
    ),
  ];
  for (const embedder of [localEmbedder(), semanticEmbedder()].map(remembering)) {
    const { decision } = learntAnswers.models[embedder.model as keyof typeof learntAnswers.models];
    console.log(`${embedder.model}, per cent: ${columnsOf}`);
    console.log(`${' '.repeat(70)}${factors.map((factor) => `${factor} times the odds`.padStart(27)).join('  ')}`);
    for (const { name, list, fill } of lists)
      for (const size of fill ? sizes : [0]) {
        const large = filled(list, size, others);
        const examples = await answerExamples(embedder, large);
        const scored = examples.map((example) => ({ example, odds: logOdds(decision, example.properties) }));
        console.log(lineOf(`${name}, in ${ticketsOfDesk(large)}`, scored, decision.threshold));
      }
  }
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error(usage);
await report(folder);
