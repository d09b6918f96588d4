import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { collectionDocuments } from '../../../src/adapters/mongodb/collection-documents.ts';
import { mongoCollections } from '../../../src/adapters/mongodb/collections.ts';
import { openMongo } from '../../../src/adapters/mongodb/connection.ts';
import { mongoReadModel } from '../../../src/adapters/mongodb/read-model.ts';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/adapters/sqlite/event-store.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import type { EventStore, LogProgress } from '../../../src/ports/event-store.ts';
import type { Fact } from '../../../src/domain/events.ts';
import { collectionsProjection } from '../../../projections/collections.ts';
import { checksumOf } from '../../../projections/checksum.ts';
import { singleProcess } from '../../../projections/leadership.ts';
import { runProjection } from '../../../projections/projector.ts';
import { collectionCreated, newEvent, ticketStored } from '../../support/events.ts';
import { type BreakableServer, startServer } from '../../support/isolated-servers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Log = EventStore & LogProgress;

const openLog = (t: ExecutionContext): Log => {
  const file = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  t.teardown(() => file.close());
  return sqliteEventStore(file, () => undefined);
};

const append = async (log: Log, facts: readonly Fact[]): Promise<bigint> => {
  const outcomes = await log.appendAll(
    facts.map((fact) => ({ stream: `any-${randomUUID()}`, expected: 'no stream', events: [newEvent(fact)] })),
  );
  const last = outcomes.at(-1);
  return last?.outcome === 'appended' ? last.position : 0n;
};

/** A process that projects the collections into MongoDB, with its own connection. */
const projector = (t: ExecutionContext, url: string, log: Log) => {
  const { db, close } = openMongo(url);
  const stop = new AbortController();
  const model = mongoReadModel(db, collectionDocuments);
  const projection = runProjection(collectionsProjection, model, {
    ...{
      store: log,
      logId: 'log',
      signal: stop.signal,
      leadership: singleProcess(stop.signal),
      waitTimeoutMs: 100_000,
    },
    log: { retrying: () => undefined, parked: () => t.fail('Nothing is refused'), stopped: () => undefined },
    pause: () => setTimeout(50),
  });
  const end = async () => {
    stop.abort();
    await projection.stopped;
    await close();
  };
  t.teardown(end);
  return { projection, model, collections: mongoCollections(db) };
};

const batchSize = 20;

/** Uploads into one collection, as the log sees them. */
const uploads = (log: Log) => {
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  let stored = 0;
  return {
    collectionId,
    stored: () => stored,
    begin: () => append(log, [collectionCreated(collectionId, tenantId)]),
    more: () => {
      const first = stored + 1;
      stored += batchSize;
      const tickets = Array.from({ length: batchSize }, (_, place) =>
        ticketStored({ tenantId, collectionId, ticketId: String(first + place) }),
      );
      return append(log, tickets);
    },
  };
};

/** Runs work again and again, with pauses in milliseconds, until it is ended. */
const again = (work: () => Promise<void>, pause: number) => {
  const stop = new AbortController();
  const going = (async () => {
    for (;;) {
      await work();
      await setTimeout(pause);
      if (stop.signal.aborted) return;
    }
  })();
  return async () => {
    stop.abort();
    await going;
  };
};

type Server = BreakableServer;

/** Two project and one reads while tickets are stored all the time; `trouble` is given the server and a wait until what is stored by then is projected. */
const throughTrouble = async (
  t: ExecutionContext,
  trouble: (server: Server, projected: () => Promise<void>) => Promise<void>,
) => {
  const server = await startServer(t, 'mongodb');
  const log = openLog(t);
  const [one, other] = [projector(t, server.url, log), projector(t, server.url, log)];
  const upload = uploads(log);
  let last = await upload.begin();
  const store = async () => {
    last = await upload.more();
  };
  // A wait ends after 2 s while the store is known to fail, which it is until the next try after it has come back.
  const projected = async () => {
    await store();
    const deadline = Date.now() + 100_000;
    for (const { projection } of [one, other])
      while ((await projection.waitForPosition([last])).status !== 'reached')
        if (Date.now() > deadline) throw new Error(`Position ${last} is not projected`);
  };
  await projected();

  const reads = { answered: 0, refused: 0 };
  const read = async () => {
    try {
      t.is((await one.collections.byId(upload.collectionId))?.id, upload.collectionId);
      reads.answered += 1;
    } catch (error) {
      t.true(error instanceof Unavailable, String(error));
      reads.refused += 1;
    }
  };
  const ends = [again(store, 500), again(read, 100)];
  await trouble(server, projected);
  for (const end of ends) await end();
  await projected();

  t.is((await one.collections.byId(upload.collectionId))?.ticketCount, upload.stored());
  t.is((await checksumOf(await other.model.current())).count, upload.stored() + 1);
  t.deepEqual(await (await one.model.current()).checkpoint(), { logId: 'log', position: last });
  t.true(reads.answered > 0 && reads.refused > 0);
};

if (process.env['MONGODB_URL']) {
  test.serial(
    'the server is killed and comes back, twice: two that project go on, lose nothing and count nothing twice',
    async (t) => {
      await throughTrouble(t, async (server, projected) => {
        // Longer than the driver looks for a server, then at once.
        for (const away of [7_000, 0]) {
          await server.kill();
          await setTimeout(away);
          await server.start();
          await projected();
        }
      });
    },
  );

  test.serial('reads are refused while the server is frozen, and work again after the thaw', async (t) => {
    await throughTrouble(t, async (server, projected) => {
      await server.freeze();
      await setTimeout(25_000);
      await server.thaw();
      await projected();
    });
  });
} else {
  test.skip('the faults of MongoDB are tried where MONGODB_URL is set', () => undefined);
}
