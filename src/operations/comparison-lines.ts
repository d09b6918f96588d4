import type { ProjectionName } from '../ports/read-your-writes.ts';
import type { Comparison } from '../../projections/verify.ts';

/** How many mismatches of a read model are listed. */
const maxListed = 20;

const contents: Readonly<Record<ProjectionName, string>> = {
  accounts: 'accounts',
  collections: 'collections and tickets',
  'ticket-index': 'tickets',
  uploads: 'uploads and their tickets',
  questions: 'questions',
};

/** Whether a read model has other ids than the log, or shows a wrong number. */
export const differs = ({ mismatches, miscounts }: Comparison): boolean => mismatches.length + miscounts.length > 0;

/** The lines about a read model, with at most 20 differences. */
export const linesOf = (comparison: Comparison): readonly string[] => {
  const { projection, count, mismatches, miscounts } = comparison;
  if (!differs(comparison)) return [`${projection}: ${count} ${contents[projection]}, as in the log`];
  const differing = mismatches.map(
    ({ group, inLog, inModel }) => `  ${group}: ${inLog} in the log, ${inModel} in the read model`,
  );
  const wrong = miscounts.map(({ id, name, stored, right }) => `  ${id}: counts ${stored} ${name} instead of ${right}`);
  return [
    ...(mismatches.length > 0 ? listed(`${projection}: differs from the log in ${mismatches.length}`, differing) : []),
    ...(miscounts.length > 0 ? listed(`${projection}: ${miscounts.length} wrong counts`, wrong) : []),
  ];
};

const listed = (title: string, lines: readonly string[]): readonly string[] => {
  const rest = lines.length > maxListed ? [`  and ${lines.length - maxListed} more`] : [];
  return [title, ...lines.slice(0, maxListed), ...rest];
};
