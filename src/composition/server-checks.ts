import { accessSync, constants } from 'node:fs';
import { probe } from '../adapters/transport/probe.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import type { Config, ServerUrls } from '../config.ts';
import { type ServerName, servers } from '../platform/server-diagnoses.ts';
import { isTooOld, lineOf, troubleWith, diagnose } from '../platform/server-trouble.ts';
import { waitForServers, type Waiting, watchServers } from '../operations/watch-servers.ts';
import type { ServerCheck, WatchedServer } from '../ports/server-check.ts';

/** Longer than a busy server needs for the smallest request. */
const attemptTimeoutMs = 6_000;

/** The adapter's check of each server. Drivers are loaded only if their URL is set. */
const opening: Readonly<Record<Exclude<ServerName, 'redis'>, (url: string) => Promise<ServerCheck>>> = {
  eventstoredb: async (url) => (await import('../adapters/eventstoredb/check.ts')).eventStoreDbCheck(url),
  mongodb: async (url) => (await import('../adapters/mongodb/check.ts')).mongoCheck(url),
  elasticsearch: async (url) => (await import('../adapters/elasticsearch/check.ts')).elasticsearchCheck(url),
};

/** The servers of the log and of the read models that are configured. */
export const openServerChecks = async (urls: Omit<ServerUrls, 'redis'>): Promise<readonly WatchedServer[]> => {
  const configured = { eventstoredb: urls.eventStore, mongodb: urls.mongodb, elasticsearch: urls.elasticsearch };
  const opened: WatchedServer[] = [];
  for (const server of ['eventstoredb', 'mongodb', 'elasticsearch'] as const) {
    const url = configured[server];
    if (url !== undefined) opened.push(watchedServer(server, await opening[server](url)));
  }
  return opened;
};

/** Throws, with one line, if a server's URL names a file of certificate authorities that cannot be read. */
export const requireCaFiles = ({ servers: urls }: Pick<Config, 'servers'>): void => {
  const { eventStore: eventstoredb, ...others } = urls;
  for (const [server, url] of Object.entries({ eventstoredb, ...others })) {
    const [, file] = /[?&]tlsCAFile=([^&]+?)(?=&|,https?:|$)/i.exec(url ?? '') ?? [];
    if (file === undefined) continue;
    try {
      accessSync(decodeURIComponent(file), constants.R_OK);
    } catch (error) {
      const { variable } = servers[server as ServerName];
      throw new Error(`${variable}: the file of tlsCAFile cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
};

/** A server whose trouble is found by using it and, if that does not say enough, by talking to it without its driver. */
export const watchedServer = (server: ServerName, { endpoint, attempt, close }: ServerCheck): WatchedServer => {
  const where = endpoint.hosts.map(({ host, port }) => `${host}:${port}`).join(', ') || 'the hosts that DNS names';
  const connection = { where, hasCredentials: endpoint.hasCredentials };
  return {
    server,
    diagnose: async () => {
      try {
        const version = await withTimeout(attempt(), attemptTimeoutMs, () => new Error('timed out'));
        if (version === undefined || !isTooOld(server, version)) return undefined;
        return troubleWith(server, 'too old', `${where}, version ${version}`);
      } catch (error) {
        return (
          diagnose(server, error, connection) ??
          diagnose(server, await probe(endpoint), connection) ??
          troubleWith(server, 'no answer', where)
        );
      }
    },
    close,
  };
};

/** Waits until the servers can be used, and watches them from then on until the signal aborts. Throws ServerUnusable if one never can be. */
export const openUsableServers = async (urls: Omit<ServerUrls, 'redis'>, waiting: Waiting) => {
  const opened = await openServerChecks(urls);
  const close = async () => {
    await Promise.all(opened.map(async (one) => one.close()));
  };
  try {
    await waitForServers(opened, waiting);
  } catch (error) {
    await close();
    throw error;
  }
  void watchServers(opened, waiting);
  return { close };
};

/** How often a script checks a server that does not answer: a busy one may answer late. */
const maxChecks = 3;

/** Throws the line of a server that cannot be used. For scripts, which do not wait. */
export const requireServers = async (urls: Omit<ServerUrls, 'redis'>): Promise<void> => {
  for (const { server, diagnose, close } of await openServerChecks(urls)) {
    let trouble = await diagnose();
    for (let checks = 1; checks < maxChecks && trouble?.diagnosis === 'no answer'; checks += 1)
      trouble = await diagnose();
    await close();
    if (trouble) throw new Error(lineOf(server, trouble));
  }
};
