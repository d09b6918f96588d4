import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { estypes } from '@elastic/elasticsearch';
import test, { type ExecutionContext } from 'ava';
import { seededRandom } from '../../../scripts/bench/seeded-random.ts';
import { openElasticsearch } from '../../../src/adapters/elasticsearch/connection.ts';
import { vectorsBody, writeAlias } from '../../../src/adapters/elasticsearch/indices.ts';
import { nearestTickets, poolFor } from '../../../src/adapters/elasticsearch/nearest-tickets.ts';
import { writeTickets } from '../../../src/adapters/elasticsearch/ticket-changes.ts';
import { elasticsearchTicketIndex } from '../../../src/adapters/elasticsearch/ticket-index.ts';
import { sharedRefresh } from '../../../src/adapters/elasticsearch/read-model.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { ContentRefused } from '../../../src/ports/read-model.ts';
import { ticketIndexContract } from '../../contracts/ticket-index.ts';
import { ticketsContract } from '../../contracts/tickets.ts';
import { elasticsearchSubject } from '../../support/elasticsearch-subject.ts';
import { applyAll, choose, collectionId, model, put, tenantId, uuidOf } from '../../support/indexed-tickets.ts';
import { openSubject } from '../../support/ticket-index-subject.ts';
import { bruteForce, clusteredVectors, randomVector } from '../../support/vectors.ts';

const url = process.env['ELASTICSEARCH_URL'];
const fresh = (t: ExecutionContext, server: string) =>
  openSubject(t, () => Promise.resolve(elasticsearchSubject(server)));

test('the error of an unreachable Elasticsearch contains no address or password', async (t) => {
  const elasticsearch = openElasticsearch('http://somebody:secret@127.0.0.1:1/prefix');
  t.teardown(elasticsearch.close);
  const error = await t.throwsAsync(elasticsearchTicketIndex(elasticsearch).snapshot(), { instanceOf: Unavailable });
  t.is(error.message, 'Elasticsearch did not answer');
  t.is(error.cause, undefined);
});

