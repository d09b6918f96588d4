import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'ava';
import { demoQueries } from '../../scripts/demo/queries.ts';
import { call, goodTicket, newCollection, newUser, readinessOf } from '../support/api.ts';
import { openFolder } from '../support/embedded-folder.ts';
import { newEvent } from '../support/events.ts';
import { runFile } from '../support/run-file.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ticket = (id: string, problem: string) => ({
  ...goodTicket(id),
  description: problem,
  messages: [{ role: 'client', text: `Здравствуйте. ${problem}.` }, ...goodTicket(id).messages.slice(1)],
});

const tickets = [
  ticket('1', 'Аккумулятор мобильника не берёт заряд'),
  ticket('2', 'Перестал работать интернет от сети соседей'),
  ticket('3', 'Холодильник шумит по ночам'),
];

test('a folder of the lexical model keeps it, says how to change it, and finds by meaning when that is done', async (t) => {
  const folder = temporaryFolder(t);
  const { writer } = await openFolder(t, folder);
  const data = { model: 'local-1', dimensions: 512 };
  await writer.appendAll([{ stream: 'log', expected: 0, events: [newEvent({ type: 'EmbeddingModelChosen', data })] }]);
  await writer.stop();
  const service = await startService({}, folder);
  t.teardown(service.stop);
  await t.notThrowsAsync(
    service.printed(/in use {2,}local-1, as before; npm run reembed makes it local-2, which finds by meaning/),
  );
  const { token } = await newUser(service.url);
  const collection = await newCollection(service.url, { token });
  const uploaded = await call(service.url, `POST /api/collections/${collection}/tickets`, {
    credential: token,
    body: { tickets },
  });
  t.like(uploaded.body, { processed: 3 });
  const firstFor = async (query: string) => {
    const body = { query, collection_id: collection, generate_answer: false };
    const found = await call(service.url, 'POST /api/search', { credential: token, body });
    return (found.body as { sources: readonly { ticket_id: string }[] }).sources[0]?.ticket_id;
  };
  const question = 'телефон перестал заряжаться от сети';
  t.is(await firstFor(question), '2');
  t.like((await readinessOf(service.url)).body, { model: { model: 'local-1', configured: 'local-2' } });
  const { code } = await runFile('scripts/reembed.ts', { environment: { DATA_DIR: folder } });
  t.is(code, 0);
  t.is(await firstFor(question), '1');
  t.like((await readinessOf(service.url)).body, { model: { model: 'local-2', dimensions: 512 } });
});

for (const file of ['use-multilingual-3.bin', 'names.bin'])
  test(`a start without models/${file} ends with one line`, async (t) => {
    const tree = temporaryFolder(t);
    for (const name of ['package.json', 'src', 'projections', 'models'])
      cpSync(name, join(tree, name), { recursive: true });
    rmSync(join(tree, 'models', file));
    symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    const environment = { PORT: '0', DATA_DIR: join(tree, 'data') };
    const { code, output } = await runFile(join(tree, 'src/main.ts'), { environment });
    t.is(code, 1);
    t.is(output, `precedent: The model file models/${file} cannot be read: install the service again\n`);
  });

test('the example questions are answered rightly, another is not but for its sources, and the log has the odds of each', async (t) => {
  const service = await startService();
  t.teardown(service.stop);
  const { token } = await newUser(service.url);
  const collection = await newCollection(service.url, { token });
  const examples: unknown = JSON.parse(readFileSync('scripts/demo/tickets.json', 'utf8'));
  const stored = await call(service.url, `POST /api/collections/${collection}/tickets`, {
    credential: token,
    body: { tickets: examples },
  });
  t.is(stored.status, 200);
  const search = async (query: string) => {
    const body = { query, collection_id: collection };
    const { body: found } = await call(service.url, 'POST /api/search', { credential: token, body });
    return found as { readonly answer: string; readonly sources: readonly unknown[] };
  };
  for (const { query, expected } of demoQueries)
    t.true((await search(query)).answer.endsWith(`\nОсновано на тикете №${expected[0]}`), query);
  const { answer, sources } = await search('Сколько дней отпуска положено донору крови');
  t.is(answer, 'Недостаточно информации в истории обращений.');
  t.is(sources.length, 5);
  await service.stop();
  const lines = service.output().matchAll(/^\{.*"route":"\/api\/search".*\}$/gm);
  const odds = [...lines].map(([line]) => (JSON.parse(line) as { readonly answerOdds: number }).answerOdds);
  t.is(odds.length, demoQueries.length + 1);
  t.true(odds.slice(0, -1).every((each) => each >= 1));
  t.true((odds.at(-1) ?? 1) < 1);
  t.notRegex(service.output(), /донор|лэптоп/i);
});
