import { Client } from '@elastic/elasticsearch';

/** The indices of one service: all their names begin with the prefix. */
export type Elasticsearch = {
  readonly client: Client;
  readonly prefix: string;
  readonly close: () => Promise<void>;
};

/** How long an answer is waited for, in milliseconds: to a read, to a bulk of writes or a refresh, to the making or dropping of an index. */
export const patience = { reading: 10_000, writing: 20_000, building: 60_000 };

/**
 * A client for the server that a URL names, which may hold credentials and the prefix of all indices (`precedent` without one):
 * `https://user:password@host:9200/prefix` or `https://host:9200/prefix?api_key=…`. Nothing is asked before the first call; connections are
 * kept open, and what met a dead one is asked once more.
 */
export const openElasticsearch = (url: string): Elasticsearch => {
  const { origin, pathname, searchParams, username, password } = new URL(url);
  const prefix = pathname.replace(/^\/|\/$/g, '') || 'precedent';
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/.test(prefix)) {
    throw new Error('The path of an Elasticsearch address must be lower-case letters, digits, - and _');
  }
  const apiKey = searchParams.get('api_key');
  const user = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const auth = apiKey === null ? (username === '' ? undefined : user) : { apiKey };
  const all = new Client({ node: origin, ...(auth && { auth }), requestTimeout: patience.building, maxRetries: 1 });
  // A connection never waits longer than its first client may, whatever a single request says.
  const client = all.child({ requestTimeout: patience.reading });
  return { client, prefix, close: () => client.close() };
};
