import { at, fieldsOf, idOf, listOf, textOf, timeOf } from '../../../src/ticket-files/desks/json-fields.ts';
import { changesUntil, seconds } from '../change-times.ts';
import { type DeskAccess, type DeskSource, maxMessagePages, type ReadDesk, UnexpectedAnswer } from '../desk-source.ts';

/**
 * Tickets that have changed since a time, 30 a page, and the posts and comments of each: https://helpdeskeddy.ru/docs/api/get_tickets. More than 300 requests a
 * minute block the address for 20: this keeps to 240, and to what its headers leave. The order of the list is not documented, so that a cursor moves to a
 * later time only when all pages are read.
 */
export const helpDeskEddy: DeskAccess = {
  variables: { url: 'HELPDESKEDDY_URL', user: 'HELPDESKEDDY_EMAIL', secret: 'HELPDESKEDDY_API_KEY' },
  loginOf: (user) => user,
  intervalMs: () => 250,
  open: (read) => ({ list: listing(read), withMessages: completing(read) }),
};

/** Times are those of the desk, whose zone is not known, as if they were UTC; `startedAt` is ours, of the first page. In seconds. */
type Walk = { readonly from: number; readonly page: number; readonly newest: number; readonly startedAt: number };

const walkOf = (cursor: string | null, since: Date): Walk => {
  const [kept = 0, page = 1, newest = kept, startedAt = seconds()] = (
    cursor ?? String(Math.floor(since.getTime() / 1_000))
  )
    .split('-')
    .map(Number);
  return { from: Math.min(kept, startedAt), page, newest: Math.min(newest, startedAt), startedAt };
};

const listing =
  (read: ReadDesk): DeskSource['list'] =>
  async ({ cursor, since }) => {
    const { from, page, newest, startedAt } = walkOf(cursor, since);
    const time = new Date(from * 1_000).toISOString().slice(0, 19).replace('T', ' ');
    const answer = await read(`/api/v2/tickets/?page=${page}&from_date_updated=${encodeURIComponent(time)}`);
    const tickets = listOf(at(answer, 'data'));
    const pages = Number(at(answer, 'pagination', 'total_pages') ?? Number.NaN);
    if (!tickets || !Number.isInteger(pages)) throw new UnexpectedAnswer('data, pagination.total_pages');
    const changed = tickets.map((ticket) => Date.parse(timeOf(at(ticket, 'date_updated')) ?? '') / 1_000);
    if (!changed.every(Number.isFinite)) throw new UnexpectedAnswer('date_updated');
    const { past, ahead } = changesUntil(startedAt, changed);
    const last = Math.max(newest, ...past);
    if (page < pages) return { tickets, cursor: [from, page + 1, last, startedAt].join('-'), isLast: false, ahead };
    // What has changed behind our back while the pages were read is older than this.
    const next = Math.max(from, last - (seconds() - startedAt) - 60);
    return { tickets, cursor: String(next), isLast: true, ahead };
  };

const completing =
  (read: ReadDesk): DeskSource['withMessages'] =>
  async (ticket) => {
    const id = encodeURIComponent(idOf(at(ticket, 'id')) ?? '');
    const posts = await allOf(read, `/api/v2/tickets/${id}/posts/`);
    // Who writes internal comments is an agent.
    const comments = posts && (await allOf(read, `/api/v2/tickets/${id}/comments/`));
    return posts ? { ...fieldsOf(ticket), posts, comments: comments ?? [] } : ticket;
  };

/** All pages of a list; undefined if its ticket is gone. */
const allOf = async (read: ReadDesk, path: string): Promise<readonly unknown[] | undefined> => {
  const all: unknown[] = [];
  for (let page = 1; page <= maxMessagePages; page += 1) {
    const answer = await read(`${path}?page=${page}`);
    if (answer === undefined) return undefined;
    const listed = listOf(at(answer, 'data'));
    if (!listed) throw new UnexpectedAnswer('data');
    all.push(...listed);
    if (page >= Number(textOf(at(answer, 'pagination', 'total_pages')) ?? 1)) break;
  }
  return all;
};
