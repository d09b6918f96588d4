import { daysBefore } from '../platform/days.ts';
import type { Collection, Collections } from '../ports/collections.ts';
import type { Questions } from '../ports/questions.ts';
import { type BacktestCase, type BacktestOutcome, outcomeThen, recordedCases } from './backtest-cases.ts';
import { type Comparison, compareSides, type Side, worseThanBefore } from './backtest-comparison.ts';
import { jsonOf, tableOf } from './backtest-report.ts';
import { askIndex, askOtherModel, type Asked, type OtherModel, type SearchDependencies } from './backtest-searches.ts';
import type { BacktestOptions, OperationReport, Progress } from './operation.ts';

export type BacktestDependencies = SearchDependencies & {
  readonly questions: Pick<Questions, 'ofCollection' | 'byId'>;
  readonly collections: Pick<Collections, 'byId'>;
  readonly now: () => Date;
};

type Wanted = BacktestOptions & {
  /** The model to compare with; undefined: the one in use. */
  readonly other: OtherModel | undefined;
  readonly progress: Progress;
};

/**
 * Asks questions of a collection again and compares what is found: the recorded ones by the index in use and by another model or threshold, without one by the index in use and when they were asked; those of
 * a golden file likewise, without one by what they confirm. Changes nothing. Throws Unavailable and EmbeddingFailed.
 */
export const backtest = async (dependencies: BacktestDependencies, wanted: Wanted): Promise<OperationReport> => {
  const { collectionId, days, golden, json, requireNoWorse } = wanted;
  const collection = await dependencies.collections.byId(collectionId);
  if (!collection) throw new Error(`There is no collection ${collectionId}`);
  const since = daysBefore(dependencies.now(), days);
  const cases =
    golden ?? (await recordedCases(dependencies.questions, { collectionId, since, limit: wanted.questions }));
  if (cases.length === 0) return { succeeded: !requireNoWorse, lines: [json ? 'null' : 'There are no questions'] };
  const comparison = await compare(dependencies, { ...wanted, collection, cases });
  const worse = worseThanBefore(comparison);
  const asked = golden ? 'questions of the file' : `questions of the last ${days} days`;
  const lines = json ? [jsonOf(comparison, collectionId)] : tableOf(comparison, asked);
  if (!requireNoWorse) return { succeeded: true, lines };
  return { succeeded: worse === undefined, lines: json ? lines : [...lines, worse ?? 'It is no worse'] };
};

type Comparing = Wanted & { readonly collection: Collection; readonly cases: readonly BacktestCase[] };

const compare = async (dependencies: BacktestDependencies, comparing: Comparing): Promise<Comparison> => {
  const { other, threshold, cases, golden } = comparing;
  const now = await indexInUse(dependencies, comparing);
  if (other) return compareSides(cases, now, await otherModel(dependencies, comparing, other));
  if (threshold !== undefined)
    return compareSides(cases, now, { ...now, name: nameWith(now.name, threshold), threshold });
  return compareSides(cases, golden ? undefined : await whenAsked(dependencies, cases), now);
};

type Sides = Pick<Comparing, 'collection' | 'cases' | 'progress'>;

const askedOf = ({ collection, cases, progress }: Sides, step: string, total: number): Asked => ({
  ...{ tenantId: collection.userId, collectionId: collection.id, cases },
  onDone: (done) => progress({ step, done: Math.min(done, total), total }),
});

/** The side of the index in use. */
export const indexInUse = async (dependencies: SearchDependencies, sides: Sides): Promise<Side> => {
  const { model, outcomes } = await askIndex(dependencies, askedOf(sides, 'ask', sides.cases.length));
  return { name: `${model}, in use`, threshold: 1, outcomes };
};

/** The side of another model. */
export const otherModel = async (
  dependencies: SearchDependencies,
  { threshold = 1, ...sides }: Sides & { readonly threshold?: number },
  other: OtherModel,
): Promise<Side> => {
  const outcomes = await askOtherModel(dependencies, other, askedOf(sides, 'compare', sides.collection.ticketCount));
  return { name: threshold === 1 ? other.model.model : nameWith(other.model.model, threshold), threshold, outcomes };
};

const nameWith = (name: string, threshold: number): string => `${name}, odds from ${threshold}`;

const whenAsked = async ({ questions }: BacktestDependencies, cases: readonly BacktestCase[]): Promise<Side> => {
  const outcomes: BacktestOutcome[] = [];
  for (const each of cases) outcomes.push(await outcomeThen(questions, each));
  return { name: 'when asked', threshold: 1, outcomes };
};
