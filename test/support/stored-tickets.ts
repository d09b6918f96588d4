import { setTimeout } from 'node:timers/promises';
import { call, goodTicket, newCollection, newUser, type User } from './api.ts';

export type Row = {
  readonly ticket_id: string;
  readonly category: string;
  readonly problem: string;
  readonly solution: string;
  readonly state: string;
  readonly revision: number;
  readonly stored_at: string;
  readonly changed_at: string;
  readonly flagged_at: string | null;
  readonly upload_id: string | null;
};
export type Entry = {
  readonly change: string;
  readonly surface: string;
  readonly revision: number;
  readonly upload_id: string | null;
  readonly changed: readonly string[];
};
export type Details = Row & { readonly full_text: string };
export type Page = { readonly tickets: readonly Row[]; readonly next: string | null };

/** A collection with tickets, and requests below it by token, or by key with `v1`. */
export const filledCollection = async (
  url: string,
  tickets: readonly object[] = [goodTicket(1), goodTicket(2), goodTicket(3)],
) => {
  const user = await newUser(url);
  const collection = await newCollection(url, user);
  const request = (
    who: User,
    endpoint: string,
    options: { body?: unknown; headers?: Record<string, string>; v1?: boolean } = {},
  ) => {
    const { v1 = false, ...rest } = options;
    const [method, path] = endpoint.split(' ');
    const base = `/api/${v1 ? 'v1/' : ''}collections/${collection}`;
    return call(url, `${method} ${base}${path}`, { credential: v1 ? who.key : who.token, ...rest });
  };
  const ask = (endpoint: string, options?: Parameters<typeof request>[2]) => request(user, endpoint, options);
  if (tickets.length > 0) requireOk(await ask('POST /tickets', { body: { tickets } }));
  const search = async (query: string) => {
    const body = { collection_id: collection, query, generate_answer: false };
    const found = await call(url, 'POST /api/search', { credential: user.token, body });
    return (found.body as { sources: readonly { ticket_id: string; score: number; full_text: string }[] }).sources;
  };
  const count = async () => {
    const shown = await call(url, `GET /api/collections/${collection}`, { credential: user.token });
    return (shown.body as { ticket_count: number }).ticket_count;
  };
  return { url, user, collection, ask, request, search, count };
};

/** All of a ticket's history, oldest first. */
export const historyOf = async (
  { ask }: { readonly ask: (endpoint: string) => Promise<{ readonly status: number; readonly body: unknown }> },
  ticketId: number | string,
): Promise<readonly Entry[]> => {
  const all: Entry[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page = await ask(
      `GET /tickets/${encodeURIComponent(ticketId)}/history?limit=100${after && `&after=${after}`}`,
    );
    requireOk(page);
    const { history, next } = page.body as { history: readonly Entry[]; next: string | null };
    all.push(...history);
    after = next;
  }
  return all.toReversed();
};

export const requireOk = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
};
export const idsOf = ({ body }: { readonly body: unknown }) => (body as Page).tickets.map(({ ticket_id: id }) => id);
export const withTag = (revision: number | string) => ({ 'If-Match': `"${revision}"` });
export const solutionAbout = (about: string) => `Исправленное решение: ${about}. `.repeat(6).trim();

export type Erasure = {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly surface: string;
  readonly requested_for: string | null;
  readonly tickets: readonly { readonly ticket_id: string; readonly revisions: number }[];
  readonly elsewhere: readonly {
    readonly collection_id: string;
    readonly collection_name: string;
    readonly ticket_ids: readonly string[];
    readonly tickets: number;
  }[];
  readonly steps: readonly {
    readonly step: string;
    readonly state: string;
    readonly at: string | null;
    readonly found: Readonly<Record<string, number>>;
    readonly reason: string | null;
  }[];
};

type Ask = Awaited<ReturnType<typeof filledCollection>>['ask'];

/** Waits until an erasure is in one of the states, by default until it does not run any more. Throws after five minutes, with what it waits for. */
export const provenErasure = async (
  ask: Ask,
  id: string,
  states: readonly string[] = ['waiting', 'proven'],
): Promise<Erasure> => {
  const end = Date.now() + 300_000;
  // On servers it takes up to half a minute, in which ten requests a second would cost the processor more than the erasure.
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 1_000)) {
    const { body } = await ask(`GET /erasures/${id}`);
    const erasure = body as Erasure;
    if (states.includes(erasure.state)) return erasure;
    if (Date.now() > end) throw new Error(JSON.stringify(erasure.steps));
    await setTimeout(pauseMs);
  }
};
