import test, { type ExecutionContext } from 'ava';
import {
  type DeskAnswer,
  type EddyTicket,
  helpDeskEddyOf,
  type OmnideskCase,
  omnideskOf,
  startDesk,
} from '../support/desk-servers.ts';
import { serviceFor } from '../support/service.ts';
import { puller } from '../support/sync-script.ts';

const service = serviceFor(test);

type Fault = (number: number, url: URL) => DeskAnswer | undefined;

const openOmnidesk = async (t: ExecutionContext, cases: readonly OmnideskCase[], fault?: Fault) => {
  const desk = await startDesk(t, omnideskOf(cases), fault);
  return { desk, ...(await puller(service().url, 'omnidesk', desk.url)) };
};

const openEddy = async (t: ExecutionContext, tickets: readonly EddyTicket[], fault?: Fault) => {
  const desk = await startDesk(t, helpDeskEddyOf(tickets), fault);
  return { desk, ...(await puller(service().url, 'helpdeskeddy', desk.url)) };
};

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('cases of Omnidesk are pulled by the time of their change, also more than a page of one second', async (t) => {
  const begin = 1_795_000_000;
  // 150 in one second, as after a change of many at once, then one a second.
  const cases = ids(170).map((id) => ({ id, changed: begin + Math.max(0, id - 150) }));
  const { desk, run, cursor, tickets } = await openOmnidesk(t, cases, (number) =>
    number === 4 ? { status: 429, headers: { 'Retry-After': '1' } } : undefined,
  );
  const first = await run(['--since', '2026-01-01']);
  t.is(first.status, 0, first.output);
  const rows = await tickets();
  t.is(rows.size, 170);
  t.regex(rows.get('170')?.solution ?? '', /отчёт номер 170/);
  t.false([...rows.values()].some((row) => JSON.stringify(row).includes('заметка')));
  t.is(await cursor(), String(begin + 20));

  const before = desk.requests.length;
  cases.push({ id: 171, changed: begin + 20 });
  const second = await run();
  t.is(second.status, 0, second.output);
  t.regex(second.output, /Страница 1: прочитано 2, сохранено 1, пропущено 1/);
  t.is(desk.requests.length, before + 1 + 4, 'the last one again, of whose second there is another');
});

test('a list of Omnidesk that is not in the order of changes is refused, as its cursor would pass over some', async (t) => {
  const item = (id: number, day: number) => ({
    case: { case_id: id, case_number: `1-${id}`, updated_at: `2026-11-${day}T10:00:00Z`, status: 'open' },
  });
  const { run, cursor } = await openOmnidesk(t, [], () => ({
    body: { 0: item(1, 20), 1: item(2, 19), total_count: 2 },
  }));
  const { status, output } = await run();
  t.is(status, 1);
  t.regex(output, /updated_at: not in ascending order/);
  t.is(await cursor(), null);
});

test('a pull of Omnidesk that is killed goes on at its last page', async (t) => {
  const { desk, start, run, tickets } = await openOmnidesk(
    t,
    ids(120).map((id) => ({ id, changed: 1_795_000_000 + id })),
  );
  const command = start();
  await command.printed(/Страница 1:/);
  while (desk.requests.length < 210) await new Promise((resolve) => setTimeout(resolve, 1));
  command.kill('SIGKILL');
  await command.ended;
  const { status, output } = await run();
  t.is(status, 0, output);
  t.is((await tickets()).size, 120);
});

test('tickets of HelpDeskEddy are pulled with their posts, and those that changed meanwhile are pulled again', async (t) => {
  const at = (minute: number) => `2026-11-20 10:${String(minute).padStart(2, '0')}:00`;
  const all = ids(70).map((id) => ({ id, changed: at(Math.floor(id / 2)) }));
  const { desk, run, cursor, tickets } = await openEddy(t, all, (number) =>
    number === 5 ? { isBroken: true, body: { data: [] } } : undefined,
  );
  const first = await run(['--since', '2026-11-20']);
  t.is(first.status, 0, first.output);
  t.is(desk.requests[0], '/api/v2/tickets/?page=1&from_date_updated=2026-11-20 00:00:00');
  const rows = await tickets();
  t.is(rows.size, 70);
  t.regex(rows.get('70')?.solution ?? '', /отчёт номер 70/);
  t.false([...rows.values()].some((row) => JSON.stringify(row).includes('заметка')));
  const reached = Number(await cursor());
  const newest = Date.parse(`${at(35).replace(' ', 'T')}Z`) / 1_000;
  t.true(reached <= newest - 60 && reached > newest - 600, String(reached));

  all.push({ id: 71, changed: at(36) });
  const second = await run();
  t.is(second.status, 0, second.output);
  t.is((await tickets()).size, 71);
});

