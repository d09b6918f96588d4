import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { accountsProjection } from '../../projections/accounts.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { type ChangesBatch, type Projection, type ReadAhead } from '../../projections/projection.ts';
import { readChanges } from '../../projections/read-changes.ts';
import { ticketIndexProjection } from '../../projections/ticket-index.ts';
import { uploadsProjection } from '../../projections/uploads.ts';
import { type Database, openDatabase } from '../../src/adapters/sqlite/database.ts';
import { ticketIndexTables } from '../../src/adapters/sqlite/tickets/ticket-index-tables.ts';
import { changeReaderThread } from '../../src/composition/change-reader-thread.ts';
import { LogDamaged } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import type { TicketIndexChange } from '../../src/ports/ticket-index.ts';
import { filledFolder } from '../support/embedded-folder.ts';
import { openEmbedded } from '../support/embedded.ts';
import { newEvent, ticketCorrected } from '../support/events.ts';
import { generationIn } from '../support/views-files.ts';

const tickets = 250;
const never = new AbortController().signal;

/** A folder with tickets, one of them corrected, and a thread that reads its log; `reported` is what it has failed of. */
const opened = async (t: ExecutionContext, fileName = 'events.db') => {
  const { folder, collectionId, tenantId } = await filledFolder(t, tickets);
  const { store, writer } = await openEmbedded(t, { folder, purge: false });
  const corrected = ticketCorrected({ tenantId, collectionId, ticketId: '3' }, 2, 'Другой текст');
  const stream = streamOf.ticket(collectionId, corrected.data.recordId);
  await writer.appendAll([{ stream, expected: 0, events: [newEvent(corrected)] }]);
  const reported: string[] = [];
  const onFailure = (error: unknown) => reported.push(String(error));
  const ahead = changeReaderThread(join(folder, fileName), {
    log: store,
    onFailure,
    minBacklog: { events: 1, bytesOfEvent: 1 },
  });
  return { folder, store, ahead, reported };
};

const collected = async <Change>(batches: AsyncIterable<ChangesBatch<Change>>) => {
  const events: ChangesBatch<Change>['events'][number][] = [];
  for await (const batch of batches) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  return events;
};

type Log = Awaited<ReturnType<typeof opened>>['store'];

const derivedHere = async <Change>(store: Log, projection: Projection<Change>) =>
  collected(readChanges(projection, undefined, { store, signal: never }));

const derivedThere = <Change>(ahead: ReadAhead, { name }: Projection<Change>, after = 0n) =>
  collected(ahead(name, after, never) as AsyncIterable<ChangesBatch<Change>>);

test('a thread derives the changes that the writer derives', async (t) => {
  const { store, ahead, reported } = await opened(t);
  for (const projection of [accountsProjection, collectionsProjection, uploadsProjection])
    t.deepEqual(
      await derivedThere<unknown>(ahead, projection as Projection<unknown>),
      await derivedHere<unknown>(store, projection as Projection<unknown>),
    );
  const there = await derivedThere(ahead, ticketIndexProjection);
  t.is(there.length, tickets + 4);
  const after = there[100]?.position ?? 0n;
  t.deepEqual(await derivedThere(ahead, ticketIndexProjection, after), there.slice(101));
  t.deepEqual(reported, []);
});

/** What all tables of a file hold, those of full-text indices too. */
const rowsOf = (database: Database) => {
  const tables = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  );
  return tables.all().map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM "${String(name)}"`);
    // Numbers of full-text indices exceed a double.
    rows.setReadBigInts(true);
    return { name, rows: rows.all() };
  });
};

test('no thread reads few events, or small ones', async (t) => {
  const { folder, store } = await opened(t);
  const onFailure = (error: unknown) => t.fail(String(error));
  for (const minBacklog of [
    { events: 1, bytesOfEvent: 100_000 },
    { events: 100_000, bytesOfEvent: 1 },
  ]) {
    const ahead = changeReaderThread(join(folder, 'events.db'), { log: store, onFailure, minBacklog });
    t.deepEqual(await derivedThere(ahead, ticketIndexProjection), []);
  }
});

test('the rows of an index are the same, its words too', async (t) => {
  const { store, ahead } = await opened(t);
  const filled = async (events: ChangesBatch<TicketIndexChange>['events']) => {
    const database = openDatabase(':memory:', 'normal');
    t.teardown(() => database.close());
    const changes = events.flatMap((event) => ('changes' in event ? event.changes : []));
    const generation = generationIn(database, ticketIndexTables);
    await generation.apply(changes, { logId: 'log', position: events.at(-1)?.position ?? 0n });
    return { words: changes.filter((change) => 'words' in change).length, rows: rowsOf(database) };
  };
  const there = await filled(await derivedThere(ahead, ticketIndexProjection));
  const here = await filled(await derivedHere(store, ticketIndexProjection));
  t.deepEqual(there.rows, here.rows);
  t.deepEqual([there.words, here.words], [tickets + 1, 0]);
});

test('the writer reads on where the thread ends', async (t) => {
  const { store, ahead } = await opened(t);
  const all = await derivedHere(store, collectionsProjection);
  const oneBatch: ReadAhead = async function* (name, after, signal) {
    for await (const { events, caughtUp } of ahead(name, after, signal)) {
      yield { events: events.slice(0, 50), caughtUp };
      return;
    }
  };
  const events = await collected(
    readChanges(collectionsProjection, undefined, { store, ahead: oneBatch, signal: never }),
  );
  t.deepEqual(events, all);
});

test('the writer reads itself if the thread cannot, and the reason is reported', async (t) => {
  const { store, ahead, reported } = await opened(t, 'missing.db');
  const events = await collected(readChanges(ticketIndexProjection, undefined, { store, ahead, signal: never }));
  t.deepEqual(events, await derivedHere(store, ticketIndexProjection));
  t.true(reported.length > 0);
});

test('events before a damaged one are projected, which the writer reports', async (t) => {
  const { folder, store, ahead } = await opened(t);
  const log = openDatabase(join(folder, 'events.db'), 'full');
  log.exec(`UPDATE events SET data = '{' WHERE position = 200`);
  log.close();
  const positions: bigint[] = [];
  const reading = async () => {
    for await (const { events } of readChanges(ticketIndexProjection, undefined, { store, ahead, signal: never }))
      positions.push(...events.map(({ position }) => position));
  };
  await t.throwsAsync(reading(), { instanceOf: LogDamaged });
  t.is(positions.at(-1), 199n);
});
