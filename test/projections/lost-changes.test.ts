import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import type { EventStore, LogProgress } from '../../src/ports/event-store.ts';
import { singleProcess } from '../../projections/leadership.ts';
import { runProjection } from '../../projections/projector.ts';
import { anyFact } from '../support/events.ts';
import { listModel, names } from '../support/list-model.ts';
import { append as appendFacts } from '../support/mongo-projector.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const openStore = (t: ExecutionContext) => {
  const database = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  t.teardown(() => database.close());
  const store = sqliteEventStore(database, () => undefined);
  return {
    store,
    append: (...some: readonly string[]) =>
      appendFacts(
        store,
        some.map((name) => anyFact(name)),
      ),
  };
};

const run = (t: ExecutionContext, store: EventStore & LogProgress, list: ReturnType<typeof listModel<string>>) => {
  const stop = new AbortController();
  const noted: string[] = [];
  const projection = runProjection(names, list.model, {
    ...{ store, logId: 'this-log', signal: stop.signal, leadership: singleProcess(stop.signal) },
    log: { retrying: () => noted.push('retrying'), parked: () => t.fail(), stopped: () => t.fail() },
    pause: () => setTimeout(1),
  });
  t.teardown(() => stop.abort());
  return { projection, noted };
};

test('a store that has gone back is given what it has lost again, and nobody is answered for it until then', async (t) => {
  const { store, append } = openStore(t);
  const list = listModel<string>();
  const { projection, noted } = run(t, store, list);
  const kept = await append('0', '1', '2', '3', '4');
  const lost = await append('lost');
  t.is((await projection.waitForPosition([lost])).status, 'reached');
  list.goBack({ logId: 'this-log', position: kept }, 5);
  const last = await append('next');
  t.is((await projection.waitForPosition([last])).status, 'reached');
  t.deepEqual(list.changes, ['0', '1', '2', '3', '4', 'lost', 'next']);
  t.deepEqual(noted, ['retrying']);

  list.goBack(undefined, 0);
  const end = await append('end');
  t.is((await projection.waitForPosition([end])).status, 'reached');
  t.deepEqual(list.changes, ['0', '1', '2', '3', '4', 'lost', 'next', 'end']);
});
