import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { createTables } from '../../src/adapters/sqlite/read-model.ts';
import { collectionTables } from '../../src/adapters/sqlite/rows/collection-tables.ts';
import { sqliteCollections } from '../../src/adapters/sqlite/rows/collections.ts';
import { scopes } from '../../src/domain/access-key.ts';
import type { Turn } from '../../src/concurrency/abortable-limit.ts';
import { whileThere } from '../../src/http/client-gone.ts';
import { collectionHandlers } from '../../src/http/collections.ts';
import { errorHandler } from '../../src/http/errors.ts';
import { listSender, rowsOfPage } from '../../src/http/json-list.ts';
import { keyHandlers } from '../../src/http/keys.ts';
import { type InTurns, listTurns } from '../../src/http/list-turns.ts';
import { mcpTools } from '../../src/http/mcp/tools.ts';
import type { CollectionChange, Collections } from '../../src/ports/collections.ts';
import { at, uuidOf } from '../support/indexed-tickets.ts';
import { loopTurns } from '../support/loop-turns.ts';
import { startHttp } from '../support/small-servers.ts';

const userId = uuidOf('user');
const idOf = (index: number) => uuidOf(`collection ${index}`);
const caller = { userId, scopes, collections: null };

let position = 0n;
const added = (index: number): CollectionChange => ({
  type: 'put',
  collection: { id: idOf(index), userId, name: `№ ${index}`, createdAt: at },
  position: (position += 1n),
});
const deleted = (collectionId: string): CollectionChange => ({
  type: 'delete',
  collectionId,
  position: (position += 1n),
});

type Page = { readonly number: number; readonly apply: (changes: readonly CollectionChange[]) => void };

/** So many collections, all made at the same time; `onPage` is called before each page is read. */
const many = (t: ExecutionContext, count: number, onPage: (page: Page) => void = () => undefined) => {
  const database = openDatabase(':memory:', 'normal');
  t.teardown(() => database.close());
  createTables(database, collectionTables);
  const { apply } = collectionTables.open(database);
  apply(Array.from({ length: count }, (_, index) => added(index)));
  const stored = sqliteCollections(database);
  const sizes: number[] = [];
  const pageOfUser: Collections['pageOfUser'] = async (user, page) => {
    onPage({ number: sizes.length + 1, apply });
    const rows = await stored.pageOfUser(user, page);
    sizes.push(rows.length);
    return rows;
  };
  const ofUser = () => Promise.reject(new Error('All are read at once'));
  return { collections: { ...stored, ofUser, pageOfUser }, sizes };
};

/** The lists of collections on a server of their own. */
const serve = async (
  t: ExecutionContext,
  collections: Collections,
  key?: { readonly collections: readonly string[] },
  inTurns = listTurns(),
) => {
  const app = express();
  const sendList = listSender();
  app.use((_request, response, next) => {
    Object.assign(response.locals, { account: { id: userId }, ...(key && { key: { ...key, scopes, name: 'a[]' } }) });
    next();
  });
  app.get('/collections', collectionHandlers({ collections, inTurns, sendList } as never).listCollections);
  app.get('/self', keyHandlers({ collections, inTurns, sendList } as never).showKey);
  app.use(errorHandler(() => undefined));
  return `http://127.0.0.1:${await startHttp(t, app)}`;
};

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => idOf(index)).toSorted();

type Row = { readonly id: string; readonly name: string };

test('a list of many collections is one array, each page of which is read in another pass of the event loop', async (t) => {
  const [loop, passes] = [loopTurns(t), [] as number[]];
  const { collections, sizes } = many(t, 1_050, () => passes.push(loop.count()));
  const url = await serve(t, collections);
  const listed = await fetch(`${url}/collections`);
  t.is(listed.headers.get('content-type'), 'application/json; charset=utf-8');
  const rows = (await listed.json()) as readonly Row[];
  t.deepEqual(
    rows.map(({ id }) => id),
    ids(1_050),
  );
  t.deepEqual(Object.keys(rows[1_049] ?? {}), ['id', 'user_id', 'name', 'ticket_count', 'created_at']);
  // The first page is read again when the list has its turn.
  t.deepEqual(sizes, [rowsOfPage, rowsOfPage, rowsOfPage, rowsOfPage, rowsOfPage, rowsOfPage, 50]);
  t.is(new Set(passes.slice(1)).size, passes.length - 1);
  const self = (await (await fetch(`${url}/self`)).json()) as { readonly collections: readonly Row[] };
  t.deepEqual(Object.keys(self), ['id', 'name', 'scopes', 'expires_at', 'collections']);
  t.deepEqual(
    self.collections.map(({ id }) => id),
    ids(1_050),
  );
  t.is(sizes.length, 14);
});

test('a list that fills its pages to the last, that has one and that has none are whole; one page is sent with its length', async (t) => {
  for (const count of [0, 1, rowsOfPage - 1, rowsOfPage, 2 * rowsOfPage]) {
    const url = await serve(t, many(t, count).collections);
    for (const path of ['collections', 'self']) {
      const answer = await fetch(`${url}/${path}`);
      const body = (await answer.json()) as readonly Row[] | { readonly collections: readonly Row[] };
      const rows = 'collections' in body ? body.collections : body;
      t.deepEqual(
        rows.map(({ id }) => id),
        ids(count),
      );
      t.is(answer.headers.has('content-length'), count < rowsOfPage);
    }
    const head = await fetch(`${url}/collections`, { method: 'HEAD' });
    t.deepEqual([head.status, await head.text()], [200, '']);
  }
});

