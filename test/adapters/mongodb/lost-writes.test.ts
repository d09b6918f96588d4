import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { BSON } from 'mongodb';
import { collectionsOf } from '../../../src/adapters/mongodb/collections.ts';
import { CheckpointBehind } from '../../../src/ports/read-model.ts';
import { checksumOf } from '../../../projections/checksum.ts';
import { neverLeader } from '../../../projections/leadership.ts';
import { logChecksum } from '../../../projections/log-checksum.ts';
import { compare } from '../../../projections/verify.ts';
import { freshMongo } from '../../support/mongo.ts';
import { openLog, projector, uploads } from '../../support/mongo-projector.ts';
import { type Fate, startMongoProxy, stateOf } from '../../support/mongo-proxy.ts';

const server = process.env['MONGODB_URL'];

/** Tickets that are stored and projected through a proxy, in a database of the test's own. */
const open = async (t: ExecutionContext, url: string) => {
  const own = freshMongo(t, url);
  const named = Object.assign(new URL(url), { pathname: `/${own.databaseName}` }).href;
  const proxy = await startMongoProxy(t, named);
  const log = openLog(t);
  const upload = uploads(log);
  const leader = projector(t, proxy.url, log);
  const reached = async (position: bigint) => {
    while ((await leader.projection.waitForPosition([position])).status !== 'reached');
  };
  let last = await upload.begin();
  const project = async () => {
    last = await upload.more();
    await reached(last);
    return last;
  };
  await project();
  await project();
  return {
    ...{ ...leader, ...proxy, own, named, log, upload, project, reached },
    /** All that was stored, and no more, is there, with its count and its position. */
    isWhole: async () => {
      await project();
      const generation = await leader.model.current();
      t.is((await leader.collections.byId(upload.collectionId))?.ticketCount, upload.stored());
      t.is((await checksumOf(generation)).count, upload.stored() + 1);
      t.deepEqual(await generation.checkpoint(), { logId: 'log', position: last });
    },
    verify: async () => {
      const checksum = logChecksum(log, new AbortController().signal);
      await checksum.readTo(last, () => undefined);
      return compare('collections', await leader.model.current(), checksum);
    },
  };
};

/** Whether a command is of one of these names, and of a MongoDB collection whose name ends so. */
const isOf = (command: BSON.Document, names: readonly string[], ending: string): boolean => {
  const [[name, of] = ['', '']] = Object.entries(command) as [string, unknown][];
  return names.includes(name) && typeof of === 'string' && of.endsWith(ending);
};

const writes = ['insert', 'update'];

