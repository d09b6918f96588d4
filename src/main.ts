import type { Server } from 'node:http';
import { pino } from 'pino';
import { compose } from './composition/api.ts';
import { type Config, ConfigError, parseConfig, readEnvironment } from './config.ts';
import { metricsServer } from './http/metrics.ts';
import { httpServer } from './http/server.ts';
import { describeStart, rebuildLine } from './start-lines.ts';
import { FolderInUse, lockFolder } from './threads/folder-lock.ts';
import type { Notice } from './threads/thread.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process with one line that says what is wrong. */
const giveUp = (message: string): never => {
  process.stderr.write(`precedent: ${message}\n`);
  process.exit(1);
};

const configure = (): Config => {
  try {
    return parseConfig(readEnvironment());
  } catch (error) {
    if (error instanceof ConfigError) return giveUp(error.message);
    throw error;
  }
};

const lock = (folder: string) => {
  try {
    return lockFolder(folder);
  } catch (error) {
    return giveUp(error instanceof FolderInUse ? `DATA_DIR: ${error.message}` : `DATA_DIR: ${String(error)}`);
  }
};

const listen = (server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

const run = async () => {
  if (Number(process.versions.node.split('.')[0]) < 24)
    giveUp(`Node 24 or newer is needed; run it through npm, which brings it`);
  const config = configure();
  const unlock = lock(config.dataDir);
  const log = pino({ level: config.logLevel, base: null });
  const rebuild = rebuildLine(say);

  const service = await compose(config, {
    log: {
      request: (line) => log.info(line, 'request'),
      unexpectedError: (requestId, error) => log.error({ requestId, err: error }, 'unforeseen error'),
    },
    watch: {
      warn: (message, fields) => log.warn(fields, message),
      notice: (_name, notice: Notice) => {
        if (notice.kind === 'rebuilding') rebuild(notice);
        if (notice.kind === 'log') log[notice.level](notice.fields, notice.message);
      },
      lost: (thread, error) => log.error({ thread, err: error }, 'a thread ended and is started again'),
    },
  });

  const server = httpServer(service.app);
  await listen(server, config);
  const metrics = config.metricsPort === undefined ? undefined : metricsServer(service.metrics);
  if (metrics) await listen(metrics, { port: config.metricsPort ?? 0, host: '127.0.0.1' });
  const { model } = await service.readiness();
  for (const line of describeStart(config, server.address(), model)) say(line);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs: the promise is to be gone within ten seconds.
    setTimeout(() => process.exit(1), 9_500).unref();
    metrics?.close();
    server.close();
    server.closeIdleConnections();
    void service.stop().then(() => {
      unlock();
      process.exit(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

run().catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)));
