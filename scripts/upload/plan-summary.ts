import { deskNames, deskRemarks } from '../../src/domain/desks.ts';
import type { HeaderColumn } from '../../src/ticket-files/columns.ts';
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
  const lines = columns.map((column) => columnLine(column, messages));
  return [messages.columns, ...lines, ...(totalRows.length === 0 ? [] : [messages.totalRows(totalRows.join(', '))])];
};

/** The desk whose export the file is, and what was left out of one of JSON; those of the tickets that are not whole come with the first of them. */
export const deskLines = ({ desk, columns }: Partial<Findings>, messages: Messages): readonly string[] => {
  if (!desk) return [];
  if (columns) return [messages.tableOfDesk(deskNames[desk.name])];
  const counts = deskRemarks.filter((remark) => desk.remarks[remark] > 0);
  return [
    messages.desk(deskNames[desk.name]),
    ...counts.map((remark) => {
      const of = desk.tickets.filter((ticket) => ticket.remark === remark).slice(0, maxNamed);
      const ids = of.map(({ ticketId, index }) => (ticketId === null ? `#${index + 1}` : `№${ticketId}`)).join(', ');
      return `  ${messages.deskRemarks[remark]}: ${messages.count(desk.remarks[remark])}${ids === '' ? '' : ` (${ids}${of.length === maxNamed ? '…' : ''})`}`;
    }),
    ...(counts.length === 0 ? [`  ${messages.nothing}`] : []),
  ];
};

/** Tickets that are named for each remark. */
const maxNamed = 5;

/** The columns that are not read because of others, of an upload that nobody has previewed. */
export const displacedLines = ({ columns = [] }: Partial<Findings>, messages: Messages): readonly string[] =>
  columns.flatMap((column) => (column.displaced ? [columnLine(column, messages)] : []));

const columnLine = ({ title, column, assigned, displaced }: HeaderColumn, messages: Messages): string => {
  const instead = displaced && messages.displaced(displaced.by, JSON.stringify({ [title]: displaced.column }));
  const meaning = column ?? instead ?? messages.ignored;
  return `  ${title.replace(/\s+/gu, ' ')} → ${assigned ? `${meaning} (${messages.assigned})` : meaning}`;
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
