import { at, fieldsOf, idOf, listOf, timeOf } from '../../../src/ticket-files/desks/json-fields.ts';
import { changesUntil, seconds } from '../change-times.ts';
import { type DeskAccess, type DeskSource, maxMessagePages, type ReadDesk, UnexpectedAnswer } from '../desk-source.ts';

const pageSize = 100;

/**
 * Closed cases by the time of their change, and the messages of each; 500 requests an hour: https://omnidesk.ru/api/cases. A cursor is the time of the last
 * change in seconds, with the number of a page where more cases than one page has changed in that second, or in the future.
 */
export const omnidesk: DeskAccess = {
  variables: { url: 'OMNIDESK_URL', user: 'OMNIDESK_EMAIL', secret: 'OMNIDESK_API_KEY' },
  loginOf: (user) => user,
  intervalMs: () => 7_200,
  open: (read) => ({ list: listing(read), withMessages: completing(read) }),
};

/** A list goes on at the last change, not at the next page: a case that changes meanwhile moves to the end, and all others to other pages. */
const listing =
  (read: ReadDesk): DeskSource['list'] =>
  async ({ cursor, since }) => {
    const asked = seconds();
    const [kept = 0, page = 1] = (cursor ?? String(Math.floor(since.getTime() / 1_000))).split('-').map(Number);
    const from = Math.min(kept, asked);
    const answer = await read(
      `/api/cases.json?status=closed&sort=updated_at_asc&from_updated_time=${from}&page=${page}&limit=${pageSize}`,
    );
    const cases = listOf(answer);
    if (!cases) throw new UnexpectedAnswer('cases');
    const times = cases.map((one) => secondsOf(at(one, 'case', 'updated_at')));
    if (times.some((time, index) => time < (times[index - 1] ?? 0))) {
      throw new UnexpectedAnswer('updated_at: not in ascending order');
    }
    const { past, ahead } = changesUntil(asked, times);
    const last = Math.max(from, past.at(-1) ?? 0);
    const isLast = cases.length < pageSize;
    return { tickets: cases, cursor: isLast || last > from ? String(last) : `${from}-${page + 1}`, isLast, ahead };
  };

/** Throws UnexpectedAnswer. */
const secondsOf = (value: unknown): number => {
  const time = timeOf(value);
  if (time === undefined) throw new UnexpectedAnswer('updated_at');
  return Math.floor(Date.parse(time) / 1_000);
};

const completing =
  (read: ReadDesk): DeskSource['withMessages'] =>
  async (ticket) => {
    const id = encodeURIComponent(idOf(at(ticket, 'case', 'case_id')) ?? '');
    const messages: unknown[] = [];
    for (let page = 1; page <= maxMessagePages; page += 1) {
      const answer = await read(`/api/cases/${id}/messages.json?page=${page}&limit=${pageSize}`);
      if (answer === undefined) return ticket;
      const listed = listOf(answer);
      if (!listed) throw new UnexpectedAnswer('messages');
      messages.push(...listed);
      if (listed.length < pageSize) break;
    }
    return { ...fieldsOf(ticket), messages };
  };
