import { ticketOutcomes } from '../../src/ports/uploads.ts';
import type { Outcomes } from './precedent.ts';
import type { Words } from './words.ts';

export const noOutcomes: Outcomes = Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, 0])) as Outcomes;

export const sumOf = (one: Outcomes, other: Outcomes): Outcomes =>
  Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, one[outcome] + other[outcome]])) as Outcomes;

/** How many of the tickets were not stored. */
export const skippedOf = (outcomes: Outcomes): number =>
  ticketOutcomes.reduce((sum, outcome) => (outcome === 'stored' ? sum : sum + outcomes[outcome]), 0);

/** The outcomes as lines of a table: stored, skipped, and of these each rule that has skipped any with how to repair it. */
export const outcomeTable = (outcomes: Outcomes, words: Words): readonly string[] => {
  const rules = ticketOutcomes.filter((outcome) => outcome !== 'stored' && outcomes[outcome] > 0);
  const rows = [
    [words.outcomes.stored, outcomes.stored, ''] as const,
    [words.skippedAll, skippedOf(outcomes), ''] as const,
    ...rules.map((rule) => [`  ${words.outcomes[rule]}`, outcomes[rule], words.remedies[rule]] as const),
  ];
  const names = Math.max(...rows.map(([name]) => name.length));
  const counts = Math.max(...rows.map(([, count]) => words.count(count).length));
  return rows.map(([name, count, remedy]) =>
    `${name.padEnd(names)}  ${words.count(count).padStart(counts)}  ${remedy}`.trimEnd(),
  );
};
