import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

/** What a desk answers: JSON with status 200, another status, or an end of the connection in the middle of the body. */
export type DeskAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly isBroken?: boolean;
};

export type DeskServer = {
  readonly url: string;
  /** The requests so far: path and query. */
  readonly requests: readonly string[];
  /** The requests whose path has a text. */
  readonly countOf: (text: string) => number;
};

const secret = 'secret-of-the-desk';
/** The credentials that a desk lets in, as variables of a desk's names. */
export const credentials = { user: 'agent@example.com', secret };

/** Starts a desk: `fault` may answer a request in its place, by the number of the request from 1. */
export const startDesk = async (
  t: ExecutionContext,
  { login, answer }: { readonly login: string; readonly answer: (url: URL) => DeskAnswer },
  fault: (number: number, url: URL) => DeskAnswer | undefined = () => undefined,
): Promise<DeskServer> => {
  const requests: string[] = [];
  const expected = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://desk');
    requests.push(decodeURIComponent(url.pathname + url.search));
    const isKnown = request.headers.authorization === expected && request.method === 'GET';
    send(response, isKnown ? (fault(requests.length, url) ?? answer(url)) : { status: 401, body: { error: 'no' } });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    countOf: (text) => requests.filter((request) => request.includes(text)).length,
  };
};

const send = (response: ServerResponse, { status = 200, headers = {}, body = {}, isBroken = false }: DeskAnswer) => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  if (!isBroken) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
};

const problemOf = (id: number) => `Не открывается отчёт номер ${id}, страница остаётся пустой.`;
/** A solution that is long enough to be learnt from. */
export const solutionOf = (id: number): string =>
  `Откройте раздел «Отчёты», выберите отчёт номер ${id}, нажмите «Обновить источник» и подождите две минуты: после этого страница заполнится данными.`;

export type ZendeskTicket = {
  readonly id: number;
  readonly status?: string;
  readonly tags?: readonly string[];
  readonly solution?: string;
};

/** The incremental export of a list of tickets, which grows at its end, and their comments in pages. */
export const zendeskOf = (tickets: readonly ZendeskTicket[]) => ({
  login: `${credentials.user}/token`,
  answer: ({ pathname, searchParams }: URL): DeskAnswer => {
    const ofComments = /^\/api\/v2\/tickets\/(\d+)\/comments\.json$/.exec(pathname);
    if (ofComments)
      return commentsOf(
        tickets.findLast(({ id }) => id === Number(ofComments[1])),
        searchParams,
      );
    if (pathname !== '/api/v2/incremental/tickets/cursor.json') return { status: 404 };
    const start = searchParams.get('start_time');
    if (start !== null && Number(start) > Date.now() / 1_000 - 60) return { status: 422 };
    const from = Number(searchParams.get('cursor')?.slice(1) ?? 0);
    const to = Math.min(tickets.length, from + Number(searchParams.get('per_page')));
    const listed = tickets.slice(from, to).map(({ id, status = 'solved', tags = [] }) => ({
      ...{ id, status, tags, requester_id: 7, assignee_id: 8, raw_subject: `Отчёт ${id}`, subject: `Отчёт ${id}` },
      ...{ url: `https://acme.zendesk.com/api/v2/tickets/${id}.json`, updated_at: '2026-11-20T10:00:00Z' },
    }));
    return { body: { tickets: listed, after_cursor: `c${to}`, end_of_stream: to === tickets.length } };
  },
});

/** Two pages: what the client wrote and a note, and the solution of an agent who is known by the role only. */
const commentsOf = (ticket: ZendeskTicket | undefined, query: URLSearchParams): DeskAnswer => {
  if (!ticket) return { status: 404 };
  const { id, solution = solutionOf(id) } = ticket;
  if (query.get('page[after]') === null) {
    const comments = [
      { id: 1, author_id: 7, plain_body: problemOf(id), public: true },
      { id: 2, author_id: 8, plain_body: `Внутренняя заметка ${id}`, public: false },
    ];
    return { body: { comments, users: [{ id: 7, role: 'end-user' }], meta: { has_more: true, after_cursor: 'x=1' } } };
  }
  const comments = [{ id: 3, author_id: 9, plain_body: solution, public: true }];
  return { body: { comments, users: [{ id: 9, role: 'agent' }], meta: { has_more: false, after_cursor: 'x=2' } } };
};

export type OmnideskCase = { readonly id: number; readonly changed: number };

