import { errors } from '@elastic/elasticsearch';
import { finding } from '../../domain/server-trouble.ts';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';
import { openElasticsearch, timeoutsMs } from './connection.ts';

/** Asks for the version with a connection of its own. */
export const elasticsearchCheck = (url: string): ServerCheck => {
  const { client, close } = openElasticsearch(url);
  return {
    endpoint: endpointOf(url),
    attempt: async () => {
      try {
        const { version } = await client.info({}, { requestTimeout: timeoutsMs.read / 2, maxRetries: 0 });
        // The hosted one without servers gives a number that says nothing.
        return version.build_flavor === 'serverless' ? undefined : version.number;
      } catch (error) {
        if (error instanceof errors.ResponseError && isElasticsearch(error)) return undefined;
        throw failureOf(error);
      }
    },
    close,
  };
};

/** A user may have rights on our indices only, and a distribution may lack this request. */
const isElasticsearch = ({ statusCode = 0, message, headers }: errors.ResponseError): boolean =>
  isProduct(headers) && [400, 403, 404, 405].includes(statusCode) && !message.includes('media_type_header_exception');

/** What is in front of a server answers without its header too: that the server is away, or that credentials are missing. */
const failureOf = (error: unknown): unknown => {
  if (!(error instanceof errors.ResponseError) || isProduct(error.headers)) return error;
  const { statusCode = 0, message } = error;
  const isTransient = statusCode === 401 || statusCode === 408 || statusCode === 429 || statusCode >= 500;
  return isTransient ? error : Object.assign(finding('speaksOtherwise'), { cause: new Error(message) });
};

const isProduct = (headers: errors.ResponseError['headers']): boolean =>
  headers?.['x-elastic-product'] === 'Elasticsearch';

const endpointOf = (url: string): ServerEndpoint => {
  const { protocol, hostname, port, username, searchParams } = new URL(url);
  const tls = protocol === 'https:';
  return {
    hosts: [{ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || (tls ? 443 : 80)) }],
    tls,
    caFile: searchParams.get('tlsCAFile') ?? undefined,
    hasCredentials: username !== '' || searchParams.has('api_key'),
    greeting: `GET / HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`,
    isAnswer: (bytes) => bytes.toString('latin1').startsWith('HTTP/1.'),
  };
};
