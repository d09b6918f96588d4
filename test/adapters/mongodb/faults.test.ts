import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Unavailable } from '../../../src/domain/errors.ts';
import { checksumOf } from '../../../projections/checksum.ts';
import { type BreakableServer, startServer } from '../../support/isolated-servers.ts';
import { openLog, projector, uploads } from '../../support/mongo-projector.ts';

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
