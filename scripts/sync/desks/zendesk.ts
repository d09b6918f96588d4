import { at, fieldsOf, idOf, listOf, textOf } from '../../../src/ticket-files/desks/json-fields.ts';
import { type DeskAccess, type DeskSource, maxMessagePages, type ReadDesk, UnexpectedAnswer } from '../desk-source.ts';

const incremental = '/api/v2/incremental/tickets/cursor.json';

/** Of the at most 1 000 of the vendor: a run that is broken off repeats the messages of one page. */
const pageSize = 100;

/** The export refuses a start within the last minute, and leaves out what has changed in it. */
const youngest = 61_000;

/**
 * The incremental export by cursor, 10 requests a minute, and the comments of each ticket, by the account's own limit, which its headers tell:
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/,
 * https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/.
 */
export const zendesk: DeskAccess = {
  variables: { url: 'ZENDESK_URL', user: 'ZENDESK_EMAIL', secret: 'ZENDESK_API_TOKEN' },
  loginOf: (user) => `${user}/token`,
  intervalMs: (path) => (path.startsWith(incremental) ? 6_000 : 0),
  open: (read) => ({ list: listing(read), withMessages: completing(read) }),
};

const listing =
  (read: ReadDesk): DeskSource['list'] =>
  async ({ cursor, since }) => {
    const start = Math.max(1, Math.floor(Math.min(since.getTime(), Date.now() - youngest) / 1_000));
    const from = cursor === null ? `start_time=${start}` : `cursor=${encodeURIComponent(cursor)}`;
    const page = fieldsOf(await read(`${incremental}?${from}&per_page=${pageSize}&include=metric_sets`));
    const tickets = listOf(page['tickets']);
    const isLast = page['end_of_stream'];
    const next = textOf(page['after_cursor']) ?? cursor;
    if (!tickets || typeof isLast !== 'boolean' || (next === null && !isLast)) {
      throw new UnexpectedAnswer('tickets, end_of_stream, after_cursor');
    }
    // Of an empty desk there is no cursor: the next run begins where this one has.
    return { tickets, cursor: next ?? '', isLast };
  };

/** The people of the comments come with them: who is an agent is known by their roles. */
const completing =
  (read: ReadDesk): DeskSource['withMessages'] =>
  async (ticket) => {
    const id = idOf(at(ticket, 'id'));
    const comments: unknown[] = [];
    const users: unknown[] = [];
    let after = '';
    for (let page = 0; page < maxMessagePages; page += 1) {
      const answer = await read(
        `/api/v2/tickets/${encodeURIComponent(id ?? '')}/comments.json?include=users&page[size]=100${after}`,
      );
      if (answer === undefined) return ticket;
      const listed = listOf(at(answer, 'comments'));
      if (!listed) throw new UnexpectedAnswer('comments');
      comments.push(...listed);
      users.push(...(listOf(at(answer, 'users')) ?? []));
      const next = textOf(at(answer, 'meta', 'after_cursor'));
      if (at(answer, 'meta', 'has_more') !== true || next === undefined) break;
      after = `&page[after]=${encodeURIComponent(next)}`;
    }
    return { ...fieldsOf(ticket), comments, users };
  };
