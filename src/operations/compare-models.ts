import { isAborted } from '../concurrency/sleep.ts';
import { daysBefore } from '../platform/days.ts';
import type { ReadModel } from '../ports/read-model.ts';
import { idsOf } from '../../projections/checksum.ts';
import { recordedCases } from './backtest-cases.ts';
import { type BacktestDependencies, indexInUse, otherModel } from './backtest.ts';
import { type Comparison, compareSides, sumOf, worseThanBefore } from './backtest-comparison.ts';
import { tableOf } from './backtest-report.ts';
import type { OtherModel } from './backtest-searches.ts';
import type { Progress } from './operation.ts';

const days = 30;
/** Of each collection, and how many collections with questions: a switch must come to its end. */
const maxQuestions = 200;
const maxCollections = 100;
/** How many collections are listed for which the model finds less. */
const maxListed = 20;

type Dependencies = BacktestDependencies & {
  /** Lists the ids of all collections and tickets. */
  readonly all: Pick<ReadModel<never>, 'current'>;
};

type Wanted = { readonly target: OtherModel; readonly requireNoWorse: boolean; readonly progress: Progress };

/** What a comparison before a switch says; `refusal`: why the model in use must stay. */
export type ModelsComparison = { readonly lines: readonly string[]; readonly refusal: string | undefined };

/**
 * Compares the index in use with a model that is to take its place, by what was asked of late in each collection. A comparison that fails, since the model in use can no longer be
 * called, hinders the switch only if that depends on it.
 */
export const compareModels = async (dependencies: Dependencies, wanted: Wanted): Promise<ModelsComparison> => {
  const refusalIf = (reason: string | undefined) => (wanted.requireNoWorse ? reason : undefined);
  try {
    const compared = await compareCollections(dependencies, wanted);
    const sum = sumOf([...compared.values()]);
    if (!sum) {
      const none = `No questions of the last ${days} days to compare the models by`;
      return { lines: [none], refusal: refusalIf('nothing shows that it is no worse') };
    }
    const asked = `questions of the last ${days} days, in collections: ${compared.size}`;
    return { lines: [...tableOf(sum, asked), ...worseCollections(compared)], refusal: refusalIf(worseThanBefore(sum)) };
  } catch (error) {
    if (isAborted(dependencies.signal)) throw error;
    const reason = `The models were not compared: ${error instanceof Error ? error.message : String(error)}`;
    return { lines: [reason], refusal: refusalIf('nothing shows that it is no worse') };
  }
};

const compareCollections = async (
  dependencies: Dependencies,
  { target, progress }: Wanted,
): Promise<ReadonlyMap<string, Comparison>> => {
  const compared = new Map<string, Comparison>();
  const since = daysBefore(dependencies.now(), days);
  for await (const ids of idsOf(await dependencies.all.current())) {
    for (const collectionId of ids.filter((id) => !id.includes('/'))) {
      if (compared.size === maxCollections) return compared;
      const cases = await recordedCases(dependencies.questions, { collectionId, since, limit: maxQuestions });
      const collection = cases.length === 0 ? undefined : await dependencies.collections.byId(collectionId);
      if (!collection) continue;
      const sides = { collection, cases, progress };
      const before = await indexInUse(dependencies, sides);
      compared.set(collectionId, compareSides(cases, before, await otherModel(dependencies, sides, target)));
    }
  }
  return compared;
};

const worseCollections = (compared: ReadonlyMap<string, Comparison>): readonly string[] => {
  const worse = [...compared].filter(([, { before, after }]) => after.found < before.found);
  const rest = worse.length - maxListed;
  return [
    ...worse
      .slice(0, maxListed)
      .map(
        ([id, { before, after, confirmed }]) =>
          `  ${id}: ${after.found} of ${confirmed} right tickets, before ${before.found}`,
      ),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
};
