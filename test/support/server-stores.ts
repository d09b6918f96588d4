import { randomBytes, randomInt } from 'node:crypto';
import { startDoubleProcess } from './eventstoredb-double/double-process.ts';

/** The variables of one service under test on servers. */
type Environment = Readonly<Record<string, string>>;

/** Set by the run of the HTTP suite on servers; the URLs come from `servers env`. */
export const onServers = process.env['TEST_STORES'] === 'servers';

/** A count for tests of many tickets: smaller in the gate, whole in `npm run soak`. */
export const sizeInGate = (whole: number, inGate: number): number =>
  process.env['TEST_SIZE'] === 'whole' ? whole : inGate;

/** The same for what is smaller on servers only, where each request costs several times as much. */
export const sizeOnServers = (whole: number, inGate: number): number => (onServers ? sizeInGate(whole, inGate) : whole);

const opened = new Map<string, Promise<Environment>>();

/** Stores that belong to a folder, so that a service started again on it finds them: one log (a new one without `log`), and separate names in shared servers. */
export const serverStoresOf = (folder: string, log = process.env['EVENTSTORE_URL']): Promise<Environment> => {
  const stores = opened.get(folder) ?? open(log);
  opened.set(folder, stores);
  return stores;
};

const open = async (log: string | undefined): Promise<Environment> => {
  const name = `t${randomBytes(6).toString('hex')}`;
  const { MONGODB_URL: mongodb, ELASTICSEARCH_URL: elasticsearch, REDIS_URL: redis } = process.env;
  const environment: Record<string, string> = {
    EVENTSTORE_URL: log ?? (await startDoubleProcess()).url,
    JWT_SECRET: randomBytes(24).toString('hex'),
    DATA_KEY: randomBytes(32).toString('hex'),
  };
  if (mongodb !== undefined)
    environment['MONGODB_URL'] = Object.assign(new URL(mongodb), { pathname: `/${name}` }).href;
  if (elasticsearch !== undefined) environment['ELASTICSEARCH_URL'] = new URL(`/${name}`, elasticsearch).href;
  // Failed logins count by address: a service that files share has a database of its own, and those of single files seldom meet in theirs.
  const database = process.env['TEST_SERVICE'] === undefined ? 0 : 1 + randomInt(15);
  if (redis !== undefined) environment['REDIS_URL'] = new URL(`/${database}`, redis).href;
  return environment;
};