test('an address may hold credentials and the prefix of the indices', async (t) => {
  const asked: string[] = [];
  const server = createServer(({ url: path, headers }, response) => {
    asked.push(`${headers.authorization ?? 'nobody'} ${path ?? ''}`);
    response.writeHead(404, { 'x-elastic-product': 'Elasticsearch', 'content-type': 'application/json' });
    response.end('{"found":false}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  for (const address of [`http://${host}`, `http://me:p%40ss@${host}/shop`, `http://${host}/shop?api_key=a2V5`]) {
    const elasticsearch = openElasticsearch(address);
    t.is(await elasticsearchTicketIndex(elasticsearch).snapshot(), undefined);
    await elasticsearch.close();
  }
  const basic = Buffer.from('me:p@ss').toString('base64');
  t.deepEqual(asked, [
    'nobody /precedent-copies/_doc/tickets-11',
    `Basic ${basic} /shop-copies/_doc/tickets-11`,
    'ApiKey a2V5 /shop-copies/_doc/tickets-11',
  ]);
  t.throws(() => openElasticsearch(`http://${host}/Shop*`), { message: /^(?!.*Shop)/ });
});

test('a refresh starts after its request, and requests made meanwhile share one', async (t) => {
  const begun: PromiseWithResolvers<undefined>[] = [];
  const refresh = sharedRefresh(() => {
    const one = Promise.withResolvers<undefined>();
    begun.push(one);
    return one.promise;
  });
  const first = refresh();
  await new Promise(setImmediate);
  const [second, third] = [refresh(), refresh()];
  await new Promise(setImmediate);
  t.is(begun.length, 1);
  begun[0]?.reject(new Error('lost'));
  await t.throwsAsync(first);
  await new Promise(setImmediate);
  t.is(begun.length, 2);
  begun[1]?.resolve(undefined);
  await Promise.all([second, third]);
  t.is(begun.length, 2);
});

test('a large index, or one of unknown size, is searched with a pool of candidates that its graphs need', (t) => {
  const scanned = { candidates: 100, rescored: 100, kept: 50 };
  const withGraph = { ...scanned, candidates: 1_000 };
  for (const size of [0, 10_000, 99_999]) t.deepEqual(poolFor(5, size), scanned);
  for (const size of [100_000, 1_000_000, Infinity]) t.deepEqual(poolFor(5, size), withGraph);
  t.deepEqual(poolFor(5), withGraph);
  t.deepEqual(poolFor(200, 10), { candidates: 800, rescored: 800, kept: 400 });
  t.is(poolFor(5_000, 10).candidates, 10_000);
});

if (url) {
  ticketIndexContract(test, 'elasticsearch', () => Promise.resolve(elasticsearchSubject(url)));
  ticketsContract(test, 'elasticsearch', () => Promise.resolve(elasticsearchSubject(url)));

  test('collections of every size in one index find their five nearest', async (t) => {
    const subject = await fresh(t, url);
    const dimensions = 64;
    const sizes = [1, 7, 40, 150, 700, 2500, 5000];
    const random = seededRandom(11);
    const vectors = sizes.map((count) => clusteredVectors(random, { count: count + 20, dimensions }));
    const where = (collection: number) => ({
      tenantId: uuidOf(`tenant ${collection % 3}`),
      collectionId: uuidOf(`of ${collection}`),
    });
    const changes = sizes.flatMap((size, collection) =>
      (vectors[collection] ?? []).slice(0, size).map((vector, row) => put(row + 2, vector, where(collection))),
    );
    // As uploads come in: each collection in pieces, between those of others.
    const mixed = changes.map((change) => ({ change, at: random() })).sort((a, b) => a.at - b.at);
    await subject.apply(choose(dimensions), ...mixed.map(({ change }) => change));
    for (const [collection, size] of sizes.entries()) {
      let [wanted, found] = [0, 0];
      for (const query of (vectors[collection] ?? []).slice(size)) {
        const ids = await subject.found(query, { ...where(collection), count: 5 });
        const exact = bruteForce((vectors[collection] ?? []).slice(0, size), query, 5);
        wanted += exact.length;
        found += exact.filter((one) => ids.includes(String(one.index + 2))).length;
      }
      t.true(found >= 0.99 * wanted, `${found} of ${wanted} in ${size}`);
    }
  });

  test('a search asks for few candidates as soon as it is known that the index is small', async (t) => {
    const made = elasticsearchSubject(url);
    const { apply } = await openSubject(t, () => Promise.resolve(made));
    await apply(choose(2), put(2, [1, 0]));
    const reader = made.beside();
    const asked: unknown[] = [];
    const counted: PromiseWithResolvers<unknown>[] = [];
    const search = reader.client.search.bind(reader.client) as (request: estypes.SearchRequest) => Promise<unknown>;
    Object.assign(reader.client, {
      search: (request: estypes.SearchRequest) => {
        asked.push((request.knn as estypes.KnnSearch).num_candidates);
        return search(request);
      },
      count: () => {
        const answer = Promise.withResolvers<unknown>();
        counted.push(answer);
        return answer.promise;
      },
    });
    const index = elasticsearchTicketIndex(reader);
    const found = async () =>
      (await index.snapshot())?.nearest({ tenantId, collectionId, vector: Float32Array.of(1, 0), count: 5 });
    const searched = async () => t.is((await found())?.length, 1);
    await searched();
    await searched();
    t.is(counted.length, 1);
    counted[0]?.reject(new Error('Elasticsearch is busy'));
    await searched();
    await searched();
    t.is(counted.length, 2);
    counted[1]?.resolve({ count: 99_999 });
    await new Promise(setImmediate);
    await searched();
    await searched();
    t.is(counted.length, 2);
    t.deepEqual(asked, [1_000, 1_000, 1_000, 1_000, 100, 100]);
  });

  test('in segments with a graph the five nearest are found too, whatever other collections contain', async (t) => {
    const { writer, close } = elasticsearchSubject(url);
    t.teardown(close);
    const { client, prefix } = writer;
    const body = vectorsBody({ model, dimensions: 64 });
    const { vector } = body.mappings.properties;
    const withGraph = { ...vector, index_options: { type: 'int8_hnsw', flat_index_threshold: 0 } } as const;
    const properties = { ...body.mappings.properties, vector: withGraph };
    const [index, size] = [`${prefix}-graph`, 1500];
    const aliases = { [writeAlias(index)]: {} };
    await client.indices.create({ index, ...body, mappings: { ...body.mappings, properties }, aliases });

    const vectors = clusteredVectors(seededRandom(3), { count: size + 40, dimensions: 64 });
    const collections = ['one', 'two', 'three'].map(uuidOf);
    const puts = collections.flatMap((collection) =>
      vectors.slice(0, size).map((one, row) => put(row + 2, one, { collectionId: collection })),
    );
    await writeTickets(client, index, { changes: puts, model: { model, dimensions: 64 } });
    await client.indices.refresh({ index });
    let found = 0;
    for (const query of vectors.slice(size)) {
      const where = { tenantId, collectionId: collections[0] ?? '', vector: query, count: 5 };
      const hits = await nearestTickets(client, { generation: index, pool: poolFor(5) }, where);
      const ids = hits.map(({ ticketId }) => ticketId);
      const exact = bruteForce(vectors.slice(0, size), query, 5);
      found += exact.filter((one) => ids.includes(String(one.index + 2))).length;
    }
    t.true(found >= 0.99 * 200, `${found} of 200`);
  });

  test('among thousands of tickets that hardly differ the five nearest are found', async (t) => {
    const subject = await fresh(t, url);
    const random = seededRandom(5);
    const dimensions = 48;
    const centre = randomVector(random, dimensions);
    const vectors = Array.from({ length: 2510 }, () =>
      randomVector(random, dimensions).map((value, index) => value * 0.02 + (centre[index] ?? 0)),
    );
    const stored = vectors.slice(10);
    await subject.apply(choose(dimensions), ...stored.map((vector, row) => put(row + 2, vector)));
    for (const query of vectors.slice(0, 10)) {
      const exact = bruteForce(stored, query, 5).map(({ score }) => score);
      const scores = (await subject.nearest(query, { count: 5 })).map(({ score }) => score);
      for (const [index, score] of exact.entries()) t.true(Math.abs(score - (scores[index] ?? -1)) < 1e-6);
    }
  });

  test('a document that cannot be stored is refused with its error class only, and stops no other', async (t) => {
    const subject = await fresh(t, url);
    await subject.apply(choose(2));
    const copy = await subject.model.current();
    const secret = 'secret '.repeat(6000);
    const changes = [put(2, [1, 0]), put(3, [1, 0.1], { ticketId: secret }), put(4, [1, 0.2])];
    const error = await t.throwsAsync(applyAll(copy, changes), { instanceOf: ContentRefused });
    t.is(error.errorClass, 'document_parsing_exception');
    t.notRegex(`${error.message} ${error.stack ?? ''} ${String(error.cause)}`, /secret/);
    t.is((await copy.checkpoint())?.position, 1n);
    await subject.settled();
    t.deepEqual(await subject.found([1, 0]), ['2', '4']);

    const parked = { position: 3n, errorClass: error.errorClass };
    await copy.park(parked, { logId: uuidOf('log'), position: 3n });
    t.deepEqual(await copy.parked(), [parked]);
    t.is((await copy.checkpoint())?.position, 3n);
  });

  test('a batch larger than one request is written whole', async (t) => {
    const subject = await fresh(t, url);
    const long = 'Подробности. '.repeat(10_000);
    const puts = Array.from({ length: 60 }, (_, index) => put(index + 2, [index + 1, 1], { problem: [long] }));
    await subject.apply(choose(2), ...puts);
    t.is((await (await subject.model.current()).ids(undefined)).length, 60);
  });
}
