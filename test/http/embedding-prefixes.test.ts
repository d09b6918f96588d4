import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { call, goodTicket, readinessOf } from '../support/api.ts';
import { startGateway } from '../support/gateway.ts';
import { late } from '../support/gateway-behaviours.ts';
import { runFile } from '../support/run-file.ts';
import { onServers, serverStoresOf } from '../support/server-stores.ts';
import { startService } from '../support/service.ts';
import { type Details, filledCollection, withTag } from '../support/stored-tickets.ts';

const prefixes = (query: string, ticket: string) => ({
  EMBEDDING_QUERY_PREFIX: query,
  EMBEDDING_TICKET_PREFIX: ticket,
});

const open = async (t: ExecutionContext, given: Readonly<Record<string, string>>) => {
  const gateway = await startGateway();
  t.teardown(gateway.close);
  const stores = onServers ? await serverStoresOf(randomUUID()) : {};
  const environment = { ...stores, GATEWAY_URL: gateway.url, EMBEDDING_MODEL: 'e5', ...given };
  const start = async (folder?: string, changed: Readonly<Record<string, string>> = {}) => {
    const service = await startService({ ...environment, ...changed }, folder);
    t.teardown(service.kill);
    return service;
  };
  const { requests } = gateway.embeddings;
  /** The beginnings of the texts that were sent meanwhile, up to the colon. A search may begin with a model that it finds replaced: its last text counts. */
  const sentBy = async (work: () => Promise<unknown>) => {
    const before = requests.length;
    await work();
    const texts = requests.slice(before).flatMap(({ body }) => body.input ?? []);
    return [...new Set(texts.map((text) => /^[a-z ]+: /.exec(text)?.[0] ?? 'none'))];
  };
  return { gateway, environment, start, sentBy };
};

const modelIn = async (url: string) => ((await readinessOf(url)).body as { model: object }).model;

test('uploads, corrections, searches and the change of a model send texts with the prefixes of the model in use', async (t) => {
  const { environment, start, sentBy } = await open(t, prefixes('query: ', 'passage: '));
  const first = await start();
  let filled!: Awaited<ReturnType<typeof filledCollection>>;
  t.deepEqual(await sentBy(async () => (filled = await filledCollection(first.url))), ['passage: ']);
  const { collection, user } = filled;
  const correct = (url: string, ticket: number, problem: string) => async () => {
    const path = `/api/collections/${collection}/tickets/${ticket}`;
    const credential = user.token;
    const { revision } = (await call(url, `GET ${path}`, { credential })).body as Details;
    const sent = await call(url, `PUT ${path}`, { credential, body: { problem }, headers: withTag(revision) });
    t.is(sent.status, 200, JSON.stringify(sent.body));
  };
  const search = (url: string) => async () => {
    const body = { collection_id: collection, query: 'Не печатает принтер', generate_answer: false };
    t.is((await call(url, 'POST /api/search', { credential: user.token, body })).status, 200);
  };
  t.deepEqual(await sentBy(correct(first.url, 1, 'Не печатает принтер на складе')), ['passage: ']);
  t.is((await sentBy(search(first.url))).at(-1), 'query: ');
  t.like(await modelIn(first.url), { model: 'e5 ["query: ","passage: "]', configured: undefined });
  await first.stop();

  const changed = { EMBEDDING_QUERY_PREFIX: 'question: ' };
  const second = await start(first.folder, changed);
  const [inUse, wanted] = ['e5 ["query: ","passage: "]', 'e5 ["question: ","passage: "]'];
  t.like(await modelIn(second.url), { model: inUse, configured: wanted });
  t.regex(JSON.stringify(await modelIn(second.url)), /npm run reembed/);
  t.true(second.output().includes(`${inUse}: it made the first vectors and stays in use, though ${wanted}`));
  t.regex(second.output(), /is configured \(npm run reembed/);
  t.is((await sentBy(search(second.url))).at(-1), 'query: ');
  t.deepEqual(await sentBy(correct(second.url, 2, 'Не печатает принтер в кассе')), ['passage: ']);

  const reembed = (...args: string[]) =>
    runFile('scripts/reembed.ts', { args, environment: { ...environment, ...changed, DATA_DIR: first.folder } });
  const switched = async (...args: string[]) => {
    const { code, output } = await reembed(...args);
    t.is(code, 0, output);
  };
  t.true((await sentBy(switched)).includes('passage: '));
  t.like(await modelIn(second.url), { model: wanted, configured: undefined });
  t.is((await sentBy(search(second.url))).at(-1), 'question: ');

  t.true((await sentBy(() => switched('--model', 'e5 ["",""]'))).includes('none'));
  t.like(await modelIn(second.url), { model: 'e5', configured: wanted });
  t.is((await sentBy(search(second.url))).at(-1), 'none');
  const verified = await runFile('scripts/verify.ts', { environment: { ...environment, DATA_DIR: first.folder } });
  t.is(verified.code, 0, verified.output);
});

test('a search while only a prefix changes compares vectors of one prefix', async (t) => {
  const old = 'first words of a model: ';
  const { gateway, environment, start, sentBy } = await open(t, prefixes(old, old));
  const { url, folder, stop } = await start();
  const tickets = Array.from({ length: 150 }, (_, index) => goodTicket(index, `случай ${index}`));
  const { user, collection, ask } = await filledCollection(url, tickets);
  const problem = 'Кассовый аппарат гудит и мигает зелёным после замены ленты';
  t.is((await ask('PUT /tickets/77', { body: { problem }, headers: withTag(1) })).status, 200);
  await stop();
  const next = 'other beginning: ';
  const service = await start(folder, prefixes(next, next));
  const again = async () => {
    const body = { collection_id: collection, query: problem, generate_answer: false };
    const found = await call(service.url, 'POST /api/search', { credential: user.token, body });
    const [first] = (found.body as { sources: readonly { ticket_id: string; score: number }[] }).sources;
    t.is(first?.ticket_id, '77');
    t.true(first && first.score > 0.999, `${first?.score}`);
  };
  gateway.embeddings.always(late(80));
  const reembedding = { isOver: false };
  const changing = runFile('scripts/reembed.ts', {
    environment: { ...environment, ...prefixes(next, next), DATA_DIR: folder },
  }).finally(() => (reembedding.isOver = true));
  const seen = new Set<string>();
  while (!reembedding.isOver) for (const prefix of await sentBy(again)) seen.add(prefix);
  const { code, output } = await changing;
  t.is(code, 0, output);
  t.true(seen.has(old) && seen.has(next), [...seen].join());
  t.is((await sentBy(again)).at(-1), next);
});
