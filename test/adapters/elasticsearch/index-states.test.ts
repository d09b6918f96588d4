import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { elasticsearchCheck } from '../../../src/adapters/elasticsearch/check.ts';
import { openElasticsearch } from '../../../src/adapters/elasticsearch/connection.ts';
import { elasticsearchTicketIndexModel } from '../../../src/adapters/elasticsearch/read-model.ts';
import { refreshIndex } from '../../../src/adapters/elasticsearch/refresh.ts';
import { watchedServer } from '../../../src/composition/server-checks.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { diagnoses, servers } from '../../../src/platform/server-diagnoses.ts';
import { recordId } from '../../../src/domain/ticket-record.ts';
import { elasticsearchSubject } from '../../support/elasticsearch-subject.ts';
import { freePort } from '../../support/free-port.ts';
import { startHttpProxy } from '../../support/http-proxy.ts';
import { choose, collectionId, deleteCollection, erase, put, tenantId, uuidOf } from '../../support/indexed-tickets.ts';
import { openSubject } from '../../support/ticket-index-subject.ts';

const url = process.env['ELASTICSEARCH_URL'];
const logId = uuidOf('log');
const records = (...ids: readonly string[]) => ({
  ...{ tenantId, collectionId },
  recordIds: ids.map((id) => recordId(tenantId, id)),
});

/** A generation with a ticket, its names, and what is said of its server. */
const withTicket = async (t: ExecutionContext, server: string) => {
  const made = elasticsearchSubject(server);
  const subject = await openSubject(t, () => Promise.resolve(made));
  await subject.apply(choose(2), put(2, [1, 0]));
  const current = await subject.model.current();
  const { client, prefix } = made.writer;
  const check = watchedServer('elasticsearch', elasticsearchCheck(new URL(`/${prefix}`, server).href));
  t.teardown(check.close);
  return {
    ...{ ...subject, contents: made.contents, client, prefix, current, index: current.name },
    write: (position: number) => current.apply([put(position, [0, 1])], { logId, position: BigInt(position) }),
    diagnosis: async () => (await check.diagnose())?.diagnosis,
  };
};

const said = (diagnosis: keyof typeof diagnoses) => diagnoses[diagnosis].describe(servers.elasticsearch);

