import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

// The clients are loaded if they are used: they are more than half of what a child process of the bench loads.
const openElasticsearch = async (url: string) =>
  (await import('../../src/adapters/elasticsearch/connection.ts')).openElasticsearch(url);
const openMongo = async (url: string) => (await import('../../src/adapters/mongodb/connection.ts')).openMongo(url);
const startDouble = async () => (await import('../../test/support/eventstoredb-double/double.ts')).startDouble();

/** The variables of a service that name its stores. */
export type StoreVariables = Readonly<Record<string, string>>;

/** The stores of one service outside of its folder. */
export type BenchStores = {
  readonly environment: StoreVariables;
  /** Resolves when background work after writes has ended, which would slow down a measurement. */
  readonly settled: () => Promise<void>;
  readonly drop: () => Promise<void>;
};

export const serverVariables = ['EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL', 'REDIS_URL'] as const;

/** Everything embedded in the folder. */
export const embeddedStores = (): Promise<BenchStores> =>
  Promise.resolve({ environment: {}, settled: () => Promise.resolve(), drop: () => Promise.resolve() });

/** The servers whose URLs an environment has, under a unique name; other stores are embedded. Redis is not cleared: its keys expire within a minute. */
export const serverStores = async (env: NodeJS.ProcessEnv): Promise<BenchStores> => {
  const name = `bench-${randomBytes(6).toString('hex')}`;
  const [log, mongodb, elasticsearch, redis] = serverVariables.map((variable) => env[variable]);
  const double = log === 'double' ? await startDouble() : undefined;
  const eventStore = double?.url ?? log;
  const environment = {
    JWT_SECRET: randomBytes(24).toString('hex'),
    DATA_KEY: randomBytes(32).toString('hex'),
    ...(eventStore && { EVENTSTORE_URL: eventStore }),
    ...(mongodb && { MONGODB_URL: Object.assign(new URL(mongodb), { pathname: `/${name}` }).href }),
    ...(elasticsearch && { ELASTICSEARCH_URL: Object.assign(new URL(elasticsearch), { pathname: `/${name}` }).href }),
    // Without a limit Redis would not be asked.
    ...(redis && { REDIS_URL: redis, RATE_LIMIT_PER_MINUTE: '1000000' }),
  };
  return {
    environment,
    settled: () => merged(environment),
    drop: async () => {
      // A failure here must not lose the results.
      await dropReadModels(environment).catch((error: unknown) =>
        console.error(`${name} was not dropped: ${String(error)}`),
      );
      double?.close();
    },
  };
};

/** Removes the read models that a service has on servers; none may be running. */
export const dropReadModels = async ({ MONGODB_URL: mongodb, ELASTICSEARCH_URL: elasticsearch }: StoreVariables) => {
  if (elasticsearch !== undefined) await dropIndices(elasticsearch);
  if (mongodb === undefined) return;
  const { db, close } = await openMongo(mongodb);
  try {
    await withRepeats(() => db.dropDatabase());
  } finally {
    await close();
  }
};

/** A slow server completes a request after its time-out: a repeat succeeds in the end. */
const withRepeats = async (work: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
};

const dropIndices = async (url: string): Promise<void> => {
  const { client, prefix, close } = await openElasticsearch(url);
  const index = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  if (index.length > 0) await client.indices.delete({ index }, { requestTimeout: 60_000 });
  await close();
};

/** Resolves when two successive polls find no merge of segments in Elasticsearch. */
const merged = async ({ ELASTICSEARCH_URL: elasticsearch }: StoreVariables): Promise<void> => {
  if (elasticsearch === undefined) return;
  const { client, prefix, close } = await openElasticsearch(elasticsearch);
  for (let quiet = 0; quiet < 2;) {
    await setTimeout(1_000);
    const { _all: all } = await client.indices.stats({ index: `${prefix}-*`, metric: 'merge' });
    quiet = all.primaries?.merges?.current === 0 ? quiet + 1 : 0;
  }
  await close();
};