/** Closed cases in the order of their change, in seconds, and their messages in objects with numbers as keys. */
export const omnideskOf = (cases: readonly OmnideskCase[]) => ({
  login: credentials.user,
  answer: ({ pathname, searchParams }: URL): DeskAnswer => {
    const ofMessages = /^\/api\/cases\/(\d+)\/messages\.json$/.exec(pathname);
    const page = Number(searchParams.get('page'));
    const size = Number(searchParams.get('limit'));
    if (ofMessages)
      return { body: numbered(omnideskMessages(Number(ofMessages[1])).slice((page - 1) * size, page * size)) };
    if (pathname !== '/api/cases.json' || searchParams.get('sort') !== 'updated_at_asc') return { status: 404 };
    const from = Number(searchParams.get('from_updated_time'));
    const found = cases.filter(({ changed }) => changed >= from).toSorted((one, other) => one.changed - other.changed);
    const listed = found.slice((page - 1) * size, page * size).map(({ id, changed }) => ({
      case: {
        ...{ case_id: id, case_number: `664-${id}`, subject: `Отчёт ${id}`, user_id: 7, staff_id: 8, status: 'closed' },
        ...{ deleted: false, spam: false, updated_at: rfc2822(changed), closed_at: rfc2822(changed) },
      },
    }));
    return { body: { ...numbered(listed), total_count: found.length } };
  },
});

const rfc2822 = (seconds: number) => new Date(seconds * 1_000).toUTCString().replace('GMT', '+0000');

const numbered = (list: readonly unknown[]) => Object.fromEntries(list.map((value, index) => [String(index), value]));

const omnideskMessages = (id: number) =>
  [
    { message_id: 1, user_id: 7, staff_id: 0, content: problemOf(id), note: false },
    { message_id: 2, user_id: 0, staff_id: 8, content: `Внутренняя заметка ${id}`, note: true },
    // More than one page of messages.
    ...Array.from({ length: 98 }, (_, index) => ({ message_id: 3 + index, user_id: 7, staff_id: 0, content: 'Жду.' })),
    { message_id: 200, user_id: 0, staff_id: 8, content: solutionOf(id), note: false },
  ].map((message) => ({ message }));

export type EddyTicket = { readonly id: number; readonly changed: string };

/** Tickets that have changed since a time, newest first, 30 a page; posts newest first. */
export const helpDeskEddyOf = (tickets: readonly EddyTicket[]) => ({
  login: credentials.user,
  answer: ({ pathname, searchParams }: URL): DeskAnswer => {
    const ofTicket = /^\/api\/v2\/tickets\/(\d+)\/(posts|comments)\/$/.exec(pathname);
    if (ofTicket) return { body: eddyPosts(Number(ofTicket[1]), ofTicket[2] === 'posts') };
    if (pathname !== '/api/v2/tickets/') return { status: 404 };
    const from = searchParams.get('from_date_updated') ?? '';
    const page = Number(searchParams.get('page'));
    const found = tickets.filter(({ changed }) => changed >= from).toReversed();
    const listed = found.slice((page - 1) * 30, page * 30).map(({ id, changed }) => [
      String(id),
      {
        ...{
          id,
          unique_id: `ABC-${id}`,
          title: `Отчёт ${id}`,
          user_id: 7,
          owner_id: 8,
          status_id: 'closed',
          deleted: 0,
        },
        date_updated: changed,
      },
    ]);
    const pagination = {
      total: found.length,
      per_page: 30,
      current_page: page,
      total_pages: Math.ceil(found.length / 30),
    };
    const headers = { 'X-Rate-Limit': '300', 'X-Rate-Limit-Remaining': '250' };
    return { headers, body: { data: Object.fromEntries(listed) as unknown, pagination } };
  },
});

const eddyPosts = (id: number, isPublic: boolean) => ({
  data: isPublic
    ? [
        { id: 2, user_id: 9, text: `<p>${solutionOf(id)}</p>`, date_created: '10:00:00 20.11.2026', files: [] },
        { id: 1, user_id: 7, text: `<p>${problemOf(id)}</p>`, date_created: '09:00:00 20.11.2026', files: [] },
      ]
    : [{ id: 1, user_id: 9, text: `Внутренняя заметка ${id}`, date_created: '09:30:00 20.11.2026' }],
  pagination: { total: 1, per_page: 30, current_page: 1, total_pages: 1 },
});
