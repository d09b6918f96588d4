import { runInBackground } from '../concurrency/background-service.ts';
import { isAborted, sleep } from '../concurrency/sleep.ts';
import { type ServerName, servers as facts } from '../platform/server-diagnoses.ts';
import { lineOf, type ServerTrouble } from '../platform/server-trouble.ts';
import type { StoreState } from '../ports/readiness.ts';
import type { WatchedServer } from '../ports/server-check.ts';

/** A server cannot be used until the operator changes something; the message is a line for the operator. */
export class ServerUnusable extends Error {}

/** Receives the trouble of a server after each check; undefined if there is none. */
export type ReportServer = (server: ServerName, trouble: ServerTrouble | undefined) => void;

/** The service goes on without these servers, with this restriction. */
const dispensable: Partial<Record<ServerName, string>> = {
  redis: 'each instance counts requests and failed logins by itself',
};

/** Milliseconds between two checks of a server. */
const pauseMs = { starting: 1_000, inTrouble: 2_000, usable: 5_000 };

export type Waiting = {
  readonly report: ReportServer;
  readonly signal: AbortSignal;
  /** Whether to wait even for trouble that needs the operator: a service that has started once keeps running. */
  readonly waitForever: boolean;
};

/** Resolves when all servers can at least be read, except those that the service can do without. Throws ServerUnusable for trouble that needs the operator. */
export const waitForServers = async (
  servers: readonly WatchedServer[],
  { report, signal, waitForever }: Waiting,
): Promise<void> => {
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const wait = async ({ server, diagnose }: WatchedServer) => {
    while (!isAborted(ended)) {
      const trouble = await diagnose();
      if (trouble?.isFinal && !waitForever) throw new ServerUnusable(lineOf(server, trouble));
      report(server, trouble);
      if (!trouble || trouble.isPartial || dispensable[server] !== undefined) return;
      await sleep(pauseMs.starting, ended);
    }
  };
  try {
    await Promise.all(servers.map(wait));
  } finally {
    failed.abort();
  }
};

/** Checks all servers, which were checked just now, until the signal aborts. */
export const watchServers = async (
  servers: readonly WatchedServer[],
  { report, signal }: Pick<Waiting, 'report' | 'signal'>,
): Promise<void> => {
  await sleep(pauseMs.usable, signal);
  const failed = (_server: string, error: unknown) => {
    throw error;
  };
  const watch = ({ server, diagnose }: WatchedServer) => {
    const runOnce = async () => {
      const trouble = await diagnose();
      if (!isAborted(signal)) report(server, trouble);
      return trouble ? pauseMs.inTrouble : pauseMs.usable;
    };
    return runInBackground({ name: server, intervalMs: pauseMs.usable, runOnce }, { signal, failed });
  };
  await Promise.all(servers.map(watch));
};

type Log = (level: 'info' | 'warn', message: string, fields: Readonly<Record<string, unknown>>) => void;

/** Trouble that lasts is logged again after this time. */
const repeatMs = 60_000;

/** Keeps the last report for each server; logs trouble when it begins or changes, once a minute while it lasts, and when it ends. */
export const serverReports = (log: Log, now: () => number = () => performance.now()) => {
  const last = new Map<ServerName, { readonly trouble: ServerTrouble; readonly loggedAt: number } | undefined>();
  const report: ReportServer = (server, trouble) => {
    const before = last.get(server);
    const { title } = facts[server];
    if (!trouble) {
      last.set(server, undefined);
      if (before) log('info', `${title} can be used again`, {});
      return;
    }
    if (before?.trouble.reason === trouble.reason && now() - before.loggedAt < repeatMs) return;
    const meanwhile = dispensable[server];
    log('warn', `${title} cannot be used`, {
      ...{ reason: trouble.reason, where: trouble.where },
      ...(meanwhile !== undefined && { meanwhile }),
    });
    last.set(server, { trouble, loggedAt: now() });
  };
  return {
    report,
    /** The state of each server that was checked, by its name. */
    states: (): Readonly<Record<string, StoreState>> =>
      Object.fromEntries([...last].map(([server, failing]) => [server, stateOf(server, failing?.trouble)])),
  };
};

export type ServerReports = ReturnType<typeof serverReports>;

const stateOf = (server: ServerName, trouble: ServerTrouble | undefined): StoreState => {
  if (!trouble) return { state: 'ready' };
  return { state: dispensable[server] === undefined ? 'failing' : 'degraded', reason: trouble.reason };
};
