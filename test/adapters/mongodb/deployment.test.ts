import test, { type ExecutionContext } from 'ava';
import type { BSON } from 'mongodb';
import { mongoAccounts } from '../../../src/adapters/mongodb/accounts.ts';
import { openDeployedMongo } from '../../../src/adapters/mongodb/connection.ts';
import { accountDocuments } from '../../../src/adapters/mongodb/accounts.ts';
import { mongoReadModel } from '../../../src/adapters/mongodb/read-model.ts';
import { freshMongo } from '../../support/mongo.ts';
import { asMember, type Fate, startMongoProxy } from '../../support/mongo-proxy.ts';

const server = process.env['MONGODB_URL'];

/** What is sent to a server at a URL with these options, by the names of commands. */
const sent = async (
  t: ExecutionContext,
  options: string,
  decisionAt: (address: string) => (command: BSON.Document) => Fate,
) => {
  const { databaseName } = freshMongo(t, server ?? '');
  const proxy = await startMongoProxy(t, Object.assign(new URL(server ?? ''), { pathname: `/${databaseName}` }).href);
  const commands: BSON.Document[] = [];
  const decide = decisionAt(proxy.address);
  proxy.decide((command) => {
    commands.push(command);
    return decide(command);
  });
  const { db, close } = await openDeployedMongo(`${proxy.url}?${options}`);
  t.teardown(close);
  const account = {
    id: 'u',
    email: 'a@b.c',
    passwordHash: 'h',
    plan: 'free',
    sealedApiKey: 's',
    apiKeyFingerprint: 'f',
    createdAt: 'now',
    tokensFrom: 0,
  };
  const generation = await mongoReadModel(db, accountDocuments).current();
  await generation.apply([{ type: 'put', account, position: 1n }], { logId: 'log', position: 1n });
  t.is((await mongoAccounts(db).byId('u'))?.email, 'a@b.c');
  const of = (name: string) => commands.filter((command) => name in command);
  return { writes: [...of('insert'), ...of('update')], reads: of('find'), indexes: of('createIndexes') };
};

const options = [
  '',
  'journal=false',
  'j=false',
  'fsync=false',
  'w=0',
  'w=1&wtimeoutMS=1',
  'readConcernLevel=local&w=2&journal=false',
];

if (server !== undefined) {
  for (const option of options) {
    test(`a standalone has each write on its disk before it is acknowledged, whatever the URL says: ?${option}`, async (t) => {
      const { writes, reads, indexes } = await sent(t, option, () => () => undefined);
      t.true(writes.length > 2 && reads.length > 2 && indexes.length > 0);
      for (const { writeConcern } of writes) t.deepEqual(writeConcern, { w: 1, j: true });
      for (const { readConcern } of reads) t.deepEqual(readConcern, { level: 'majority' });
      for (const { commitQuorum } of indexes) t.is(commitQuorum, undefined);
    });

    test(`a replica set has each write on most members' disks before it is acknowledged, whatever the URL says: ?${option}`, async (t) => {
      const { writes, reads, indexes } = await sent(t, option, asMember);
      for (const { writeConcern } of writes) t.deepEqual(writeConcern, { w: 'majority', j: true, wtimeout: 15_000 });
      for (const { readConcern } of reads) t.deepEqual(readConcern, { level: 'majority' });
      for (const { commitQuorum } of indexes) t.is(commitQuorum, 'majority');
    });
  }

  test('a router of shards counts as more than one server', async (t) => {
    const router = (command: BSON.Document): Fate =>
      'hello' in command || 'ismaster' in command
        ? { change: (answer) => ({ ...answer, topologyVersion: undefined, msg: 'isdbgrid' }) }
        : undefined;
    const { writes } = await sent(t, '', () => router);
    for (const { writeConcern } of writes) t.like(writeConcern, { w: 'majority' });
  });

  test('a connection waits until a server says what it is', async (t) => {
    const proxy = await startMongoProxy(t, server);
    let refusals = 0;
    proxy.decide(() => ((refusals += 1) < 6 ? 'break' : undefined));
    const { close } = await openDeployedMongo(proxy.url);
    t.true(refusals >= 6);
    await close();
  });
} else test.skip('what MongoDB is asked for is tried where MONGODB_URL is set', () => undefined);
