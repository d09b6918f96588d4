import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { progressMeter, type ProgressMeter, formatProgress } from './platform/progress-meter.ts';
import type { Readiness } from './ports/readiness.ts';

type Started = {
  readonly address: AddressInfo | string | null;
  readonly model: Readiness['model'];
  readonly version: string;
};

/** The lines printed when the service has started: its version and address, each store and its location, and the model in use. */
export const startLines = (config: Config, { address, model: used, version }: Started): readonly string[] => {
  const { model, configured } = used;
  const { eventStore, mongodb, elasticsearch } = config.servers;
  const host = inUrl(config.host);
  const port = typeof address === 'object' && address ? address.port : config.port;
  const storeLine = (name: string, url: string | undefined, file: string) =>
    url === undefined ? `SQLite, ${resolve(config.dataDir)}/${file}` : `${name} at ${hostOf(url)}`;
  return [
    `Precedent ${version} listens on http://${host}:${port}`,
    ...(config.role === 'all' ? [] : [`  role           ${config.role}`]),
    `  event log      ${storeLine('EventStoreDB', eventStore, 'events.db')}`,
    `  read models    ${storeLine('MongoDB', mongodb, 'views-*.db')}`,
    `  vector index   ${storeLine('Elasticsearch', elasticsearch, 'views-*.db')}`,
    `  rate limiter   ${limiterLine(config)}`,
    `  model          ${modelLine(config)}`,
    ...(configured === undefined ? [] : [`  in use         ${inUseLine(model, configured)}`]),
    ...(config.metrics ? [`  metrics        http://${inUrl(config.metrics.host)}:${config.metrics.port}/metrics`] : []),
    `  API            http://${host}:${port}/api/docs`,
  ];
};

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const limiterLine = ({ servers, rateLimitPerMinute, rateLimitBy, registrationsPerHour }: Config): string => {
  const limits = [
    ...(rateLimitPerMinute === 0 ? [] : [`${rateLimitPerMinute} requests a minute and ${rateLimitBy}`]),
    ...(registrationsPerHour === 0 ? [] : [`${registrationsPerHour} registrations an hour and address`]),
  ];
  if (limits.length === 0) return 'off';
  const counter = servers.redis === undefined ? 'in this process' : `Redis at ${hostOf(servers.redis)}`;
  return [counter, ...limits].join(', ');
};

const modelLine = ({ gateway }: Config): string =>
  gateway
    ? `${gateway.embeddingModel} and ${gateway.chatModel} behind ${new URL(gateway.url).host}`
    : 'local-2 in this process, answers taken from the best source (set GATEWAY_URL for a language model)';

const inUseLine = (model: string, configured: string): string =>
  configured.startsWith('local-')
    ? `${model}, as before; npm run reembed makes it ${configured}, which finds by meaning what is told in other words`
    : `${model}: it made the first vectors and stays in use, though ${configured} is configured (npm run reembed changes to it)`;

/** The host and port of a URL, without the user and password that it may contain. */
const hostOf = (url: string): string =>
  url
    .replace(/^[^/]*\/\//, '')
    .replace(/^[^/]*@/, '')
    .replace(/[/?].*$/s, '');

type Progress = {
  readonly projection: string;
  readonly position: bigint;
  readonly goal: bigint;
  readonly events: number;
};

/** `from`: its first position. */
type Rebuilding = { readonly progress: Progress; readonly meter: ProgressMeter; readonly from: bigint };

/** It moves, and has not reached its goal. */
const isRunning = ({ progress: { position, goal }, from }: Rebuilding) => position > from && position < goal;

const byPosition = (one: Rebuilding, other: Rebuilding) => (one.progress.position < other.progress.position ? -1 : 1);

const progressIntervalMs = 1_000;

/** Returns a function that prints the progress of the read model that is furthest behind, at most once a second and not in the first one. */
export const rebuildProgress = (
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): ((progress: Progress) => void) => {
  let printedAt = now();
  const rebuilding = new Map<string, Rebuilding>();
  return (progress) => {
    const { projection, position, goal, events } = progress;
    const { meter, from } = rebuilding.get(projection) ?? { meter: progressMeter(now), from: position };
    rebuilding.set(projection, { progress, meter, from });
    meter.add({ done: Number(position), total: Number(goal), count: events });
    if (now() - printedAt < progressIntervalMs) return;
    printedAt = now();
    const [last] = [...rebuilding.values()].filter(isRunning).toSorted(byPosition);
    if (last) print(`Rebuilding ${last.progress.projection}: ${formatProgress(last.meter, 'events')}`);
  };
};
