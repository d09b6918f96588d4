import type { Findings } from '../../src/ticket-files/read-options.ts';
import type { Plan, Unreadable } from './plan-parts.ts';
import type { Words } from './words.ts';

/** What a file has turned out to be, in one line. */
export const fileLine = ({ findings, tickets, parts }: Plan, words: Words): string => {
  const { format = 'json', encoding, delimiter } = findings;
  return [
    `${words.file} ${format.toUpperCase()}`,
    ...(encoding === undefined ? [] : [`${words.encoding} ${encoding}`]),
    ...(delimiter === undefined ? [] : [`${words.delimiter} ${delimiter === '\t' ? 'TAB' : `"${delimiter}"`}`]),
    `${words.tickets.toLowerCase()} ${words.count(tickets)}`,
    `${words.parts} ${words.count(parts.length)}`,
  ].join(', ');
};

/** The columns of a table and what each is read as. */
export const columnLines = ({ columns = [] }: Partial<Findings>, words: Words): readonly string[] => {
  if (columns.length === 0) return [];
  const lines = columns.map(({ title, column, assigned }) => {
    const meaning = column ?? words.ignored;
    return `  ${title.replace(/\s+/gu, ' ')} → ${assigned ? `${meaning} (${words.assigned})` : meaning}`;
  });
  return [words.columns, ...lines];
};

/** The reasons of the first that cannot be read, which name their places themselves, and how many more there are. */
export const unreadableLines = (unreadable: readonly Unreadable[], count: number, words: Words): readonly string[] => [
  ...unreadable.map(({ detail }) => `  ${detail}`),
  ...(count > unreadable.length ? [`  ${words.more(words.count(count - unreadable.length))}`] : []),
];
