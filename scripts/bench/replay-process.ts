import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { uuidV5 } from '../../src/domain/uuid.ts';
import type { Append } from '../../src/ports/event-store.ts';
import type { ProjectionName } from '../../src/ports/projected.ts';
import { embeddedIn } from '../../src/workers/open-stores.ts';
import { openWriter } from '../../src/workers/open-writer.ts';
import { answerJob } from './child-job.ts';

/** A folder that no service runs on; `accounts` are first added to its log, each with a collection. */
export type ReplayJob = { readonly folder: string; readonly accounts: number };

/** Events a second: each projection replayed beside what it replaces, parity included, and all of them at once from an empty views.db. */
export type ReplayResult = Readonly<Record<ProjectionName | 'rebuild', number>> & { readonly events: number };

const namespace = '6b1f5c5e-3f57-4f0e-9d52-5b8a1f0f7c11';

const appendsOf = (number: number): readonly Append[] => {
  const userId = uuidV5(namespace, `user ${number}`);
  const collectionId = uuidV5(namespace, `collection ${number}`);
  const email = `user-${number}@example.com`;
  const metadata = { at: '2026-01-01T00:00:00.000Z', commandId: userId, tenantId: userId };
  const credentials = { passwordHash: 'h'.repeat(97), sealedApiKey: 's'.repeat(80), apiKeyFingerprint: userId };
  const user = { type: 'UserRegistered', data: { userId, email, plan: 'free', ...credentials } } as const;
  const collection = { type: 'CollectionCreated', data: { collectionId, userId, name: 'Поддержка' } } as const;
  return [
    { stream: streamOf.account(email), expected: 'no stream', events: [{ ...user, id: userId, metadata }] },
    {
      stream: streamOf.collection(collectionId),
      expected: 'no stream',
      events: [{ ...collection, id: collectionId, metadata }],
    },
  ];
};

const open = async (folder: string) => {
  const warn = (message: string) => console.error(message);
  const writer = await openWriter(embeddedIn(folder), { rebuilding: () => undefined, warn }, { purge: false });
  await writer.projecting;
  return writer.methods;
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
};

const countOf = (folder: string): number => {
  const log = openDatabase(join(folder, 'events.db'), 'read');
  const count = log.prepare('SELECT count(*) AS count FROM events').get()?.['count'] as number;
  log.close();
  return count;
};

answerJob(async ({ folder, accounts }: ReplayJob): Promise<ReplayResult> => {
  let writer = await open(folder);
  for (let first = 0; first < accounts; first += 1_000) {
    await writer.appendAll(Array.from({ length: 1_000 }, (_, index) => appendsOf(first + index)).flat());
  }
  await writer.stop();
  const events = countOf(folder);

  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `views.db${ending}`), { force: true });
  const rebuild = await secondsOf(async () => (writer = await open(folder)));
  const seconds: number[] = [];
  for (const name of ['accounts', 'collections', 'ticket-index'] as const) {
    seconds.push(await secondsOf(() => writer.operate({ operation: 'replay', projection: name, accept: false })));
  }
  await writer.stop();
  const rate = (took = Number.NaN) => events / took;
  const [ofAccounts, ofCollections, ofTickets] = seconds.map(rate);
  return {
    events,
    rebuild: rate(rebuild),
    accounts: ofAccounts ?? 0,
    collections: ofCollections ?? 0,
    'ticket-index': ofTickets ?? 0,
  };
});
