import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newFileStates } from '../../src/adapters/sqlite/file-health.ts';
import { openWriter } from '../../src/composition/open-writer.ts';
import { openStores } from '../../src/composition/stores.ts';
import { parseConfig } from '../../src/config.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { uuidV5 } from '../../src/platform/uuid.ts';
import type { Append } from '../../src/ports/event-store.ts';
import type { ProjectionName } from '../../src/ports/read-your-writes.ts';
import { dropReadModels, type StoreVariables } from './bench-stores.ts';
import { answerJob } from './child-job.ts';

/** The folder of a stopped service and its other stores; first `accounts` accounts with a collection each are added to its log. */
export type ReplayJob = { readonly folder: string; readonly environment: StoreVariables; readonly accounts: number };

/** Events a second: each projection replayed into a second generation, with the parity check, and all at once from empty read models. */
export type ReplayResult = Readonly<Record<(typeof replayed)[number] | 'rebuild' | 'events', number>>;

const replayed = ['accounts', 'collections', 'ticket-index'] as const satisfies readonly ProjectionName[];

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

type Stores = Pick<ReplayJob, 'folder' | 'environment'>;

const configOf = ({ folder, environment }: Stores) => parseConfig({ ...environment, DATA_DIR: folder });

const warn = (message: string, fields: Readonly<Record<string, unknown>> = {}) => console.error(message, fields);

const open = async (stores: Stores) => {
  const writer = await openWriter(configOf(stores), { rebuilding: () => undefined, warn }, { purge: false });
  await writer.projecting;
  return writer.methods;
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
};

const countOf = async (stores: Stores): Promise<number> => {
  const { log, close } = await openStores(configOf(stores), {
    onError: (error) => warn(String(error)),
    onViewsDamaged: (name) => warn(name),
    fileStates: newFileStates(),
  });
  let count = 0;
  for await (const { events, caughtUp } of log.subscribe(undefined, new AbortController().signal)) {
    count += events.length;
    if (caughtUp) break;
  }
  await close();
  return count;
};

const emptyReadModels = async ({ folder, environment }: Stores): Promise<void> => {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('views'))) rmSync(join(folder, name));
  await dropReadModels(environment);
};

answerJob(async ({ accounts, ...stores }: ReplayJob): Promise<ReplayResult> => {
  let writer = await open(stores);
  for (let first = 0; first < accounts; first += 1_000) {
    const length = Math.min(1_000, accounts - first);
    await writer.appendAll(Array.from({ length }, (_, index) => appendsOf(first + index)).flat());
  }
  await writer.stop();
  const events = await countOf(stores);

  await emptyReadModels(stores);
  const rebuild = await secondsOf(async () => (writer = await open(stores)));
  const seconds: number[] = [];
  for (const name of replayed) {
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
