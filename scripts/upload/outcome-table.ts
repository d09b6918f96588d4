import { deskSkips } from '../../src/domain/desks.ts';
import { isProcessed, ticketOutcomes } from '../../src/ports/uploads.ts';
import type { Outcomes } from './api-client.ts';
import type { Messages } from './messages.ts';

export const noOutcomes: Outcomes = Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, 0])) as Outcomes;

export const sumOf = (one: Outcomes, other: Outcomes): Outcomes =>
  Object.fromEntries(ticketOutcomes.map((outcome) => [outcome, one[outcome] + other[outcome]])) as Outcomes;

/** The number of skipped tickets. */
export const skippedOf = (outcomes: Outcomes): number =>
  ticketOutcomes.reduce((sum, outcome) => (isProcessed(outcome) ? sum : sum + outcomes[outcome]), 0);

/** Whether rules have skipped tickets, repeated ids and what an export says itself aside. */
export const hasSkippedByRules = (outcomes: Outcomes): boolean =>
  deskSkips.reduce((rest, skip) => rest - outcomes[skip], skippedOf(outcomes)) > outcomes.duplicate;

/** The outcomes as a table: stored, skipped, and each rule that skipped tickets with its remedy. */
export const outcomeTable = (outcomes: Outcomes, messages: Messages): readonly string[] => {
  const rules = ticketOutcomes.filter((outcome) => !isProcessed(outcome) && outcomes[outcome] > 0);
  const rows = [
    [messages.outcomes.stored, outcomes.stored, ''] as const,
    ...(outcomes.updated > 0 ? [[messages.outcomes.updated, outcomes.updated, ''] as const] : []),
    [messages.skippedAll, skippedOf(outcomes), ''] as const,
    ...rules.map((rule) => [`  ${messages.outcomes[rule]}`, outcomes[rule], messages.remedies[rule]] as const),
  ];
  const names = Math.max(...rows.map(([name]) => name.length));
  const counts = Math.max(...rows.map(([, count]) => messages.count(count).length));
  return rows.map(([name, count, remedy]) =>
    `${name.padEnd(names)}  ${messages.count(count).padStart(counts)}  ${remedy}`.trimEnd(),
  );
};
