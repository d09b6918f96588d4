import { grouped } from '../platform/grouped-digits.ts';
import type { Change, Comparison, Score } from './backtest-comparison.ts';

/** How many changes people are shown, and how much of an id. */
const maxListed = 20;
const maxShownId = 24;

const rows = [
  ['right ticket among five', ({ found }: Score) => found],
  ['right ticket first', ({ first }: Score) => first],
  ['right refusals kept', ({ refused }: Score) => refused],
] as const;

const labelWidth = Math.max(...rows.map(([label]) => label.length));

/** A comparison as lines for a person; `asked`: which questions they are. */
export const tableOf = (comparison: Comparison, asked: string): readonly string[] => {
  const { questions, confirmed, refusals, before, after, changed, firstChanged, changes } = comparison;
  const columns = [before, after].map((score) => ({ score, width: Math.max(10, score.name.length + 3) }));
  const line = (label: string, cell: (score: Score) => string | number | null) =>
    [label.padEnd(labelWidth), ...columns.map(({ score, width }) => textOf(cell(score)).padStart(width))].join('');
  const rest = changes.length - maxListed;
  return [
    `${grouped(questions)} ${asked}: of ${grouped(confirmed)} the right ticket is known, ${grouped(refusals)} are refused rightly`,
    line('', ({ name }) => name),
    ...rows.map(([label, cell]) => line(label, cell)),
    `Other tickets for ${grouped(changed)} questions, another first one for ${grouped(firstChanged)}`,
    ...changes.slice(0, maxListed).map(lineOf),
    ...(rest > 0 ? [`  and ${grouped(rest)} more`] : []),
  ];
};

/** A dash for what is not known. */
const textOf = (cell: string | number | null): string => (typeof cell === 'number' ? grouped(cell) : (cell ?? '–'));

const lineOf = ({ name, right, before, after }: Change): string => {
  const ids = (tickets: readonly string[]) => tickets.map(shortened).join(' ') || '–';
  const known = typeof right === 'string' ? `, right: ${shortened(right)}` : right === null ? ', right: none' : '';
  return `  ${name}: ${ids(before)} → ${ids(after)}${known}`;
};

const shortened = (id: string): string => (id.length > maxShownId ? `${id.slice(0, maxShownId - 1)}…` : id);

/** A comparison as one line of JSON. */
export const jsonOf = (comparison: Comparison, collectionId: string): string => {
  const { questions, confirmed, refusals, before, after, changed, firstChanged, changes } = comparison;
  const shown = changes.map(({ name, right, ...tickets }) => ({
    question: name,
    // Left out if nobody has said.
    ...(right !== undefined && { right }),
    ...tickets,
  }));
  return JSON.stringify({
    ...{ collection_id: collectionId, questions, confirmed, refusals, before, after, changed },
    ...{ first_changed: firstChanged, changes: shown },
  });
};
