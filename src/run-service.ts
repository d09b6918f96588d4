import type { RequestListener, Server } from 'node:http';
import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { compose, composeAtStart } from './composition/api.ts';
import { limitRepeats } from './composition/warnings.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Config, parseConfig } from './config.ts';
import { ConfigError, readEnvironment } from './environment.ts';
import { httpServer } from './http/server.ts';
import { type ServerReports, serverReports } from './operations/watch-servers.ts';
import type { Signals } from './signals.ts';
import { rebuildProgress, startLines } from './start-lines.ts';
import { logEnd, stopOnSignal } from './stop-process.ts';
import { FolderInUse, lockFolder } from './threads/folder-lock.ts';
import { makeFilesForOwnerOnly, restrictToOwner } from './threads/owner-only.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process with one line that gives the reason. */
const exitWith = (message: string): never => {
  process.stderr.write(`precedent: ${message}\n`);
  process.exit(1);
};

/** Starts the service; it runs until a signal. */
export const runService = (signals: Signals): Promise<void> => start(signals).catch(exitWithError);

const start = async (signals: Signals) => {
  if (Number(process.versions.node.split('.')[0]) < 24)
    exitWith(`Node 24 or newer is needed; run it through npm, which brings it`);
  const config = readConfig();
  const log = pino({ level: config.logLevel, base: null });
  // Output during the exit cannot wait for the event loop.
  const lastLog = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 1, sync: true }));
  endStartOnSignal(signals, lastLog);
  makeFilesForOwnerOnly();
  const unlock = lock(config.dataDir);
  restrict(config.dataDir, log);
  const reports = serverReports((level, message, fields) => log[level](fields, message));
  const requests = requestLog(log);
  const front = frontOf(config, () => composeAtStart(config, { log: requests, servers: reports }));
  const servers = listeningIfFailing(reports, front.listen);
  const service = await compose(config, { log: requests, watch: watchOf(log, servers), servers });
  const listening = [front.server];
  const stopService = () => service.stop().then(unlock);
  const { drainSeconds } = config;
  const { drain } = service;
  signals.handle(stopOnSignal({ servers: listening, drainSeconds, drain, stopService, ending: logEnd(lastLog) }));
  front.serve(service.app);
  await front.listen();
  if (config.metrics) listening.push(await serveMetrics(config.metrics, service));
  const { model } = await service.readiness();
  for (const line of startLines(config, { address: front.server.address(), model, version })) print(line);
  log.info({ version }, 'started');
};

const { version } = manifest;

/** During the start there are no requests and nothing is acknowledged: the process ends at once, and the next start resumes the work. */
const endStartOnSignal = (signals: Signals, log: Logger): void =>
  signals.handle((reason) => {
    log.info({ reason, exitCode: 0 }, 'stopped before the service had started');
    process.exit(0);
  });

type Service = Awaited<ReturnType<typeof compose>>;

const serveMetrics = async (at: NonNullable<Config['metrics']>, service: Service): Promise<Server> => {
  const { metricsServer } = await import('./http/metrics.ts');
  const server = metricsServer(service);
  await listen(server, at).catch(refuseAddress('METRICS_HOST, METRICS_PORT'));
  return server;
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
    listen: (): Promise<void> => (listening ??= listen(server, config).catch(refuseAddress('HOST, PORT'))),
    serve: (ready: RequestListener): void => {
      app = ready;
    },
  };
};

/** Listens while the start waits for a server: `/api/ready` names the server, so that operators see that the start does not hang. */
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

/** Names the variables of an address at which nothing can listen. */
const refuseAddress = (variables: string) => (error: Error) => {
  throw new Error(`${variables}: ${error.message}`, { cause: error });
};

const exitWithError = (error: unknown): never => exitWith(error instanceof Error ? error.message : String(error));
