import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { isTooOld } from '../../platform/server-trouble.ts';
import type { ServerCheck, ServerEndpoint } from '../../ports/server-check.ts';
import { callTimeoutMs, connect, optionsOf, withCallTimeout } from './client.ts';
import { logProgress } from './read.ts';

/** The preface of HTTP/2 and an empty frame of settings, which a server answers with its own. */
const greeting = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';

const settingsFrame = 4;

/** Reads the log's end on a separate connection. */
export const eventStoreDbCheck = (url: string): ServerCheck => {
  const endpoint = endpointOf(url);
  const client = connect(url);
  const { probe } = logProgress(client);
  return {
    endpoint,
    attempt: async () => {
      try {
        await probe();
        return (await versionOf(client)) ?? (await versionByHttp(endpoint));
      } catch (error) {
        // Servers before 20 do not speak gRPC at all.
        const version = await versionByHttp(endpoint);
        if (version === undefined || !isTooOld('eventstoredb', version)) throw error;
        return version;
      }
    },
    close: () => withCallTimeout(client.dispose(), 1_000).catch(() => undefined),
  };
};

const endpointOf = (url: string): ServerEndpoint => {
  const { credentials, hosts, options } = optionsOf(url);
  return {
    hosts: hosts.map((one) => {
      const [host = '', port = '2113'] = one.split(':');
      return { host, port: Number(port) };
    }),
    tls: options.get('tls') !== 'false',
    caFile: options.get('tlscafile'),
    protocols: ['h2', 'http/1.1'],
    hasCredentials: credentials !== undefined,
    greeting,
    isAnswer: (bytes) => bytes[3] === settingsFrame,
  };
};

/** Servers since 21.10 name it; undefined if it is unknown. */
const versionOf = async (client: EventStoreDBClient): Promise<string | undefined> => {
  const { capabilities } = client as unknown as { readonly capabilities: Promise<{ readonly serverVersion: string }> };
  const features = await withCallTimeout(capabilities).catch(() => undefined);
  return features?.serverVersion === 'unknown' ? undefined : features?.serverVersion;
};

/** The version that a server gives over HTTP/1.1 to everybody; undefined if there is no such answer. */
const versionByHttp = ({ hosts: [first], tls, caFile }: ServerEndpoint): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (!first) {
      resolve(undefined);
      return;
    }
    const options = { ...first, path: '/info', timeout: callTimeoutMs / 5 };
    const sent = tls
      ? requestTls({ ...options, ...(caFile !== undefined && { ca: readFileSync(caFile) }) })
      : requestPlain(options);
    const giveUp = () => {
      sent.destroy();
      resolve(undefined);
    };
    sent.once('timeout', giveUp).once('error', giveUp);
    sent.once('response', (response) => {
      response.setEncoding('utf8').once('error', giveUp).once('end', giveUp);
      response.once('data', (text: string) => {
        resolve(/"esVersion"\s*:\s*"([^"]+)"/i.exec(text)?.[1]);
        sent.destroy();
      });
    });
    sent.end();
  });
