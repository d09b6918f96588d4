import type { Findings } from '../../src/ticket-files/read-options.ts';
import type { Messages } from './messages.ts';
import type { Plan, Unreadable } from './plan-parts.ts';

/** One line: format, encoding, delimiter, tickets, parts. */
export const fileSummary = ({ findings, tickets, parts }: Plan, messages: Messages): string => {
  const { format = 'json', encoding, delimiter } = findings;
  return [
    `${messages.file} ${format.toUpperCase()}`,
    ...(encoding === undefined ? [] : [`${messages.encoding} ${encoding}`]),
    ...(delimiter === undefined ? [] : [`${messages.delimiter} ${delimiter === '\t' ? 'TAB' : `"${delimiter}"`}`]),
    `${messages.tickets.toLowerCase()} ${messages.count(tickets)}`,
    `${messages.parts} ${messages.count(parts.length)}`,
  ].join(', ');
};

/** The columns of a table with their meanings, and which rows at its end are left out. */
export const columnLines = (
  { columns = [], totalRows = [] }: Partial<Findings>,
  messages: Messages,
): readonly string[] => {
  if (columns.length === 0) return [];
  const lines = columns.map(({ title, column, assigned }) => {
    const meaning = column ?? messages.ignored;
    return `  ${title.replace(/\s+/gu, ' ')} → ${assigned ? `${meaning} (${messages.assigned})` : meaning}`;
  });
  return [messages.columns, ...lines, ...(totalRows.length === 0 ? [] : [messages.totalRows(totalRows.join(', '))])];
};

/** The reasons of the first unreadable tickets, which include their positions, and the number of the others. */
export const unreadableLines = (
  unreadable: readonly Unreadable[],
  count: number,
  messages: Messages,
): readonly string[] => [
  ...unreadable.map(({ detail }) => `  ${detail}`),
  ...(count > unreadable.length ? [`  ${messages.more(messages.count(count - unreadable.length))}`] : []),
];
