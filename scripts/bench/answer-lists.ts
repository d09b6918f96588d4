import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DeskList } from './desk-quality.ts';
import { type Asked, readAsked, shuffled } from './gap-quality.ts';
import { labelledFolder, readLines } from './labelled-lines.ts';
import type { TicketOfList } from './retrieval-quality.ts';
import { seededRandom } from './seeded-random.ts';

/** Questions by what they are about. `copies`: how many tickets of each intent a collection has; `fill`: whether it has tickets about other things. */
type AskedList = {
  readonly name: string;
  readonly asked: readonly Asked[];
  readonly copies: readonly number[];
  readonly fill: boolean;
};

const repeated = new URL('../../test/data/gaps/repeated-ru.jsonl', import.meta.url);

/** Returns questions about problems that come again and again. */
export const repeatedProblems = (): readonly Asked[] => readAsked(repeated);

/** Returns the repeated problems of the tests, and the lists of intents in a folder, which are of one trade: a large collection has more tickets of each. */
export const askedLists = (folder: string): readonly AskedList[] => [
  { name: basename(repeated.pathname), asked: readAsked(repeated), copies: [1, 4], fill: true },
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !/_(tickets|queries)_/.test(name))
    .map((name) => ({ name, asked: readAsked(join(folder, name)), copies: [1, 12, 130], fill: false })),
];

const seeds = [1, 2, 3];
/** Wordings of an intent that are tickets or nothing: the others are asked, whatever the number of tickets. */
const keptForTickets = 4;
const asksOfIntent = 8;

/** Returns a collection for each seed, with the tickets of half of the intents, and questions about all; of what was asked once the one half are tickets, the other questions. */
export const deskOfIntents = (asked: readonly Asked[], copies: number): DeskList => {
  const [tickets, queries] = [[] as DeskList['tickets'][number][], [] as DeskList['queries'][number][]];
  for (const seed of seeds) {
    const random = seededRandom(seed);
    const desk = String(seed);
    const intents = shuffled([...Map.groupBy(asked, ({ intent }) => intent)], random);
    for (const [number, [intent, texts]] of intents.entries()) {
      const isWithheld = number < intents.length / 2;
      const { stored, asks } = partsOf(texts);
      const kept = isWithheld ? [] : stored.slice(0, copies);
      const ids = kept.map((_, index) => `${intent}-${index}`);
      kept.forEach((text, index) =>
        tickets.push({ ticket_id: ids[index] ?? '', description: text, messages: [], desk }),
      );
      const questions = isWithheld && asks.length === 0 ? stored : asks;
      for (const query of questions) queries.push({ query, desk, gold: ids, kind: '', intent });
    }
  }
  return { tickets, queries };
};

const partsOf = (texts: readonly Asked[]): { readonly stored: string[]; readonly asks: string[] } => {
  const isStored = ({ part }: Asked, index: number): boolean =>
    part === undefined ? index < keptForTickets : part === 'index';
  return {
    stored: texts.filter(isStored).map(({ text }) => text),
    asks: texts
      .filter((asked, index) => !isStored(asked, index))
      .map(({ text }) => text)
      .slice(0, asksOfIntent),
  };
};

const minWords = 6;

/** Lines of ordinary tickets: what else is in a large collection. */
export const otherTickets = (): readonly TicketOfList[] =>
  ['plain', 'mixed-5', 'mixed-7', 'mixed-8', 'mixed-9', 'mixed-10', 'mixed-11', 'mixed-12', 'mail', 'notes', 'chat']
    .flatMap((name) => readLines(new URL(`${name}.jsonl`, labelledFolder)))
    .filter(({ text, per }) => per.length === 0 && text.split(/\s+/).length >= minWords)
    .map(({ text }, index) => ({ ticket_id: `other-${index}`, description: text, messages: [] }));

/** Adds tickets about other things to each desk until it has `size`. */
export const filled = ({ tickets, queries }: DeskList, size: number, others: readonly TicketOfList[]): DeskList => ({
  queries,
  tickets: [...Map.groupBy(tickets, ({ desk }) => desk)].flatMap(([desk, own]) => [
    ...own,
    ...others.slice(0, Math.max(0, size - own.length)).map((ticket) => ({ ...ticket, desk })),
  ]),
});
