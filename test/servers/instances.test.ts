import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { call, goodTicket, newCollection, newUser } from '../support/api.ts';
import { runFile } from '../support/run-file.ts';
import { onServers, serverStoresOf } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Two instances that answer and one that projects, on one set of stores. */
const startSeveral = async () => {
  const stores = await serverStoresOf(randomUUID());
  const started: Service[] = [];
  const start = async (role: string): Promise<Service> => {
    const service = await startService({ ...stores, ROLE: role });
    started.push(service);
    return service;
  };
  const projector = await start('projector');
  const [one, other] = [await start('api'), await start('api')];
  return { stores, start, projector, one, other, killAll: () => Promise.all(started.map(({ kill }) => kill())) };
};

const upload = (service: Service, { token }: { token: string }, collection: string, ids: readonly number[]) =>
  call(service.url, `POST /api/collections/${collection}/tickets`, {
    credential: token,
    body: { tickets: ids.map((id) => goodTicket(id)) },
  });

const command = (name: string, environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runFile(`scripts/${name}.ts`, { args, environment });

if (onServers) {
  // The tests share the processes, one after the other: a start on servers costs the processor more than a test.
  let processes: Awaited<ReturnType<typeof startSeveral>> | undefined;
  test.before(async () => {
    processes = await startSeveral();
  });
  test.after.always(() => processes?.killAll());
  const several = () => {
    if (!processes) throw new Error('The processes were not started');
    return processes;
  };

  // Before all others: it counts accounts and tickets.
  test.serial('operations are done by the process that projects, and without one by the command itself', async (t) => {
    const { stores, one, other, projector } = several();
    const user = await newUser(one.url);
    const collection = await newCollection(one.url, user);
    await upload(one, user, collection, [1, 2, 3]);
    const beside = await command('verify', { ...stores, DATA_DIR: one.folder });
    t.is(beside.code, 0, beside.output);
    t.regex(beside.output, /The log and all read models agree/);
    const replayed = await command('replay', { ...stores, DATA_DIR: one.folder }, '--projection', 'all');
    t.is(replayed.code, 0, replayed.output);
    t.regex(replayed.output, /ticket-index: parity: 3 before, 3 after, hashes of ids the same; switched/);
    t.like((await upload(one, user, collection, [4])).body, { processed: 1, collection_ticket_count: 4 });
    const otherKey = { ...stores, DATA_KEY: 'f'.repeat(64) };
    t.regex((await command('rotate-keys', otherKey)).output, /has another DATA_KEY than this command/);
    await t.throwsAsync(startService(otherKey, temporaryFolder(t)), {
      message: /DATA_KEY: this is not the data key that the API keys/,
    });
    const rotated = await command('rotate-keys', { ...stores, DATA_DIR: one.folder });
    t.is(rotated.code, 0, rotated.output);
    t.regex(rotated.output, /Accounts with a new API key: 1/);
    t.is((await call(one.url, 'GET /api/v1/me', { credential: user.key })).status, 401);
    const { body } = await call(one.url, 'GET /api/me', { credential: user.token });
    const { api_key: key } = body as { api_key: string };
    t.is((await call(one.url, 'GET /api/v1/me', { credential: key })).status, 200);
    const replaced = await command('set-password', { ...stores, DATA_DIR: one.folder }, '--email', user.email);
    t.is(replaced.code, 0, replaced.output);
    const password = /^New password: (\S+)$/m.exec(replaced.output)?.[1];
    for (const { url } of [one, other]) {
      t.is((await call(url, 'GET /api/me', { credential: user.token })).status, 401);
      t.is((await call(url, 'POST /api/login', { body: { email: user.email, password } })).status, 200);
    }
    await projector.stop();
    await setTimeout(200);
    const alone = await command('verify', { ...stores, DATA_DIR: one.folder });
    t.is(alone.code, 0, alone.output);
    t.regex(alone.output, /Nobody projects; it is done here/);
  });

  test.serial(
    'what is written on one instance is read on another at once, and a rotated key is refused by all',
    async (t) => {
      const { start, one, other } = several();
      const projector = (several().projector = await start('projector'));
      const user = await newUser(one.url);
      t.is((await call(other.url, 'GET /api/v1/me', { credential: user.key })).status, 200);
      const collection = await newCollection(other.url, user);
      t.is((await call(one.url, `GET /api/collections/${collection}`, { credential: user.token })).status, 200);

      t.like((await upload(one, user, collection, [1, 2, 3])).body, { processed: 3, collection_ticket_count: 3 });
      t.like((await upload(other, user, collection, [2, 3, 4])).body, { processed: 1, skipped: 2 });
      t.like((await call(one.url, `GET /api/collections/${collection}`, { credential: user.token })).body, {
        ticket_count: 4,
      });
      const search = { collection_id: collection, query: 'не приходит код', generate_answer: false };
      for (const { url } of [one, other]) {
        const { body } = await call(url, 'POST /api/search', { credential: user.token, body: search });
        t.is((body as { sources: readonly unknown[] }).sources.length, 4);
      }

      const { body } = await call(one.url, 'PATCH /api/v1/me/api-key', { credential: user.key });
      const { api_key: key } = body as { api_key: string };
      for (const { url } of [one, other]) {
        t.is((await call(url, 'GET /api/v1/me', { credential: user.key })).status, 401);
        t.is((await call(url, 'GET /api/v1/me', { credential: key })).status, 200);
      }

      t.is((await call(other.url, `DELETE /api/collections/${collection}`, { credential: user.token })).status, 200);
      t.is((await call(one.url, 'POST /api/search', { credential: user.token, body: search })).status, 404);
      t.is((await call(projector.url, 'GET /api/ready')).status, 200);
      t.is((await fetch(`${projector.url}/api/me`)).status, 404);
    },
  );

  test.serial('a key and a session that end on one instance are refused by the other at once', async (t) => {
    const { one, other } = several();
    const { token } = await newUser(one.url);
    for (let times = 0; times < 5; times += 1) {
      const body = { name: 'Widget', scopes: ['search'] };
      const { body: created } = await call(one.url, 'POST /api/keys', { credential: token, body });
      const { id, key } = created as { id: string; key: string };
      const statusOf = async () => (await call(other.url, 'GET /api/v1/keys/self', { credential: key })).status;
      t.is(await statusOf(), 200);
      t.is((await call(one.url, `DELETE /api/keys/${id}`, { credential: token })).status, 204);
      t.is(await statusOf(), 401);
    }
    const ended = await call(one.url, 'POST /api/me/sign-out-everywhere', { credential: token });
    const { access_token: next } = ended.body as { access_token: string };
    t.is((await call(other.url, 'GET /api/me', { credential: token })).status, 401);
    t.is((await call(other.url, 'GET /api/me', { credential: next })).status, 200);
  });

  test.serial(
    'a projector that dies is followed by another, and what was appended meanwhile is waited for',
    async (t) => {
      const { one, start, projector } = several();
      const user = await newUser(one.url);
      const collection = await newCollection(one.url, user);
      const second = await start('projector');
      t.like((await upload(one, user, collection, [1])).body, { processed: 1 });
      await projector.kill();
      const died = performance.now();
      t.like((await upload(one, user, collection, [2, 3])).body, { processed: 2, collection_ticket_count: 3 });
      t.log(`taken over after ${Math.round((performance.now() - died) / 100) / 10} s`);
      await second.stop();
    },
  );
} else {
  test.skip('the suite of several instances runs where TEST_STORES is servers', () => undefined);
}
