import test, { type ExecutionContext } from 'ava';
import { type DeskAnswer, startDesk, zendeskOf, type ZendeskTicket } from '../support/desk-servers.ts';
import { serviceFor } from '../support/service.ts';
import { puller } from '../support/sync-script.ts';

const service = serviceFor(test);

const solved = (count: number): ZendeskTicket[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const open = async (
  t: ExecutionContext,
  tickets: readonly ZendeskTicket[],
  fault?: (number: number, url: URL) => DeskAnswer | undefined,
) => {
  const desk = await startDesk(t, zendeskOf(tickets), fault);
  return { desk, ...(await puller(service().url, 'zendesk', desk.url)) };
};

test('solved tickets are pulled with their public comments, and the next run goes on after them', async (t) => {
  const tickets: ZendeskTicket[] = [
    ...solved(120),
    { id: 121, status: 'open' },
    { id: 122, status: 'deleted' },
    { id: 123, tags: ['closed_by_merge'] },
  ];
  const { desk, run, cursor, tickets: stored } = await open(t, tickets);
  const first = await run(['--since', '2026-01-01']);
  t.is(first.status, 0, first.output);
  t.regex(first.output, /Zendesk, 127\.0\.0\.1:\d+: обращения, изменённые с 2026-01-01T00:00:00\.000Z/);
  t.regex(first.output, /Страница 2: прочитано 23, сохранено 20, пропущено 3/);
  t.regex(first.output, /не решено\s+1/);
  t.is(
    desk.requests[0],
    '/api/v2/incremental/tickets/cursor.json?start_time=1767225600&per_page=100&include=metric_sets',
  );
  t.is(desk.countOf('/comments.json'), 240, 'two pages each, and none of what is skipped without them');
  t.is(await cursor(), 'c123');
  const rows = await stored();
  t.is(rows.size, 120);
  t.regex(rows.get('7')?.solution ?? '', /отчёт номер 7/);
  t.false([...rows.values()].some((row) => JSON.stringify(row).includes('заметка')));

  const before = desk.requests.length;
  const second = await run(['--since', '2026-01-01']);
  t.is(second.status, 0, second.output);
  t.regex(second.output, /продолжаю с прошлого раза\nС прошлого раза ничего не изменилось\./);
  t.is(desk.requests.length, before + 1, 'one request');
  tickets.push({ id: 7, solution: 'Отчёты переехали. '.repeat(10) }, { id: 121 });
  const third = await run(['--lang', 'en']);
  t.regex(third.output, /Page 1: read 2, stored 2, skipped 0/);
  t.regex(third.output, /Updated\s+1/);
  t.is(await cursor(), 'c125');
  t.regex((await stored()).get('7')?.solution ?? '', /переехали/);

  const again = await run(['--restart', '--since', '2026-01-01']);
  t.is(again.status, 0, again.output);
  t.is((await stored()).size, 121);
  t.is((await stored()).get('1')?.revision, 1, 'what is the same is not written again');
});

test('a desk that asks to wait, fails and breaks off in the middle of a page is asked again, and nothing is missed', async (t) => {
  const waits: number[] = [];
  const { desk, run, cursor, tickets } = await open(t, solved(110), (number) => {
    if (number === 2) {
      waits.push(performance.now());
      return { status: 429, headers: { 'Retry-After': '2' } };
    }
    if (number === 3) waits.push(performance.now());
    if (number === 9) return { isBroken: true, body: { comments: [{ id: 1 }] } };
    return number === 50 ? { status: 503, body: 'no JSON' } : undefined;
  });
  const { status, output } = await run();
  t.is(status, 0, output);
  t.regex(output, /Система поддержки просит подождать \(429\); повтор через 2 с \(1\/10\)/);
  t.regex(output, /Нет связи с системой поддержки \(ECONNRESET\)/);
  const [asked = 0, again = 0] = waits;
  t.true(again - asked >= 1_950);
  t.is((await tickets()).size, 110);
  t.is(await cursor(), 'c110');
  t.is(desk.requests.length, 2 + 220 + 3);
});

test('a command that is killed at any moment loses nothing, and its repeat stores nothing twice', async (t) => {
  const { desk, start, run, cursor, tickets } = await open(t, solved(130));
  const reached = async (requests: number) => {
    const command = start();
    while (desk.requests.length < requests) await new Promise((resolve) => setTimeout(resolve, 1));
    command.kill('SIGKILL');
    await command.ended;
  };
  // Within the first page; after all of its comments, while it is uploaded; within the second one.
  for (const requests of [1, 90, 90 + 201, 90 + 201 + 202 + 20]) await reached(requests);
  t.true([null, 'c100'].includes(await cursor()));
  const { status, output } = await run();
  t.is(status, 0, output);
  t.is(await cursor(), 'c130');
  const rows = await tickets();
  t.is(rows.size, 130);
  t.true([...rows.values()].every(({ revision }) => revision === 1));
});

test('a page that does not move on, and one that is none, end the run without a cursor', async (t) => {
  const body = { tickets: [], after_cursor: 'c1', end_of_stream: false };
  const stuck = await open(t, solved(1), () => ({ body }));
  const ended = await stuck.run();
  t.is(ended.status, 1);
  t.regex(ended.output, /не такой, как в её описании: cursor/);
  const other = await open(t, solved(1), () => ({ body: { error: 'RecordNotFound' } }));
  const refused = await other.run();
  t.is(refused.status, 1);
  t.is(await other.cursor(), null);
});
