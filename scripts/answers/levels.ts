import { hash } from 'node:crypto';
import type { Embedder, SimilarityLevels } from '../../src/ports/embedder.ts';
import { deskOfIntents, filled, otherTickets, repeatedProblems } from '../bench/answer-lists.ts';
import type { DeskList } from '../bench/desk-quality.ts';
import { type AnswerExample, answerExamples } from './examples.ts';

/** What the words promise of the tickets that are called so: to answer the question. */
export const promisedShares = { verySimilar: 0.8, similar: 0.5 };
/** More is asked where they are learnt: other questions come out worse. */
const learntShares = { verySimilar: 0.9, similar: 0.55 };
/** A collection counts if so many tickets are called so. */
const minCalled = 10;
/** How many tickets a collection has, most of them about other things; 0: as many as its list. */
const sizes = [0, 500];
const steps = 100;

/** The questions to a collection, with what was found. */
export type LevelCollection = { readonly name: string; readonly examples: readonly AnswerExample[] };
type Found = AnswerExample['found'];

/** Returns the questions from which levels are learnt: to desks, and to collections of one or four tickets about each of half of the problems that come again and again. */
export const levelCollections = async (embedder: Embedder, desks: DeskList): Promise<readonly LevelCollection[]> => {
  const others = otherTickets();
  const asked = repeatedProblems();
  const lists = [
    ['desks', desks],
    ['one ticket a problem', deskOfIntents(asked, 1)],
    ['four tickets a problem', deskOfIntents(asked, 4)],
  ] as const;
  const collections: LevelCollection[] = [];
  for (const [name, list] of lists)
    for (const size of sizes) {
      const examples = await answerExamples(embedder, filled(list, size, others));
      collections.push({ name: size === 0 ? name : `${name}, among ${size}`, examples });
    }
  return collections;
};

/** Whether the questions about something are kept out of what is learnt, to check it. */
export const isHeldOut = ({ topic }: Pick<AnswerExample, 'topic'>): boolean =>
  Number.parseInt(hash('sha256', topic).slice(0, 8), 16) % 2 === 1;

/** The nearest tickets, or the others where any of them can answer a question beside the nearest. */
export const foundIn = (
  { examples }: LevelCollection,
  rank: 'first' | 'others',
  belongs: (example: AnswerExample) => boolean,
): Found => {
  if (rank === 'first') return examples.filter(belongs).flatMap(({ found }) => found.slice(0, 1));
  const isOneOfSeveral = examples.some(({ found }) => found.filter(({ isRight }) => isRight).length > 1);
  return isOneOfSeveral ? examples.filter(belongs).flatMap(({ found }) => found.slice(1)) : [];
};

/** The mean share of right tickets among those of these scores, each collection for one; undefined if none has enough. */
export const shareOfRight = (all: readonly Found[], from: number, below: number): number | undefined => {
  const called = all
    .map((found) => found.filter(({ score }) => score >= from && score < below))
    .filter(({ length }) => length >= minCalled);
  const shares = called.map((found) => found.filter(({ isRight }) => isRight).length / found.length);
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
};

/** Returns, for the nearest tickets and for the others, the lowest similarities, in hundredths, from which the words hold, by the half of the questions that is not held out. */
export const learnLevels = (collections: readonly LevelCollection[]): SimilarityLevels => {
  const learnt = (rank: 'first' | 'others') =>
    levelsOf(collections.map((one) => foundIn(one, rank, (example) => !isHeldOut(example))));
  return { ...learnt('others'), first: learnt('first') };
};

const levelsOf = (all: readonly Found[]) => {
  const lowest = (share: number, below: number): number => {
    for (let level = 0; level < Math.min(1, below) * steps; level += 1)
      if ((shareOfRight(all, level / steps, below) ?? 0) >= share) return level / steps;
    return Math.min(1, below);
  };
  const verySimilar = lowest(learntShares.verySimilar, Infinity);
  return { verySimilar, similar: lowest(learntShares.similar, verySimilar) };
};
