import { readFileSync } from 'node:fs';
import { Client, errors } from '@elastic/elasticsearch';
import { Unavailable } from '../../domain/errors.ts';

/** The indices of one service: all their names begin with the prefix. */
export type Elasticsearch = {
  readonly client: Client;
  readonly prefix: string;
  readonly close: () => Promise<void>;
};

/** Milliseconds that a response may take: to a read; to a bulk of writes or a refresh; to the creation or deletion of an index. */
export const timeoutsMs = { read: 10_000, write: 20_000, index: 60_000 };

/**
 * A client for a server's URL, which may hold credentials, the prefix of all indices (`precedent` without one) and the file of the certificate authorities:
 * `https://user:password@host:9200/prefix?tlsCAFile=/path/to/ca.pem` or `https://host:9200/prefix?api_key=…`. Connects at the first request, keeps connections open, and
 * repeats a request once if its connection was closed. Throws if the prefix is not a valid name.
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
  const caFile = searchParams.get('tlsCAFile');
  const longest = new Client({
    ...{ node: origin, requestTimeout: timeoutsMs.index, maxRetries: 1 },
    ...(auth && { auth }),
    ...(caFile !== null && { tls: { ca: readFileSync(caFile) } }),
  });
  // No request waits longer than the timeout of the client that opened its connection.
  const client = longest.child({ requestTimeout: timeoutsMs.read });
  return { client, prefix, close: () => client.close() };
};

/** Elasticsearch blocks writes to an index once its disk is 95 % full, and removes the block below 90 %; older releases answer 403. */
const isWriteBlock = (status: number, type: string): boolean =>
  type === 'cluster_block_exception' && (status === 429 || status === 403);

/** Elasticsearch refused or failed a request. Without its reason, which may quote a document. */
export class ElasticsearchError extends Unavailable {
  readonly type: string;
  constructor(status: number, type: string) {
    super(
      isWriteBlock(status, type)
        ? 'Elasticsearch is read-only: its disk is full'
        : `Elasticsearch answered ${status} (${type})`,
    );
    this.type = type;
  }
}

/** The result of a request. Throws ElasticsearchError, or Unavailable if there was no response, without address or credentials. */
export const mapErrors = async <Result>(request: Promise<Result>): Promise<Result> => {
  try {
    return await request;
  } catch (error) {
    throw failureOf(error);
  }
};

const failureOf = (error: unknown): unknown => {
  if (error instanceof errors.ResponseError) {
    return new ElasticsearchError(error.statusCode ?? 0, errorType(error.body));
  }
  return error instanceof errors.ElasticsearchClientError ? unavailable() : error;
};

/** The error for callers of the service, whatever failed. */
export const unavailable = (): Unavailable => new Unavailable('Elasticsearch did not answer');

/** The class of the error in a response body. */
export const errorType = (body: unknown): string => {
  const error = (body as { readonly error?: { readonly type?: unknown } } | null | undefined)?.error;
  return typeof error?.type === 'string' ? error.type : 'unknown';
};
