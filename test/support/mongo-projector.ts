import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { collectionDocuments } from '../../src/adapters/mongodb/collection-documents.ts';
import { mongoCollections } from '../../src/adapters/mongodb/collections.ts';
import { openMongo } from '../../src/adapters/mongodb/connection.ts';
import { mongoReadModel } from '../../src/adapters/mongodb/read-model.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import type { Fact } from '../../src/domain/events.ts';
import type { EventStore, LogProgress } from '../../src/ports/event-store.ts';
import { collectionsProjection } from '../../projections/collections.ts';
import { type Leadership, singleProcess } from '../../projections/leadership.ts';
import { runProjection } from '../../projections/projector.ts';
import { collectionCreated, newEvent, ticketStored } from './events.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Log = EventStore & LogProgress;

/** A log of a test's own. */
export const openLog = (t: ExecutionContext): Log => {
  const file = openDatabase(join(temporaryFolder(t), 'events.db'), 'full');
  t.teardown(() => file.close());
  return sqliteEventStore(file, () => undefined);
};

/** Appends facts to streams of their own; returns the last position. */
export const append = async (log: Log, facts: readonly Fact[]): Promise<bigint> => {
  const outcomes = await log.appendAll(
    facts.map((fact) => ({ stream: `any-${randomUUID()}`, expected: 'no stream', events: [newEvent(fact)] })),
  );
  const last = outcomes.at(-1);
  return last?.outcome === 'appended' ? last.position : 0n;
};

/** A process that projects the collections into MongoDB, with its own connection. */
export const projector = (
  t: ExecutionContext,
  url: string,
  log: Log,
  leadership: (signal: AbortSignal) => Leadership = singleProcess,
) => {
  const { db, close } = openMongo(url);
  const stop = new AbortController();
  const model = mongoReadModel(db, collectionDocuments);
  const projection = runProjection(collectionsProjection, model, {
    ...{
      store: log,
      logId: 'log',
      signal: stop.signal,
      leadership: leadership(stop.signal),
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
  return { projection, model, db, collections: mongoCollections(db) };
};

/** Tickets that are stored at once. */
const batchSize = 20;

/** Uploads into one collection, as the log sees them. */
export const uploads = (log: Log) => {
  const [collectionId, tenantId] = [randomUUID(), randomUUID()];
  let stored = 0;
  return {
    collectionId,
    stored: () => stored,
    begin: () => append(log, [collectionCreated(collectionId, tenantId)]),
    more: () => {
      const first = stored + 1;
      stored += batchSize;
      const tickets = Array.from({ length: batchSize }, (_, index) =>
        ticketStored({ tenantId, collectionId, ticketId: String(first + index) }),
      );
      return append(log, tickets);
    },
  };
};
