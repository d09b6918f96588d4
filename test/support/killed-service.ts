import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { call, newCollection, newUser } from './api.ts';
import { startDouble } from './eventstoredb-double/double.ts';
import type { Strike } from './eventstoredb-double/faults.ts';
import type { Proposed } from './eventstoredb-double/log.ts';
import { freshMongo } from './mongo.ts';
import { serverStoresOf } from './server-stores.ts';
import { type Service, startService } from './service.ts';

/** Where a process is killed, by what it has just sent to the log; then it is started again, or one that runs beside it takes over. */
export type Moment = {
  readonly name: string;
  readonly at: Strike;
  readonly isMeant?: (events: readonly Proposed[]) => boolean;
};
export type Kill = Moment & { readonly takesOver: boolean };

/** A service with a collection, on servers that the test can look into; requests go to the newest process. */
export const openKilledService = async (t: ExecutionContext) => {
  const double = await startDouble();
  t.teardown(double.close);
  const stores = await serverStoresOf(randomUUID(), double.url);
  const { MONGODB_URL: mongodb = '', ELASTICSEARCH_URL: elasticsearch = '' } = stores;
  const db = freshMongo(t, mongodb, new URL(mongodb).pathname.slice(1));
  const elastic = openElasticsearch(elasticsearch);
  t.teardown(elastic.close);
  const processes: Service[] = [];
  t.teardown(() => Promise.all(processes.map(({ kill }) => kill())));
  const start = async () => {
    processes.push(await startService(stores));
  };
  const newest = () => processes.at(-1) as Service;
  await start();
  const user = await newUser(newest().url);
  const collection = await newCollection(newest().url, user);
  const ask = (endpoint: string, options = {}) => {
    const [method, rest] = endpoint.split(' ');
    const full = `${method} /api/collections/${collection}${rest}`;
    return call(newest().url, full, { credential: user.token, ...options });
  };
  /** Kills the process that works at a moment; `work` makes it come. Resolves when another one answers. */
  const killAt = async ({ name, at, isMeant, takesOver }: Kill, work: () => Promise<unknown>): Promise<void> => {
    const worker = newest();
    if (takesOver) await start();
    const killed = double.faults.strikeNext(at, isMeant).then(worker.kill);
    // A request may be cut off with the process.
    const asked = work().catch(() => undefined);
    await until(`${name}: not reached`, () => Promise.race([killed.then(() => true), setTimeout(1_000, undefined)]));
    await asked;
    if (takesOver) return;
    // As if the time of the killed process' right to project were over.
    await db.collection('leases').deleteMany({});
    await start();
  };
  return { double, db, elastic, processes, ask, collection, user, killAt };
};

/** Looks until there is a value, less and less often, since each look asks all servers; throws after four minutes. */
export const until = async <Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> => {
  const end = Date.now() + 240_000;
  for (let pauseMs = 100; Date.now() < end; pauseMs = Math.min(2 * pauseMs, 1_000)) {
    const found = await look();
    if (found !== undefined) return found;
    await setTimeout(pauseMs);
  }
  throw new Error(what);
};
