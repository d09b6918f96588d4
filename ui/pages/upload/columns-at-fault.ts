import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import type { Preview } from './upload-records.ts';

/** What a ticket may do without. */
const optional: ReadonlySet<ColumnName | null> = new Set(['category', 'client', 'resolved_at', 'url'] as const);

/**
 * The titles of the columns that keep a file from being sent, if tickets can do without all of them: undefined if anything else of the listed rows cannot be read.
 * A reason has its title shortened.
 */
export const optionalAtFault = ({ columns, unreadable }: Preview): readonly string[] | undefined => {
  const titles = unreadable.map(({ detail }) => {
    const quoted = /^row \d+, column "(.*?)" /.exec(detail)?.[1];
    const isQuoted = (title: string) =>
      quoted !== undefined && (title === quoted || (quoted.endsWith('…') && title.startsWith(quoted.slice(0, -1))));
    return columns.find(({ title, column }) => optional.has(column) && isQuoted(title))?.title;
  });
  const known = titles.filter((title) => title !== undefined);
  return known.length > 0 && known.length === titles.length ? [...new Set(known)] : undefined;
};
