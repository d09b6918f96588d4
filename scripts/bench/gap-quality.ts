import { fullText } from '../../src/domain/ticket-record.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { Embedders } from '../../src/ports/embedders.ts';
import type { UngroupedQuestion } from '../../src/ports/gaps.ts';
import { groupQuestions } from '../../src/queries/group-questions.ts';
import { unmeasuredGrouping } from '../../src/queries/question-vectors.ts';
import { wouldAnswer } from '../../src/queries/would-answer.ts';
import { shownFrom } from '../../src/domain/gap.ts';
import { readLines } from './labelled-lines.ts';
import { nearest } from './retrieval-quality.ts';
import { seededRandom } from './seeded-random.ts';

/** A question with what it is about, and the desk that it was asked at if there are several. Without `part` the first three of an intent are its tickets. */
export type Asked = {
  readonly text: string;
  readonly intent: string;
  readonly desk?: string;
  readonly part?: 'index' | 'query';
};

/**
 * Shares: of the questions in gaps that are about what most of their gap are about; of the intents without a ticket whose questions make most of a gap; of gaps that
 * are about an intent without a ticket. `completeness`: whether the questions of an intent are in one gap (Rosenberg and Hirschberg, 2007).
 */
export type GapQuality = {
  readonly purity: number;
  readonly completeness: number;
  readonly found: number;
  readonly right: number;
  readonly gaps: number;
  /** Questions that the model did not answer. */
  readonly questions: number;
};

const ticketsOfIntent = 3;
const rounds = [1, 2, 3];

/** Returns the questions of a list in JSON Lines. */
export const readAsked = (path: string | URL): readonly Asked[] => readLines<Asked>(path);

/** What a list is measured with at any level: the vectors of its texts, computed once. */
export const gapMeasure = async (embedder: Embedder, list: readonly Asked[]) => {
  const vectors = new Map<string, Float32Array>();
  for (const { text } of list) if (!vectors.has(text)) vectors.set(text, await embedder.embedQuery(text));
  const desks = Map.groupBy(list, ({ desk = '' }) => desk);
  const measured = rounds.flatMap((seed) =>
    [...desks.values()].map((ofDesk) => unansweredOf(embedder, { list: ofDesk, vectors, seed })),
  );
  return async (level: number): Promise<GapQuality> => {
    const grouping = { ...(embedder.questionGrouping ?? unmeasuredGrouping), level };
    const remembered = {
      ...embedder,
      questionGrouping: grouping,
      embedQuery: (text: string) => Promise.resolve(vectors.get(text) ?? new Float32Array()),
    };
    const all: GapQuality[] = [];
    for (const one of measured) all.push(qualityOf(one, await gapsOf(remembered, one.questions)));
    const mean = (name: keyof GapQuality) => all.reduce((sum, one) => sum + one[name], 0) / all.length;
    const [purity, completeness, found, right] = [mean('purity'), mean('completeness'), mean('found'), mean('right')];
    return { purity, completeness, found, right, gaps: mean('gaps'), questions: mean('questions') };
  };
};

type Unanswered = { readonly questions: readonly Asked[]; readonly withheld: ReadonlySet<string> };
type List = {
  readonly list: readonly Asked[];
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly seed: number;
};

