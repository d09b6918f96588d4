import type { Response } from 'express';
import type { Turn } from '../concurrency/abortable-limit.ts';
import { restingLimit } from '../concurrency/resting-limit.ts';
import { accountOf, requireIdentity } from './authentication.ts';
import { clientGone } from './client-gone.ts';
import { writePages } from './send-pages.ts';

/** Rows that are read and written at a time: about a millisecond of the thread. */
export const rowsOfPage = 200;

/** What reads the rows of a list from the first or those behind one on, no more than a limit. */
export type ReadRows<Row> = (page: {
  readonly after: Row | undefined;
  readonly limit: number;
}) => Promise<readonly Row[]>;

/** The text of a JSON array without its brackets: yields it page by page, and returns the last one. */
export type Elements = AsyncIterator<string, string>;

/** Reads and writes the elements of a JSON array. A row is in one page alone, whatever comes to the list or leaves it meanwhile. */
export async function* elementsOf<Row>(
  read: ReadRows<Row>,
  toJson: (row: Row) => unknown,
  limit = rowsOfPage,
): AsyncGenerator<string, string> {
  for (let after: Row | undefined, comma = ''; ; comma = ',') {
    const rows = await read({ after, limit });
    const text = rows.length === 0 ? '' : comma + rows.map((row) => JSON.stringify(toJson(row))).join(',');
    if (rows.length < limit) return text;
    after = rows.at(-1);
    yield text;
  }
}

/** A JSON document without the elements of its last array, which is empty: what is before them, and what is behind. */
const aroundElements = (document: unknown): readonly [string, string] => {
  const text = JSON.stringify(document);
  const index = text.lastIndexOf('[]') + 1;
  return [text.slice(0, index), text.slice(index)];
};

/** Lists of more than a page that are sent at a time to one tenant: each holds what compresses it, which has megabytes. */
const longLists = { atOnce: Infinity, ofTenant: 2 };

/** `elements`: read from the first one on. */
type List = { readonly document: unknown; readonly elements: () => Elements };

export type SendList = (response: Response, turn: Turn, list: List) => Promise<void>;

/**
 * Returns what sends a JSON document with its last array, which is empty, filled: each page in a turn of its own, read when the client has taken the one before. A failure after
 * the first one breaks the connection. If there is one alone, the document is sent whole; else it waits until fewer of its tenant are sent, and is read anew: its session or key, or what
 * it lists, may be no more by then.
 */
export const listSender = (): SendList => {
  const limit = restingLimit(longLists);
  return async (response, turn, { document, elements }) => {
    const [start, end] = aroundElements(document);
    const reading = () => {
      const page = elements();
      return () => turn(() => page.next());
    };
    const first = await reading()();
    response.type('json');
    if (first.done) response.send(start + first.value + end);
    else if (response.req.method === 'HEAD') response.end();
    else {
      const waiter = { tenantId: accountOf(response).id, signal: clientGone(response) };
      await limit(waiter, async () => {
        await requireIdentity(response);
        const next = reading();
        await writePages(response, pagesFrom({ start, first: await next(), next, end }));
      });
    }
  };
};

type Page = IteratorResult<string, string>;
type Pages = { readonly start: string; readonly first: Page; readonly next: () => Promise<Page>; readonly end: string };

async function* pagesFrom({ start, first, next, end }: Pages): AsyncGenerator<string, void> {
  for (let [before, page] = [start, first]; ; [before, page] = ['', await next()]) {
    yield before + (page.done ? page.value + end : page.value);
    if (page.done) return;
  }
}
