import { randomUUID } from 'node:crypto';
import test from 'ava';
import { call, newUser } from '../support/api.ts';
import { followProgress } from '../support/follow-progress.ts';
import { formOf, longAnswer, manyRows, type Preview, startPreviews } from '../support/previews.ts';
import { serviceFor } from '../support/service.ts';

const service = serviceFor(test);

/** A collection of somebody new, whose previews have ids. */
const followed = async () => {
  const { url } = service();
  const { user, path, collection } = await startPreviews(url);
  const preview = (body: FormData, id: string) =>
    call(url, `POST ${path}/tickets/preview`, { credential: user.token, body, headers: { 'Preview-Id': id } });
  return { url, user, path, collection, preview };
};

test('a preview is followed by an id that the client chose: first tickets, then how far it is', async (t) => {
  const { preview, url, path, user } = await followed();
  const follow = async (rows: number) => {
    const id = randomUUID();
    const line = await followProgress(t, `${url}${path}/previews/${id}/progress`, { credential: user.token });
    t.is(line.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    t.like(await line.until(() => true), [{ name: 'progress', id: 0, data: { tickets: 0, share: 0 } }]);
    const reading = preview(formOf(manyRows(rows)), id);
    const events = (await line.until(() => false)) as unknown as readonly { name: string; data: Preview }[];
    t.like((await reading).body, { total: rows });
    return { id, events, first: events.filter(({ name }) => name === 'preview') };
  };
  let { id, events, first } = await follow(2_000);
  // It may end between two looks at it, which are a fifth of a second apart.
  for (let rows = 4_000; first.length === 0 && rows <= 32_000; rows *= 2) ({ id, events, first } = await follow(rows));
  t.is(first.length, 1);
  const shown = first[0]?.data.tickets.length ?? 0;
  t.true(shown >= 4 && shown <= 20, `${shown} tickets`);
  t.is(first[0]?.data.columns.length, 3);
  const shares = events.flatMap(({ name, data }) =>
    name === 'progress' ? [(data as unknown as { share: number }).share] : [],
  );
  t.true(shares.length > 0);
  t.deepEqual(
    shares,
    shares.toSorted((one, other) => one - other),
  );
  t.true(shares.every((share) => share >= 0 && share <= 1));
  const strange = await newUser(url);
  const foreign = await call(url, `GET ${path}/previews/${id}/progress`, { credential: strange.token });
  t.is(foreign.status, 404);
  t.is((await call(url, `GET ${path}/previews/none/progress`, { credential: user.token })).status, 404);
});

test('the first tickets of an update show the stored texts to those who may read them only', async (t) => {
  const { url, path, user, collection } = await followed();
  const table = (solution: string, rows: number) => formOf(manyRows(rows).replaceAll(longAnswer, solution));
  const credential = user.token;
  await call(url, `POST ${path}/tickets/upload`, { credential, body: table(`Хранимое: ${longAnswer}`, 3) });
  const made = await call(url, 'POST /api/keys', { credential, body: { name: 'Ночная', scopes: ['upload'] } });
  const { key } = made.body as { readonly key: string };
  const first = async (who: string, surface: string, rows: number): Promise<string | undefined> => {
    const id = randomUUID();
    const base = `${surface}/collections/${collection}`;
    const line = await followProgress(t, `${url}${base}/previews/${id}/progress`, { credential: who });
    await line.until(() => true);
    const headers = { 'Preview-Id': id };
    const body = table(`Новое: ${longAnswer}`, rows);
    const query = '?on_duplicate=update';
    const target =
      surface === '/api'
        ? `${base}/tickets/preview${query}`
        : `/api/v1/tickets/preview${query}&collection_id=${collection}`;
    const reading = call(url, `POST ${target}`, { credential: who, body, headers });
    const events = await line.until(() => false);
    t.is((await reading).status, 200);
    const shown = events.find(({ name }) => name === 'preview');
    // It may end between two looks at it.
    return shown || rows > 32_000 ? JSON.stringify(shown?.data) : first(who, surface, rows * 2);
  };
  t.regex((await first(user.token, '/api', 2_000)) ?? '', /"before":"Хранимое/);
  const ofUploads = (await first(key, '/api/v1', 2_000)) ?? '';
  t.regex(ofUploads, /"before":null,"after":"Новое/);
  t.notRegex(ofUploads, /Хранимое/);
});

test('the stream of a preview that has ended is closed', async (t) => {
  const { preview, url, path, user } = await followed();
  for (const file of [formOf(manyRows(1)), formOf('%PDF', 'a.pdf')]) {
    const id = randomUUID();
    await preview(file, id);
    const line = await followProgress(t, `${url}${path}/previews/${id}/progress`, { credential: user.token });
    t.deepEqual(await line.until(() => false), []);
  }
});