test('a pull of HelpDeskEddy that is killed goes on with the next page', async (t) => {
  const all = ids(70).map((id) => ({ id, changed: '2026-11-20 10:00:00' }));
  const { desk, start, run, cursor, tickets } = await openEddy(t, all);
  const command = start();
  await command.printed(/Страница 1:/);
  while (desk.countOf('page=2&') === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  command.kill('SIGKILL');
  await command.ended;
  t.regex((await cursor()) ?? '', /^0-2-\d+-\d+$/);
  const { status, output } = await run();
  t.is(status, 0, output);
  t.is(desk.countOf('page=1&'), 1);
  t.is((await tickets()).size, 70);
});

const inFuture = Date.UTC(2099, 0, 1) / 1_000;
const saysFuture = /изменены в будущем, по словам системы: 1;/;

test('a case of Omnidesk that has changed in the future moves no cursor there, and is told', async (t) => {
  const begin = 1_795_000_000;
  const cases = [...ids(2), 99].map((id) => ({ id, changed: id === 99 ? inFuture : begin + id }));
  const { run, cursor, tickets } = await openOmnidesk(t, cases);
  const first = await run();
  t.is(first.status, 0, first.output);
  t.regex(first.output, saysFuture);
  t.is(await cursor(), String(begin + 2));

  cases.push({ id: 3, changed: begin + 50 });
  const second = await run();
  t.is(second.status, 0, second.output);
  t.true((await tickets()).has('3'));
  t.is(await cursor(), String(begin + 50));
});

test('more cases of Omnidesk in the future than a page has are all read, and the pull comes to its end', async (t) => {
  const begin = 1_795_000_000;
  const cases = ids(130).map((id) => ({ id, changed: id === 1 ? begin : inFuture + id }));
  const { desk, run, cursor } = await openOmnidesk(t, cases);
  const { status, output } = await run();
  t.is(status, 0, output);
  const read = desk.requests.flatMap((request) => /^\/api\/cases\/(\d+)\//.exec(request)?.[1] ?? []);
  t.is(new Set(read).size, 130);
  t.is(desk.countOf('/api/cases.json'), 3, 'again from the last change in the past, and its second page');
  t.is(await cursor(), String(begin));
});

test('a cursor in the future, as a wrong clock once left it, goes back to the time of the request', async (t) => {
  const { desk, run, cursor, ask } = await openOmnidesk(t, [{ id: 1, changed: inFuture }]);
  const source = `omnidesk-${new URL(desk.url).host.replace(/[.:]/g, '_')}`;
  await ask(`PUT /sync-cursors/${source}`, { body: { cursor: String(inFuture) } });
  const { status, output } = await run();
  t.is(status, 0, output);
  const reached = Number(await cursor());
  t.true(reached > 1_795_000_000 && reached <= Date.now() / 1_000, String(reached));
});

test('a ticket of HelpDeskEddy that has changed in the future moves no cursor there, and is told; a time zone is not', async (t) => {
  const all = [
    { id: 1, changed: '2026-11-20 10:00:00' },
    { id: 2, changed: '9999-12-31 23:59:59' },
  ];
  const { run, cursor, tickets } = await openEddy(t, all);
  const first = await run();
  t.is(first.status, 0, first.output);
  t.regex(first.output, saysFuture);
  const reached = Number(await cursor());
  const changed = Date.UTC(2026, 10, 20, 10) / 1_000;
  t.true(reached <= changed - 60 && reached > changed - 600, String(reached));

  const inOtherZone = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  all.splice(1, 1, { id: 3, changed: inOtherZone });
  const second = await run();
  t.is(second.status, 0, second.output);
  t.notRegex(second.output, /в будущем/);
  t.true((await tickets()).has('3'));
  t.true(Number(await cursor()) <= Date.now() / 1_000);
});
