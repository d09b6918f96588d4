import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from './config.ts';

/** What a person wants to know when the service has started: where it listens, what each store is and where it lies, and which model answers. */
export const describeStart = (
  config: Config,
  address: AddressInfo | string | null,
  { model, configured }: { readonly model: string; readonly configured?: string },
): readonly string[] => {
  const folder = resolve(config.dataDir);
  const { gateway, rateLimitPerMinute } = config;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const port = typeof address === 'object' && address ? address.port : config.port;
  const { eventStore, mongodb, elasticsearch, redis } = config.servers;
  const server = (name: string, url: string) => `${name} at ${hostOf(url)}`;
  const limit = `${rateLimitPerMinute} requests a minute and address`;
  return [
    `Precedent listens on http://${host}:${port}`,
    ...(config.role === 'all' ? [] : [`  role           ${config.role}`]),
    `  event log      ${eventStore ? server('EventStoreDB', eventStore) : `SQLite, ${folder}/events.db`}`,
    `  read models    ${mongodb ? server('MongoDB', mongodb) : `SQLite, ${folder}/views.db`}`,
    `  vector index   ${elasticsearch ? server('Elasticsearch', elasticsearch) : `SQLite, ${folder}/views.db`}`,
    `  rate limiter   ${rateLimitPerMinute === 0 ? 'off' : `${redis ? server('Redis', redis) : 'in this process'}, ${limit}`}`,
    gateway
      ? `  model          ${gateway.embeddingModel} and ${gateway.chatModel} behind ${new URL(gateway.url).host}`
      : '  model          local-1 in this process, answers taken from the best source (set GATEWAY_URL for a language model)',
    ...(configured === undefined
      ? []
      : [`  in use         ${model}: it made the first vectors and stays in use, though ${configured} is configured`]),
    ...(config.metricsPort === undefined ? [] : [`  metrics        http://127.0.0.1:${config.metricsPort}/metrics`]),
    `  API            http://${host}:${port}/api/docs`,
  ];
};

/** Where a server is, without the user and password that its address may hold. */
const hostOf = (url: string): string =>
  url
    .replace(/^[^/]*\/\//, '')
    .replace(/^[^/]*@/, '')
    .replace(/[/?].*$/s, '');

type Progress = { readonly projection: string; readonly position: bigint; readonly goal: bigint };

/** Tells of a rebuild before the service listens, at most once a second. */
export const rebuildLine = (say: (line: string) => void): ((progress: Progress) => void) => {
  let last = Date.now();
  return ({ projection, position, goal }) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    say(`Rebuilding ${projection}: ${Number((position * 100n) / (goal || 1n))} % of ${goal} events`);
  };
};