test('what is deleted or created between two pages neither doubles nor loses another', async (t) => {
  const sorted = ids(600);
  const gone = [sorted[0], sorted[rowsOfPage - 1], sorted[rowsOfPage], sorted[500]].map(String);
  const { collections } = many(t, 600, ({ number, apply }) => {
    if (number === 3) apply([...gone.map(deleted), added(600), added(601)]);
  });
  const rows = (await (await fetch(`${await serve(t, collections)}/collections`)).json()) as readonly Row[];
  const listed = rows.map(({ id }) => id);
  t.deepEqual(listed, [...new Set(listed)].toSorted());
  const kept = sorted.filter((id) => !gone.includes(id));
  t.deepEqual(
    kept.filter((id) => !listed.includes(id)),
    [],
  );
  t.deepEqual(
    gone.filter((id) => listed.includes(id)),
    gone.slice(0, 2),
  );
});

test('nothing more is read for a client that leaves', async (t) => {
  const { promise: left, resolve } = Promise.withResolvers<undefined>();
  const { collections, sizes } = many(t, 10_000);
  const pageOfUser: Collections['pageOfUser'] = async (user, page) => {
    if (page.after) await left;
    return collections.pageOfUser(user, page);
  };
  const request = get(`${await serve(t, { ...collections, pageOfUser })}/collections`);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  response.on('error', () => undefined);
  request.destroy();
  await setTimeout(100);
  resolve(undefined);
  await setTimeout(100);
  t.true(sizes.length <= 3, String(sizes.length));
});

test('a list that fails is refused, or cut if a part of it was sent', async (t) => {
  for (const failing of [1, 2, 3]) {
    const { collections } = many(t, 600, ({ number }) => {
      if (number === failing) throw new Error('The read model is closed');
    });
    const answer = await fetch(`${await serve(t, collections)}/collections`);
    t.is(answer.status, failing < 3 ? 500 : 200);
    if (failing === 3) await t.throwsAsync(answer.text());
  }
});

test('of a key with collections these alone are read, oldest first, also if some are deleted or another’s', async (t) => {
  const { collections, sizes } = many(t, 600);
  const named = [idOf(5), idOf(3), uuidOf('nobody'), idOf(9)];
  const url = await serve(t, collections, { collections: named });
  const expected = [idOf(3), idOf(5), idOf(9)].toSorted();
  const rows = (await (await fetch(`${url}/collections`)).json()) as readonly Row[];
  const self = (await (await fetch(`${url}/self`)).json()) as {
    readonly name: string;
    readonly collections: readonly Row[];
  };
  t.is(self.name, 'a[]');
  for (const list of [rows, self.collections])
    t.deepEqual(
      list.map(({ id }) => id),
      expected,
    );
  t.deepEqual(sizes, []);
});

test('an assistant is shown the first 200 collections and the number of all, of which no more are read', async (t) => {
  const { collections, sizes } = many(t, 450);
  const tools = mcpTools({ collections, newMark: () => 'mark' } as never);
  const run = async (named: readonly string[] | null) => {
    const asker = { caller: { ...caller, collections: named } };
    const tool = tools.find(({ name }) => name === 'list_collections');
    return tool?.run({}, { asker, turn: (work: () => Promise<unknown>) => work() } as never);
  };
  const text = String(await run(null));
  t.regex(text, /^450 collections, the oldest first; 250 newer ones are not shown/);
  t.is(text.match(/  0  № /g)?.length, 200);
  t.deepEqual(sizes, [200]);
  t.regex(String(await run([idOf(1), idOf(2)])), /^2 collections, the oldest first: id/);
});

test('two long lists of a tenant are sent at a time, and one that waits ends with its client', async (t) => {
  const stored = many(t, 300).collections;
  const opened = Promise.withResolvers<undefined>();
  let [first, rest] = [0, 0];
  const pageOfUser: Collections['pageOfUser'] = async (user, page) => {
    if (page.after === undefined) first += 1;
    else {
      rest += 1;
      await opened.promise;
    }
    return stored.pageOfUser(user, page);
  };
  const atOnce: InTurns = (handler) => (request, response) =>
    whileThere(response, () => {
      const turn: Turn = (work) => work();
      return handler(request, response, turn, () => turn);
    });
  const url = await serve(t, { ...stored, pageOfUser }, undefined, atOnce);
  const leaving = new AbortController();
  const lists = Array.from({ length: 4 }, () => fetch(`${url}/collections`).then((answer) => answer.json()));
  // Those that are sent have read it again.
  while (first < 4 + 2) await setTimeout(5);
  const left = t.throwsAsync(fetch(`${url}/self`, { signal: leaving.signal }));
  while (first < 5 + 2) await setTimeout(5);
  t.is(rest, 2);
  leaving.abort();
  await left;
  opened.resolve(undefined);
  for (const rows of await Promise.all(lists)) t.is((rows as readonly Row[]).length, 300);
  t.is(rest, 4);
});
