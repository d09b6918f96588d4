import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { changedCollection } from '../support/changed-collection.ts';
import { startDouble } from '../support/eventstoredb-double/double.ts';
import { freshMongo } from '../support/mongo.ts';
import { killFileWhen, runFile } from '../support/run-file.ts';
import { onServers, serverStoresOf, sizeOnServers } from '../support/server-stores.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isWhole = sizeOnServers(1, 0) === 1;

/** The read models of a log in MongoDB and Elasticsearch: their environment, and how they are lost. */
const openReadModels = async (t: ExecutionContext, log: string) => {
  const environment = await serverStoresOf(randomUUID(), log);
  const { MONGODB_URL: mongodb = '', ELASTICSEARCH_URL: elasticsearch = '' } = environment;
  const db = freshMongo(t, mongodb, new URL(mongodb).pathname.slice(1));
  const { client, prefix, close } = openElasticsearch(elasticsearch);
  const indices = { index: `${prefix}-*` };
  const dropIndices = async () => {
    const found = Object.keys(await client.indices.get(indices));
    if (found.length > 0) await client.indices.delete({ index: found });
  };
  t.teardown(async () => {
    await dropIndices();
    await close();
  });
  return {
    environment,
    db,
    dropDatabase: () => db.dropDatabase(),
    dropIndices,
    hasRows: async () => {
      for (const { name } of await db.listCollections().toArray())
        if (name.endsWith('_tickets') && (await db.collection(name).estimatedDocumentCount()) > 0) return true;
      return false;
    },
    hasDocuments: async () => {
      const { _all: all } = await client.indices.stats({ ...indices, metric: 'indexing' });
      return (all.primaries?.indexing?.index_total ?? 0) > 0;
    },
  };
};

type ReadModels = Awaited<ReturnType<typeof openReadModels>>;

/** One service at a time, on one log and the read models that the test chooses. */
const openServices = (t: ExecutionContext) => {
  const started: Service[] = [];
  t.teardown(() => Promise.all(started.map(({ kill }) => kill())));
  const newest = () => started.at(-1) as Service;
  /** A process that was killed has the right to project for some seconds more. */
  const withoutLease = ({ db }: ReadModels) => db.collection('leases').deleteMany({});
  return {
    url: () => newest().url,
    newest,
    start: async (models: ReadModels, more: Readonly<Record<string, string>> = {}) => {
      await withoutLease(models);
      started.push(await startService({ ...models.environment, ...more }));
    },
    killRebuilding: async (models: ReadModels, isReached: () => Promise<boolean>) => {
      await withoutLease(models);
      const environment = { ...models.environment, PORT: '0', DATA_DIR: temporaryFolder(t) };
      return killFileWhen('src/main.ts', { environment }, isReached);
    },
  };
};

const replaysToTheSame = async (t: ExecutionContext) => {
  t.timeout(1_800_000);
  const double = await startDouble();
  t.teardown(double.close);
  const models = await openReadModels(t, double.url);
  const { url, newest, start, killRebuilding } = openServices(t);
  await start(models);
  const { change, begun, changeAgain, seen, expected } = await changedCollection(url, sizeOnServers(400, 60));
  await change();
  for (const [number, { begin, end }] of begun.entries()) {
    await begin();
    if (isWhole || number === 1) {
      await newest().kill();
      await start(models);
    }
    await end();
  }
  await changeAgain();
  double.log.scavenge();
  let rows = await seen();
  // An erasure is proven once a look has found that the scavenge has been.
  while (JSON.stringify(rows).includes('"waiting"')) {
    await setTimeout(500);
    rows = await seen();
  }
  t.like(rows, expected);
  const isSame = async (after: string) => t.deepEqual(await seen(), rows, after);
  await newest().kill();

  const { JWT_SECRET: secret = '', DATA_KEY: key = '' } = models.environment;
  const opened = await openReadModels(t, double.url);
  const others = { ...opened, environment: { ...opened.environment, JWT_SECRET: secret, DATA_KEY: key } };
  if (isWhole) t.true(await killRebuilding(others, others.hasRows));
  t.true(await killRebuilding(others, others.hasDocuments));
  await start(others);
  await isSame('a rebuild in other servers that was killed');
  await newest().kill();

  if (isWhole) {
    await models.dropIndices();
    await start(models);
    await isSame('a loss of the index');
    await newest().kill();
  }
  await models.dropDatabase();
  if (isWhole) t.true(await killRebuilding(models, models.hasRows));
  await start(models);
  await isSame('a loss of the database');
  const { code, output } = await runFile('scripts/replay.ts', {
    args: ['--projection', 'all'],
    environment: { ...models.environment, DATA_DIR: newest().folder },
  });
  t.is(code, 0, output);
  await isSame('a replay beside the service');
};

if (onServers) {
  test(
    'the same log gives the same rows in MongoDB and Elasticsearch after undos, erasures, corrections and withdrawals, in any order of restarts and losses',
    replaysToTheSame,
  );
} else {
  test.skip('the suite of rows that are replayed on servers runs where TEST_STORES is servers', () => undefined);
}