if (server !== undefined) {
  test('what a server has lost that was killed is projected again, with its counts', async (t) => {
    const { own, project, cut, isWhole } = await open(t, server);
    const restore = await stateOf(own);
    await project();
    await project();
    cut();
    await restore();
    await isWhole();
  });

  test('a batch that was being written when the server lost its last writes does not hide them', async (t) => {
    const { own, project, upload, decide, isWhole, reached } = await open(t, server);
    const restore = await stateOf(own);
    await project();
    const killed = Promise.withResolvers<undefined>();
    decide((command): Fate => {
      if (!isOf(command, writes, '_tickets')) return undefined;
      decide(() => undefined);
      killed.resolve(undefined);
      return 'break';
    });
    const last = await upload.more();
    await killed.promise;
    await restore();
    await reached(last);
    await isWhole();
  });

  test('a database that is emptied under a running service is filled again, with its indexes', async (t) => {
    const { own, project, isWhole, model } = await open(t, server);
    await project();
    const indexes = async () => {
      const found = await own.collection(`${(await model.current()).name}_tickets`).indexes();
      return found.map(({ name }) => name);
    };
    const before = await indexes();
    await own.dropDatabase();
    await isWhole();
    t.true(before.length > 1);
    t.deepEqual(await indexes(), before);
  });

  test('a lost batch that nobody follows is projected with the next one, and until then a follower does not answer for it', async (t) => {
    const { own, named, log, project, isWhole } = await open(t, server);
    const restore = await stateOf(own);
    const lost = await project();
    const follower = projector(t, named, log, neverLeader).projection;
    t.is((await follower.waitForPosition([lost])).status, 'reached');
    await restore();
    while ((await follower.status()).position >= lost) await setTimeout(20);
    await isWhole();
    t.is((await follower.waitForPosition([lost])).status, 'reached');
  });

  test('the checkpoint moves across no gap, also if it is lost while a batch is being written', async (t) => {
    const { own, model, decide, project } = await open(t, server);
    const before = await project();
    const generation = await model.current();
    const beyond = { logId: 'log', after: before + 5n, position: before + 9n };
    await t.throwsAsync(generation.apply([], beyond), { instanceOf: CheckpointBehind });
    await t.throwsAsync(generation.park({ position: before + 9n, errorClass: 'TooLarge' }, beyond), {
      instanceOf: CheckpointBehind,
    });
    t.deepEqual(await generation.parked(), []);

    // It goes back between the look at it and the move.
    decide((command): Fate => {
      if (!isOf(command, ['update'], 'checkpoints')) return undefined;
      decide(() => undefined);
      return { answer: { ok: 1, n: 0, nModified: 0 } };
    });
    const moved = generation.apply([], { logId: 'log', after: before, position: before + 9n });
    await t.notThrowsAsync(moved);
    await own.collection('checkpoints').updateOne({}, { $set: { position: before - 1n } });
    await t.throwsAsync(generation.apply([], { logId: 'log', after: before + 9n, position: before + 12n }), {
      instanceOf: CheckpointBehind,
    });
  });

  test('a change of the primary, an interruption and a majority that is missing lose nothing and count nothing twice', async (t) => {
    const { decide, project, isWhole } = await open(t, server);
    const timedOut = { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } };
    const failed = (code: number) => ({ answer: { ok: 0, code, errmsg: 'not now' } });
    const fates: Fate[] = [
      ...[91, 189, 10_107, 13_435, 11_602].map(failed),
      { change: (answer) => ({ ...answer, ...timedOut }) },
      'break',
    ];
    for (const fate of fates.flatMap((one) => [one, one])) {
      let left = 1;
      const skipped = Math.floor(fates.indexOf(fate) / 2);
      let seen = 0;
      decide((command): Fate => {
        if (!('insert' in command || 'update' in command) || left === 0) return undefined;
        seen += 1;
        if (seen <= skipped) return undefined;
        left -= 1;
        return fate;
      });
      await project();
    }
    decide(() => undefined);
    await isWhole();
  });

  test('a ticket that a scan of an index returns twice is counted once', async (t) => {
    const { decide, project, isWhole } = await open(t, server);
    let doubled = 0;
    decide((command): Fate => {
      if (!isOf(command, ['find'], '_tickets')) return undefined;
      return {
        change: (answer) => {
          const { firstBatch = [] } = answer['cursor'] as { firstBatch?: unknown[] };
          doubled += firstBatch.length;
          return { ...answer, cursor: { ...(answer['cursor'] as object), firstBatch: [...firstBatch, ...firstBatch] } };
        },
      };
    });
    await project();
    decide(() => undefined);
    t.true(doubled > 0);
    await isWhole();
  });

  test('wrong counts are found by a comparison with the log, and a replay mends them', async (t) => {
    const { own, model, upload, verify, projection, collections } = await open(t, server);
    const { collectionId: id } = upload;
    t.deepEqual((await verify()).miscounts, []);
    const generation = (await model.current()).name;
    await collectionsOf(own, generation).updateOne({ _id: id }, { $inc: { ticket_count: -3, bytes: 5 } });
    t.deepEqual(
      (await verify()).miscounts.map(({ name, stored, right }) => [name, stored - right]),
      [
        ['active', -3],
        ['bytes', 5],
      ],
    );
    await projection.replay({ accept: true, progress: () => undefined });
    t.deepEqual((await verify()).miscounts, []);
    t.is((await collections.byId(id))?.ticketCount, upload.stored());
  });

  test('a lost withdrawal is found by a comparison with the log, though its count is that of the rows', async (t) => {
    const { own, model, upload, verify } = await open(t, server);
    const generation = (await model.current()).name;
    await own
      .collection(`${generation}_tickets`)
      .updateOne({ collection_id: upload.collectionId }, { $set: { state: 'withdrawn' } });
    await collectionsOf(own, generation).updateOne(
      { _id: upload.collectionId },
      { $inc: { ticket_count: -1, withdrawn: 1 } },
    );
    t.deepEqual(
      (await verify()).miscounts.map(({ name, stored, right }) => [name, stored - right]),
      [
        ['active', -1],
        ['withdrawn', 1],
      ],
    );
  });
} else test.skip('lost writes of MongoDB are tried where MONGODB_URL is set', () => undefined);
