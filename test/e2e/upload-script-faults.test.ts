import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type Fault, faultyProxy } from '../support/faulty-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway } from '../support/gateway.ts';
import { type Service, serviceFor, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { manyTickets, uploader } from '../support/upload-script.ts';
import { faultsByWord, gate } from '../support/web-faults.ts';

const service = serviceFor(test);

/** The environment of a service whose uploads stop before the ticket with a number, until they may go on. */
const heldAt = async (t: ExecutionContext, ticket: number) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const faults = faultsByWord();
  const held = gate();
  t.teardown(held.open);
  faults.add(`номер случая ${ticket}`, held.behaviour);
  gateway.embeddings.always(faults.behaviour);
  return { environment: { GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'test-embedding' }, goOn: held.open };
};

type Behind = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly tickets?: number;
  readonly target?: Pick<Service, 'url'>;
};

/** The command against the service behind a proxy with these faults; the file has parts of 100 tickets. */
const behind = async (
  t: ExecutionContext,
  faults: readonly (Fault | undefined)[],
  { headers = {}, tickets = 300, target = service() }: Behind = {},
) => {
  const proxy = await faultyProxy(target.url, faults, headers);
  t.teardown(proxy.close);
  const user = await uploader(target.url, { PRECEDENT_URL: proxy.url });
  const file = join(temporaryFolder(t), 'tickets.json');
  writeFileSync(file, JSON.stringify(manyTickets(tickets)));
  return { ...user, file };
};

test('a busy, a stopping and an unreachable service, and a line that breaks, are made up for', async (t) => {
  const { run, file, count } = await behind(t, [
    { status: 429, detail: 'Rate limit exceeded', headers: { 'Retry-After': '1' } },
    { status: 500, detail: 'Service is stopping; 0 tickets stored' },
    undefined,
    { status: 502 },
    { breaks: 'before' },
  ]);
  const { status, output } = await run(file, '--part-tickets', '100');
  t.is(status, 0, output);
  t.regex(
    output,
    /429: Rate limit exceeded; повтор через 1 с \(1\/10\)\n500: Service is stopping; .*\(2\/10\)\nЧасть 1 из 3/,
  );
  t.regex(output, /502: .*\(1\/10\)\nНет связи с сервисом \(ECONNRESET\); .*\(2\/10\)\nЧасть 2 из 3/);
  t.is(await count(), 240);
});

test('what its user has stopped is not sent again, until the command is run again', async (t) => {
  const detail = 'The upload was stopped by its user; 40 tickets stored';
  const { run, file, count } = await behind(t, [
    undefined,
    { status: 409, detail, headers: { 'Error-Code': 'upload-stopped' } },
  ]);
  const stopped = await run(file, '--part-tickets', '100');
  t.is(stopped.status, 1, stopped.output);
  t.regex(stopped.output, /Сервис отказал \(409\): The upload was stopped by its user/);
  t.notRegex(stopped.output, /уже обрабатывается|повтор через/);
  const before = await count();
  t.true(before < 240);
  const again = await run(file, '--part-tickets', '100');
  t.is(again.status, 0, again.output);
  t.is(await count(), 240);
});

test('what does not pass in so many attempts ends with the advice to run it again, which goes on', async (t) => {
  const away = { status: 503, detail: 'away' };
  const { run, file, count } = await behind(t, [undefined, away, away]);
  const first = await run(file, '--part-tickets', '100', '--attempts', '2');
  t.is(first.status, 1, first.output);
  t.regex(first.output, /503: away\. Больше не пробую\.\nСохранённое остаётся\. Запустите ту же команду ещё раз/);
  t.is(await count(), 80);
  const again = await run(file, '--part-tickets', '100', '--attempts', '2');
  t.is(again.status, 0, again.output);
  t.regex(again.output, /Часть 1 из 3: .* \(была готова\)\nЧасть 2 из 3: сохранено 80, пропущено 20\n/);
  t.is(await count(), 240);
});

test('what the service says moves no cursor, renames no window and turns no direction of writing', async (t) => {
  const hostile = '\u001B]0;renamed\u0007\u001B[2J\u009B1m\u202Enothing\u200B';
  const refusal = { status: 400, detail: `refused ${hostile}` };
  const busy = { status: 429, detail: `busy ${hostile}`, headers: { 'Retry-After': '0' } };
  const { run, file } = await behind(t, [busy, refusal, refusal]);
  for (const args of [[], ['--preview']]) {
    const { status, output } = await run(file, '--part-tickets', '100', ...args);
    t.is(status, 1);
    t.regex(output, /refused \uFFFD\]0;renamed\uFFFD\uFFFD\[2J\uFFFD1m\uFFFDnothing\uFFFD/);
    t.notRegex(output, /[^\P{C}\n]/u);
  }
});

test('a refusal ends it at once and names the path in the file', async (t) => {
  const detail = 'tickets[7].messages[0].text must be a string';
  const { run, file, count } = await behind(t, [undefined, { status: 400, detail }]);
  const { status, output } = await run(file, '--part-tickets', '100');
  t.is(status, 1);
  t.regex(output, /Сервис отказал \(400\): tickets\[107\]\.messages\[0\]\.text must be a string\n$/);
  t.is(await count(), 80);
});

test('where the answer is lost the part is not sent twice: its end is waited for', async (t) => {
  const { environment, goOn } = await heldAt(t, 150);
  const target = await startService(environment, join(temporaryFolder(t), 'data'));
  t.teardown(target.stop);
  const { start, file, count, uploads } = await behind(t, [{ breaks: 'after' }], { target });
  const run = start(file);
  await run.printed(/Часть 1 из 1 уже обрабатывается; жду её конца\n/);
  goOn();
  const { status, output } = await run.ended;
  t.is(status, 0, output);
  t.regex(output, /Часть 1 из 1: сохранено 240, пропущено 60\n/);
  t.is(await count(), 240);
  t.deepEqual(
    (await uploads()).map(({ state, total }) => [state, total]),
    [['finished', 300]],
  );
});

test('a third of the requests of a minute is left to others', async (t) => {
  const headers = { 'RateLimit-Limit': '30', 'RateLimit-Remaining': '10', 'RateLimit-Reset': '5' };
  const { run, file } = await behind(t, [], { headers, tickets: 10 });
  const { status, output } = await run(file);
  t.is(status, 0, output);
  t.regex(output, /Сервис принимает ограниченное число запросов в минуту; пауза [1-5] с\n/);
});

test('a service that dies in the middle and comes back is waited for', async (t) => {
  const folder = temporaryFolder(t);
  const { environment, goOn } = await heldAt(t, 350);
  const port = String(await freePort());
  const begin = () => startService({ ...environment, PORT: port }, join(folder, 'data'));
  const first = await begin();
  const { start, count, uploads } = await uploader(first.url);
  const file = join(folder, 'tickets.json');
  writeFileSync(file, JSON.stringify(manyTickets(400)));
  const run = start(file, '--part-tickets', '200');
  await run.printed(/Часть 1 из 2: /);
  while ((await uploads()).length < 2) await setTimeout(20);
  await first.kill();
  goOn();
  const second = await begin();
  t.teardown(second.stop);
  const { status, output } = await run.ended;
  t.is(status, 0, output);
  t.regex(output, /Нет связи с сервисом/);
  t.regex(output, /Часть 2 из 2: сохранено 160, пропущено 40\n/);
  t.is(await count(), 320);
});