if (url) {
  test.serial(
    'a closed index is trouble of the server, not of the document, and hides nothing that is to be removed',
    async (t) => {
      const { client, index, current, contents, write, diagnosis, apply, nearest } = await withTicket(t, url);
      await apply(put(3, [1, 1]), deleteCollection(4));
      const closed = { instanceOf: Unavailable, message: said('index closed') };
      await client.indices.close({ index });
      t.teardown(() => client.indices.open({ index }, { ignore: [404] }));
      await t.throwsAsync(
        current.apply([put(5, [0, 1], { collectionId: uuidOf('other') })], { logId, position: 5n }),
        closed,
      );
      await t.throwsAsync(current.orphans(10), closed);
      await t.throwsAsync(current.markPurged(), closed);
      await t.throwsAsync(current.ids(undefined), closed);
      await t.throwsAsync(current.refresh(), closed);
      await t.throwsAsync(contents.left(records('2')), closed);
      await t.throwsAsync(nearest([1, 0]), { instanceOf: Unavailable });
      t.is(await diagnosis(), 'index closed');
      await client.indices.open({ index });
      t.is(await diagnosis(), undefined);
      await write(5);
      await current.refresh();
      t.is((await current.orphans(10)).length, 1);
      await client.indices.close({ index: `${index}-state` });
      t.is(await diagnosis(), 'index closed');
      await client.indices.open({ index: `${index}-state` });
    },
  );

  for (const block of ['write', 'read_only', 'read', 'metadata'] as const) {
    test.serial(`an index that index.blocks.${block} blocks is named, and used again without it`, async (t) => {
      const { client, index, write, nearest, diagnosis } = await withTicket(t, url);
      const set = (blocked: boolean) =>
        client.indices.putSettings({ index, settings: { [`index.blocks.${block}`]: blocked ? true : null } });
      await set(true);
      t.teardown(() => set(false).catch(() => undefined));
      const blocked = { instanceOf: Unavailable, message: said('index blocked') };
      if (block === 'write' || block === 'read_only') await t.throwsAsync(write(3), blocked);
      // Readers are told no more than that it fails; the mapping is metadata.
      if (block === 'read' || block === 'metadata') await t.throwsAsync(nearest([1, 0]), { instanceOf: Unavailable });
      else t.is((await nearest([1, 0])).length, 1);
      t.is(await diagnosis(), 'index blocked');
      await set(false);
      await write(3);
      t.is(await diagnosis(), undefined);
    });
  }

  test.serial('a refresh that reached no copy is repeated until it reaches one, for a while', async (t) => {
    const proxy = await startHttpProxy(t, url);
    const { current, index } = await withTicket(t, proxy.url);
    const server = openElasticsearch(proxy.url);
    t.teardown(server.close);
    const nobody = { status: 200, body: { _shards: { total: 1, successful: 0, failed: 0 } } };
    const isRefresh = (asked: string) => asked.endsWith('/_refresh');
    let failures = 2;
    proxy.interfere((asked) => (isRefresh(asked) && (failures -= 1) >= 0 ? nobody : undefined));
    const before = proxy.asked.filter(isRefresh).length;
    await current.refresh();
    t.is(proxy.asked.filter(isRefresh).length - before, 3);
    proxy.interfere((asked) => (isRefresh(asked) ? nobody : undefined));
    await t.throwsAsync(refreshIndex(server.client, index, 200), { instanceOf: Unavailable });
  });

  test.serial('removed documents are counted in all copies, and copies that are away are named', async (t) => {
    const proxy = await startHttpProxy(t, url);
    const { apply, contents, client, index } = await withTicket(t, proxy.url);
    await apply(put(3, [0, 1]), erase(4, ['2']));
    for (let look = 0; look < 60 && (await contents.left(records('2'))).onDisk > 0; look += 1) await setTimeout(500);
    t.deepEqual(await contents.left(records('2')), { rows: 0, onDisk: 0, unavailableCopies: 0 });
    // A replica has no node to be on.
    await client.indices.putSettings({
      index,
      settings: { 'index.auto_expand_replicas': false, 'index.number_of_replicas': 1 },
    });
    t.deepEqual(await contents.left(records('2')), { rows: 0, onDisk: 0, unavailableCopies: 1 });
    const copies = { primaries: { docs: { count: 1, deleted: 0 } }, total: { docs: { count: 2, deleted: 3 } } };
    const shards = { total: 2, successful: 2, failed: 0 };
    proxy.interfere((asked) =>
      asked.includes('/_stats/') ? { status: 200, body: { _shards: shards, indices: { [index]: copies } } } : undefined,
    );
    t.deepEqual(await contents.left(records('2')), { rows: 0, onDisk: 3, unavailableCopies: 0 });
  });

  test.serial('a template cannot take away what the indices need', async (t) => {
    const made = elasticsearchSubject(url);
    const { apply, nearest, model } = await openSubject(t, () => Promise.resolve(made));
    const { client, prefix } = made.writer;
    const name = `${prefix}-template`;
    const settings = { 'index.translog.durability': 'async', 'index.default_pipeline': 'none of ours' };
    await client.indices.putIndexTemplate({
      name,
      index_patterns: [`${prefix}-*`],
      priority: 1_000,
      template: {
        settings: { ...settings, 'index.final_pipeline': 'nor this', 'index.max_result_window': 5 },
        mappings: { _source: { enabled: false } },
      },
    });
    t.teardown(() => client.indices.deleteIndexTemplate({ name }));
    await apply(choose(2), put(2, [1, 0]));
    t.is((await nearest([1, 0], { count: 200 })).length, 1);
    t.is((await (await model.current()).checkpoint())?.position, 2n);
    const found = await client.indices.getSettings({ index: `${prefix}-*`, flat_settings: true });
    t.is(Object.keys(found).length, 3);
    for (const { settings: given } of Object.values(found)) {
      t.like(given, { 'index.translog.durability': 'request', 'index.default_pipeline': '_none' });
    }
  });

  test.serial('an index with a setting that loses writes is not used, and the setting is named', async (t) => {
    const { client, prefix, index, current } = await withTicket(t, url);
    const state = `${index}-state`;
    const set = (durability: string) =>
      client.indices.putSettings({ index: state, settings: { 'index.translog.durability': durability } });
    await set('async');
    const again = () => elasticsearchTicketIndexModel({ client, prefix }).current();
    await t.throwsAsync(again(), { instanceOf: Unavailable, message: /translog\.durability: request/ });
    await set('request');
    t.is((await again()).name, current.name);
  });

  test.serial('an index that must not be created says which right is missing', async (t) => {
    const proxy = await startHttpProxy(t, url);
    const body = { error: { type: 'security_exception', reason: 'action is unauthorized for user' }, status: 403 };
    proxy.interfere((asked) => (asked.startsWith('PUT /') ? { status: 403, body } : undefined));
    const made = elasticsearchSubject(proxy.url);
    t.teardown(made.close);
    await t.throwsAsync(made.model.current(), { instanceOf: Unavailable, message: /the right manage/ });
  });

  test.serial('of several hosts any that works is used, and only all of them are trouble', async (t) => {
    const [one, other] = [await startHttpProxy(t, url), await startHttpProxy(t, url)];
    const dead = `127.0.0.1:${await freePort()}`;
    const hosts = [dead, new URL(one.url).host, new URL(other.url).host].join(',');
    const server = openElasticsearch(`http://${hosts}/test-${crypto.randomUUID()}`);
    t.teardown(server.close);
    const current = await elasticsearchTicketIndexModel(server).current();
    t.teardown(() => server.client.indices.delete({ index: [`${server.prefix}-copies`, `${current.name}-state`] }));
    for (let read = 0; read < 6; read += 1) await current.checkpoint();
    t.true(one.asked.length > 0 && other.asked.length > 0);
    one.interfere(() => 'dropped');
    for (let read = 0; read < 6; read += 1) await current.checkpoint();
    const check = watchedServer('elasticsearch', elasticsearchCheck(`http://${hosts}`));
    t.teardown(check.close);
    for (let look = 0; look < 3; look += 1) t.is(await check.diagnose(), undefined);
    const none = watchedServer('elasticsearch', elasticsearchCheck(`http://${dead},127.0.0.1:1`));
    t.teardown(none.close);
    t.like(await none.diagnose(), { diagnosis: 'refused', where: `${dead}, 127.0.0.1:1` });
  });
} else {
  test.skip('the states of indices are tried where ELASTICSEARCH_URL is set', () => undefined);
}
