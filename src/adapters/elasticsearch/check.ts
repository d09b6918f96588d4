import { errors } from '@elastic/elasticsearch';
import { finding } from '../../platform/server-trouble.ts';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';
import { type Elasticsearch, ElasticsearchError, mapErrors, openElasticsearch, timeoutsMs } from './connection.ts';
import { generationsInUse } from './generations.ts';
import { rolesIndex, stateIndex } from './indices.ts';
import { parseElasticsearchUrl } from './url.ts';

/** Asks for the version and checks that the indices can be read and written, on a separate connection. */
export const elasticsearchCheck = (url: string): ServerCheck => {
  const server = openElasticsearch(url);
  return {
    endpoint: endpointOf(url),
    attempt: async () => {
      const [version] = await Promise.all([versionOf(server), requireOpenIndices(server)]);
      return version;
    },
    close: server.close,
  };
};

/** One of several nodes may be away. */
const versionOf = async ({ client }: Elasticsearch): Promise<string | undefined> => {
  try {
    const { version } = await client.info({}, timeouts);
    // The hosted one without servers gives a number that says nothing.
    return version.build_flavor === 'serverless' ? undefined : version.number;
  } catch (error) {
    if (error instanceof errors.ResponseError && isElasticsearch(error)) return undefined;
    throw failureOf(error);
  }
};

const timeouts = { requestTimeout: timeoutsMs.read / 2 };

/** Throws if an index that is written is closed or blocked. Anything else is said by the request for the version, and by the projections. */
const requireOpenIndices = async ({ client, prefix }: Elasticsearch): Promise<void> => {
  try {
    const index = [
      rolesIndex(prefix),
      ...(await generationsInUse(client, prefix)).flatMap((name) => [name, stateIndex(name)]),
    ];
    const request = { index, ignore_unavailable: true, flat_settings: true, expand_wildcards: 'all' as const };
    const found = await mapErrors(client.indices.getSettings(request, timeouts));
    for (const { settings } of Object.values(found)) requireOpen(settings ?? {});
  } catch (error) {
    if (error instanceof ElasticsearchError && notUsable.has(error.type)) throw error;
  }
};

const notUsable = new Set(['index_closed_exception', 'cluster_block_exception']);

/** The block that Elasticsearch sets on a full disk is named by the writes that it refuses. */
const blocks = ['read_only', 'read', 'write', 'metadata'].map((name) => `index.blocks.${name}`);

const requireOpen = (settings: Readonly<Record<string, unknown>>): void => {
  const isSet = (name: string) => settings[name] === 'true';
  if (isSet('index.verified_before_close')) throw new ElasticsearchError(400, 'index_closed_exception');
  if (blocks.some(isSet)) throw new ElasticsearchError(403, 'cluster_block_exception');
};

/** A user may have rights on our indices only, and a distribution may lack this request. */
const isElasticsearch = ({ statusCode = 0, message, headers }: errors.ResponseError): boolean =>
  isProduct(headers) && [400, 403, 404, 405].includes(statusCode) && !message.includes('media_type_header_exception');

/** A proxy in front of a server answers without its header too: the server is down, or credentials are missing. */
const failureOf = (error: unknown): unknown => {
  if (!(error instanceof errors.ResponseError) || isProduct(error.headers)) return error;
  const { statusCode = 0, message } = error;
  const isTransient = statusCode === 401 || statusCode === 408 || statusCode === 429 || statusCode >= 500;
  return isTransient ? error : Object.assign(finding('speaksOtherwise'), { cause: new Error(message) });
};

const isProduct = (headers: errors.ResponseError['headers']): boolean =>
  headers?.['x-elastic-product'] === 'Elasticsearch';

const endpointOf = (url: string): ServerEndpoint => {
  const { hosts, tls, caFile, auth } = parseElasticsearchUrl(url);
  return {
    ...{ hosts, tls, caFile, hasCredentials: auth !== undefined },
    greeting: `GET / HTTP/1.1\r\nHost: ${hosts[0]?.host ?? ''}\r\nConnection: close\r\n\r\n`,
    isAnswer: (bytes) => bytes.toString('latin1').startsWith('HTTP/1.'),
  };
};
