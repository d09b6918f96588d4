import { readFileSync } from 'node:fs';
import { Client, errors } from '@elastic/elasticsearch';
import { Unavailable } from '../../domain/errors.ts';
import { diagnoses, servers } from '../../platform/server-diagnoses.ts';
import { parseElasticsearchUrl } from './url.ts';

/** The indices of one service: all their names begin with the prefix. */
export type Elasticsearch = {
  readonly client: Client;
  readonly prefix: string;
  readonly close: () => Promise<void>;
};

/** Milliseconds that a response may take: to a read; to a bulk of writes or a refresh; to the creation or deletion of an index. */
export const timeoutsMs = { read: 10_000, write: 20_000, index: 60_000 };

/**
 * A client for the nodes of `parseElasticsearchUrl`. Connects at the first request, keeps connections open, and repeats a request if its connection was
 * closed, at each of the nodes. Throws what the parser throws.
 */
export const openElasticsearch = (url: string): Elasticsearch => {
  const { nodes, prefix, auth, caFile } = parseElasticsearchUrl(url);
  const longest = new Client({
    ...{ nodes: [...nodes], requestTimeout: timeoutsMs.index, maxRetries: Math.max(1, nodes.length - 1) },
    ...(auth && { auth }),
    ...(caFile !== undefined && { tls: { ca: readFileSync(caFile) } }),
  });
  // No request waits longer than the timeout of the client that opened its connection.
  const client = longest.child({ requestTimeout: timeoutsMs.read });
  return { client, prefix, close: () => client.close() };
};

/** Elasticsearch refused or failed a request. Without its reason, which may quote a document. */
export class ElasticsearchError extends Unavailable {
  readonly type: string;
  constructor(status: number, type: string) {
    super(messageOf(status, type));
    this.type = type;
  }
}

/**
 * What an operator can change is said in their words. Elasticsearch itself blocks writes to an index (429) once its disk is 95 % full, and removes the block
 * below 90 %; the other blocks (403) are settings.
 */
const messageOf = (status: number, type: string): string => {
  if (type === 'cluster_block_exception' && status === 429) return 'Elasticsearch is read-only: its disk is full';
  if (type === 'cluster_block_exception' && status === 403)
    return diagnoses['index blocked'].describe(servers.elasticsearch);
  if (type === 'index_closed_exception') return diagnoses['index closed'].describe(servers.elasticsearch);
  return `Elasticsearch answered ${status} (${type})`;
};

/** An answer had more bytes than its request allows (`maxResponseSize`); the rest was not read. */
export class AnswerTooLarge extends Error {}

/** The result of a request. Throws ElasticsearchError, AnswerTooLarge, or Unavailable if there was no response, without address or credentials. */
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
  // No request is aborted otherwise.
  if (error instanceof errors.RequestAbortedError) return new AnswerTooLarge();
  return error instanceof errors.ElasticsearchClientError ? unavailable() : error;
};

/** The error for clients of the service. */
export const unavailable = (): Unavailable => new Unavailable('Elasticsearch did not answer');

/** The class of the error in a response body. */
export const errorType = (body: unknown): string => {
  const error = (body as { readonly error?: { readonly type?: unknown } } | null | undefined)?.error;
  return typeof error?.type === 'string' ? error.type : 'unknown';
};
