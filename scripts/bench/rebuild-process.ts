import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import { eventStoreDbEventStore } from '../../src/adapters/eventstoredb/event-store.ts';
import { ownStreams } from '../../src/adapters/eventstoredb/recorded-event.ts';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteEventStore } from '../../src/adapters/sqlite/log/event-store.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { parseConfig } from '../../src/config.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import { eventLog } from '../../test/support/eventstoredb-double/log.ts';
import { dropReadModels, type StoreVariables } from './bench-stores.ts';
import { answerJob } from './child-job.ts';

/**
 * `copy`: the first `most` events of a stopped service's folder into the file of a double of EventStoreDB. `bare read`: the whole log with the client
 * alone. `rebuild`: all read models from nothing, until the service would listen.
 */
export type RebuildJob =
  | { readonly kind: 'copy'; readonly folder: string; readonly file: string; readonly most: number }
  | { readonly kind: 'bare read'; readonly url: string }
  | { readonly kind: 'rebuild'; readonly environment: StoreVariables };

/** Processor time is that of this process, in seconds like the other; `events` are those copied or read. */
export type RebuildResult = { readonly seconds: number; readonly processorSeconds: number; readonly events: number };

const measured = async (work: () => Promise<number>): Promise<RebuildResult> => {
  const [start, processor] = [performance.now(), process.cpuUsage()];
  const events = await work();
  const { user, system } = process.cpuUsage(processor);
  return { seconds: (performance.now() - start) / 1_000, processorSeconds: (user + system) / 1_000_000, events };
};

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

const copy = async (folder: string, file: string, most: number): Promise<number> => {
  const database = openDatabase(join(folder, 'events.db'), 'full');
  const target = eventLog(file);
  let copied = 0;
  const { subscribe } = sqliteEventStore(database, (error) => console.error(error));
  for await (const { events, caughtUp } of subscribe(undefined, new AbortController().signal)) {
    for (const { id, type, stream, data, metadata } of events.slice(0, most - copied)) {
      const event = { id, type, contentType: 'application/json', data: bytesOf(data), metadata: bytesOf(metadata) };
      target.append(stream, 'any', [event]);
      copied += 1;
    }
    if (caughtUp || copied >= most) break;
  }
  database.close();
  return copied;
};

const countOf = async (store: Pick<EventStore, 'subscribe'>): Promise<number> => {
  let count = 0;
  for await (const { events, caughtUp } of store.subscribe(undefined, new AbortController().signal)) {
    count += events.length;
    if (caughtUp) break;
  }
  return count;
};

const bareRead = async (url: string): Promise<RebuildResult> => {
  const store = eventStoreDbEventStore(url, (error) => console.error(String(error)));
  const count = await countOf(store);
  await store.close();
  const client = EventStoreDBClient.connectionString(url);
  const filter = streamNameFilter({ regex: ownStreams.source });
  const result = await measured(async () => {
    const subscription = client.subscribeToAll({ fromPosition: START, filter });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let read = 0;
    subscription.on('error', reject);
    subscription.on('data', () => {
      read += 1;
      if (read === count) resolve(read);
    });
    const events = await promise;
    await subscription.unsubscribe();
    return events;
  });
  await client.dispose();
  return result;
};

const rebuild = async (environment: StoreVariables): Promise<RebuildResult> => {
  await dropReadModels(environment);
  const folder = mkdtempSync(join(tmpdir(), 'precedent-'));
  const warn = (message: string, fields: object) => console.error(message, fields);
  try {
    const config = parseConfig({ ...environment, DATA_DIR: folder });
    const events = new Map<string, number>();
    const rebuilding = (projection: string, progress: { readonly events: number }) =>
      events.set(projection, progress.events);
    let stop = () => Promise.resolve();
    const result = await measured(async () => {
      const { methods, projecting } = await openWriter(config, { rebuilding, warn }, { purge: false });
      ({ stop } = methods);
      await projecting;
      return Math.max(...events.values());
    });
    await stop();
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

answerJob(async (job: RebuildJob): Promise<RebuildResult> => {
  if (job.kind === 'copy') return measured(() => copy(job.folder, job.file, job.most));
  return job.kind === 'bare read' ? bareRead(job.url) : rebuild(job.environment);
});
