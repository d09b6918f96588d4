import type { RequestListener, Server } from 'node:http';
import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { compose, composeAtStart } from './composition/api.ts';
import { limitRepeats } from './composition/warnings.ts';
import { type Config, ConfigError, parseConfig, readEnvironment } from './config.ts';
import { httpServer } from './http/server.ts';
import { type ServerReports, serverReports } from './operations/watch-servers.ts';
import { rebuildProgress, startLines } from './start-lines.ts';
import { FolderInUse, lockFolder } from './threads/folder-lock.ts';
import { makeFilesForOwnerOnly, restrictToOwner } from './threads/owner-only.ts';

/** A stop by a signal must not take longer than ten seconds. */
const stopTimeoutMs = 9_500;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process with one line that gives the reason. */
const exitWith = (message: string): never => {
  process.stderr.write(`precedent: ${message}\n`);
  process.exit(1);
};

const run = async () => {
  if (Number(process.versions.node.split('.')[0]) < 24)
    exitWith(`Node 24 or newer is needed; run it through npm, which brings it`);
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null });
  // What is written while the process ends cannot wait for the event loop.
  const lastLog = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 1, sync: true }));
  makeFilesForOwnerOnly();
  const unlock = lock(config.dataDir);
  restrict(config.dataDir, log);
  const reports = serverReports((level, message, fields) => log[level](fields, message));
  const requests = requestLog(log);
  const front = frontOf(config, () => composeAtStart(config, { log: requests, servers: reports }));
  const servers = listeningIfFailing(reports, front.listen);
  const service = await compose(config, { log: requests, watch: watchOf(log, servers), servers });
  front.serve(service.app);
  await front.listen();
  const listening = [front.server];
  if (config.metricsPort !== undefined) {
    const { metricsServer } = await import('./http/metrics.ts');
    const metrics = metricsServer(service.metrics);
    await listen(metrics, { port: config.metricsPort, host: '127.0.0.1' });
    listening.push(metrics);
  }
  const { model } = await service.readiness();
  for (const line of startLines(config, front.server.address(), model)) print(line);
  stopOnSignal(listening, logEnd(lastLog), async () => {
    await service.stop();
    unlock();
  });
};

const readConfig = (): Config => {
  try {
    return parseConfig(readEnvironment());
  } catch (error) {
    if (error instanceof ConfigError) return exitWith(error.message);
    throw error;
  }
};

const lock = (folder: string) => {
  try {
    return lockFolder(folder);
  } catch (error) {
    return exitWith(`DATA_DIR: ${error instanceof FolderInUse ? error.message : String(error)}`);
  }
};

/** A folder that an older release made, or that existed before, may be open to other users. */
const restrict = (folder: string, log: Logger) => {
  const paths = restrictToOwner(resolve(folder));
  if (paths.length > 0) log.warn({ paths }, 'other users of this machine can use these; their owner must forbid it');
};

type ComposeOptions = Parameters<typeof compose>[1];

const requestLog = (log: Logger): ComposeOptions['log'] => ({
  request: (line) => log.info(line, 'request'),
  unexpectedError: (requestId, error) => log.error({ requestId, err: error }, 'unexpected error'),
});

/** Writes what happens in the service to the log, and the progress of a rebuild to the standard output. */
const watchOf = (log: Logger, { report }: ServerReports): ComposeOptions['watch'] => {
  const rebuilding = rebuildProgress(print);
  const lost = limitRepeats((message, fields) => log.error(fields, message));
  return {
    warn: (message, fields) => log.warn(fields, message),
    notice: (_thread, notice) => {
      if (notice.kind === 'rebuild progress') rebuilding(notice);
      if (notice.kind === 'server') report(notice.server, notice.trouble);
      if (notice.kind === 'log') log[notice.level](notice.fields, notice.message);
    },
    lost: (thread, err) => lost('a thread ended and is started again', { thread, err }),
  };
};

/** The HTTP server, which answers for a service that starts until it is given the app. */
const frontOf = (config: Config, atStart: () => RequestListener) => {
  let app: RequestListener | undefined;
  let listening: Promise<void> | undefined;
  const server = httpServer((request, response) => (app ??= atStart())(request, response));
  return {
    server,
    listen: (): Promise<void> => (listening ??= listen(server, config)),
    serve: (ready: RequestListener): void => {
      app = ready;
    },
  };
};

/** A start that waits for a server is told apart from one that hangs: it listens, and `/api/ready` says what it waits for. */
const listeningIfFailing = (reports: ServerReports, startListening: () => Promise<void>): ServerReports => ({
  ...reports,
  report: (server, trouble) => {
    reports.report(server, trouble);
    const isFailing = Object.values(reports.states()).some(({ state }) => state === 'failing');
    if (isFailing) startListening().catch(exitWithError);
  },
});

const listen = (server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

/** Logs why the process ends and, as its last line, that it has ended; the returned function receives the reason. */
const logEnd = (log: Logger): ((reason: string, error?: unknown) => void) => {
  let end: { readonly reason: string; readonly since: number } | undefined;
  const stopping = (reason: string, error?: unknown): void => {
    end ??= { reason, since: performance.now() };
    if (error === undefined) log.info({ reason }, 'stopping');
    else log.fatal({ reason, err: error }, 'stopping');
  };
  process.on('uncaughtExceptionMonitor', (error) => stopping('unexpected error', error));
  process.on('exit', (exitCode) => {
    const milliseconds = end && Math.round(performance.now() - end.since);
    log.info({ reason: end?.reason, exitCode, milliseconds }, 'stopped');
  });
  return stopping;
};

const stopOnSignal = (
  servers: readonly Server[],
  stopping: ReturnType<typeof logEnd>,
  stopService: () => Promise<void>,
): void => {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    stopping(signal);
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    for (const server of servers) {
      server.close();
      server.closeIdleConnections();
    }
    void stopService().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

const exitWithError = (error: unknown): never => exitWith(error instanceof Error ? error.message : String(error));

run().catch(exitWithError);