/** The questions that a desk does not answer which lacks the tickets of half of the intents, as the model decides, in any order. */
const unansweredOf = (embedder: Embedder, { list, vectors, seed }: List): Unanswered => {
  const random = seededRandom(seed);
  const intents = shuffled([...new Set(list.map(({ intent }) => intent))], random);
  const withheld = new Set(intents.slice(0, Math.ceil(intents.length / 2)));
  const seen = new Map<string, number>();
  const isTicket = ({ intent, part }: Asked): boolean => {
    const before = seen.get(intent) ?? 0;
    seen.set(intent, before + 1);
    return part === undefined ? before < ticketsOfIntent : part === 'index';
  };
  const [tickets, questions] = [[] as Asked[], [] as Asked[]];
  for (const asked of list) (isTicket(asked) && !withheld.has(asked.intent) ? tickets : questions).push(asked);
  const candidates = tickets.map((ticket) => ({ ticket, vector: vectors.get(ticket.text) ?? new Float32Array() }));
  const isUnanswered = ({ text }: Asked): boolean => {
    const found = nearest(vectors.get(text) ?? new Float32Array(), candidates);
    const sources = found.map(({ score, candidate: { ticket } }, index) => ({
      ...{ ticketId: String(index), score },
      fullText: fullText({ category: '', problem: [ticket.text], solution: [] }),
    }));
    return wouldAnswer(embedder, text, sources) !== true;
  };
  return { questions: shuffled(questions.filter(isUnanswered), random), withheld };
};

/** Returns the items in an order by chance. */
export const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** The questions of each gap, by the code that groups them in the service. */
const gapsOf = async (embedder: Embedder, questions: readonly Asked[]): Promise<readonly (readonly Asked[])[]> => {
  const model = { model: embedder.model, dimensions: embedder.dimensions() ?? 0 };
  const embedders: Embedders = { configured: embedder, of: () => embedder, named: () => embedder };
  const place = { userId: '', collectionId: '', kind: 'nothing-there' } as const;
  const ungrouped = questions.map(({ text }, index): UngroupedQuestion => ({
    ...{ ...place, answerId: String(index), question: text, position: BigInt(index) },
  }));
  const none = () => Promise.resolve([]);
  const gaps = { ungrouped: () => Promise.resolve(ungrouped), leaders: none, members: none };
  const index = { snapshot: () => Promise.resolve({ model, nearest: none }) };
  const groupings = await groupQuestions({ gaps, index, embedders })(ungrouped.length);
  const byGap = Map.groupBy(groupings, ({ gapId }) => gapId);
  return [...byGap.values()].map((gap) => gap.flatMap(({ answerId }) => questions[Number(answerId)] ?? []));
};

const countBy = <Item>(items: Iterable<Item>): ReadonlyMap<Item, number> => {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

const qualityOf = ({ questions, withheld }: Unanswered, all: readonly (readonly Asked[])[]): GapQuality => {
  const shown = all.filter((gap) => gap.length >= shownFrom);
  const leading = shown.map((gap) => {
    const counts = countBy(gap.map(({ intent }) => intent));
    const [intent = '', count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    return { intent, count };
  });
  const sizes = countBy(questions.filter(({ intent }) => withheld.has(intent)).map(({ intent }) => intent));
  const wanted = [...sizes].filter(([, count]) => count >= shownFrom).map(([intent]) => intent);
  const found = new Set(leading.map(({ intent }) => intent));
  const inGaps = shown.reduce((sum, gap) => sum + gap.length, 0);
  return {
    purity: leading.reduce((sum, { count }) => sum + count, 0) / Math.max(1, inGaps),
    completeness: completenessOf(all),
    found: wanted.filter((intent) => found.has(intent)).length / Math.max(1, wanted.length),
    right: leading.filter(({ intent }) => withheld.has(intent)).length / Math.max(1, shown.length),
    gaps: shown.length,
    questions: questions.length,
  };
};

/** One less the entropy of gaps within intents, as a share of that of gaps. */
const completenessOf = (gaps: readonly (readonly Asked[])[]): number => {
  const total = gaps.reduce((sum, gap) => sum + gap.length, 0);
  const ofIntent = countBy(gaps.flat().map(({ intent }) => intent));
  let [entropy, within] = [0, 0];
  for (const gap of gaps) {
    entropy -= (gap.length / total) * Math.log(gap.length / total);
    for (const [intent, count] of countBy(gap.map((one) => one.intent)))
      within -= (count / total) * Math.log(count / (ofIntent.get(intent) ?? 1));
  }
  return entropy === 0 ? 1 : 1 - within / entropy;
};
