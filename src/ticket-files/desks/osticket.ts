import { meaningOf, normalisedHeading } from '../columns.ts';
import type { TableRow } from '../table-row.ts';
import { UnreadableFile } from '../ticket-item.ts';
import { sentence } from '../../domain/sentence.ts';

/** Columns of every export: `class.queue.php` of github.com/osTicket/osTicket. */
const headings = ['Ticket Number', 'Help Topic', 'Current Status'].map(normalisedHeading);

/** Columns that a team may have added. */
const conversation = new Set(['messages', 'solution', 'text']);

/** The export of osTicket has no conversation, so that each of its tickets would be skipped. Throws UnreadableFile. */
export const refuseOsTicket = ({ row, cells }: TableRow): void => {
  const titles = new Set(cells.map(normalisedHeading));
  if (!headings.every((heading) => titles.has(heading))) return;
  if (cells.some((cell) => conversation.has(meaningOf(cell)?.column ?? ''))) return;
  throw new UnreadableFile(
    sentence`An export of osTicket has no conversation; docs/import.md has the query that has it`,
    {
      row,
    },
  );
};
