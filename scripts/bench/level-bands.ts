import type { SimilarityLevels } from '../../src/ports/embedder.ts';
import { foundIn, isHeldOut, type LevelCollection, promisedShares, shareOfRight } from '../answers/levels.ts';

const bandWidth = 0.05;
const bands = Array.from({ length: 12 }, (_, index) => 0.2 + index * bandWidth);

const percent = (share: number | undefined): string =>
  (share === undefined ? '–' : (share * 100).toFixed(0)).padStart(6);

/** The share of right tickets by score, of the nearest tickets of each collection and of the others. */
const printBands = (collections: readonly LevelCollection[]): void => {
  for (const rank of ['first', 'others'] as const) {
    console.log(`  ${rank.padEnd(42)}${bands.map((from) => from.toFixed(2).padStart(6)).join('')}`);
    for (const one of collections) {
      const found = foundIn(one, rank, () => true);
      if (found.length === 0) continue;
      const shares = bands.map((from) => percent(shareOfRight([found], from, from + bandWidth)));
      console.log(`    ${one.name.padEnd(40)}${shares.join('')}`);
    }
  }
};

/** What the words of some levels hold of questions: how many tickets are called so, and which share of them is right, each collection for one. */
const printWords = (
  name: string,
  collections: readonly LevelCollection[],
  levels: SimilarityLevels,
  heldOut: boolean,
) => {
  for (const rank of ['first', 'others'] as const) {
    const { verySimilar, similar } = (rank === 'first' ? levels.first : undefined) ?? levels;
    const all = collections.map((one) => foundIn(one, rank, (example) => isHeldOut(example) === heldOut));
    const called = (from: number, below: number) => {
      const count = all.flat().filter(({ score }) => score >= from && score < below).length;
      return `${percent(shareOfRight(all, from, below))} % of ${String(count).padEnd(6)}`;
    };
    const words = [called(verySimilar, Infinity), called(similar, verySimilar), called(-1, similar)];
    console.log(`    ${`${name}, ${rank}: from ${verySimilar} and ${similar}`.padEnd(56)}${words.join('')}`);
  }
};

/** Prints the share of right tickets by score, and what the learnt levels make of it: very similar, similar, distant. `learnt`: the collections from which they were. */
export const printLevels = (
  model: string,
  {
    all,
    learnt,
    levels,
  }: Readonly<Record<'all' | 'learnt', readonly LevelCollection[]>> & { readonly levels: SimilarityLevels },
): void => {
  const { verySimilar, similar } = promisedShares;
  console.log(`${model}, right tickets in per cent, by cosine`);
  printBands(all);
  console.log(
    `  very similar (promised: ${percent(verySimilar).trim()}), similar (${percent(similar).trim()}), distant`,
  );
  printWords('learnt from', learnt, levels, false);
  printWords('held out', learnt, levels, true);
  for (const one of all) printWords(one.name, [one], levels, true);
};
