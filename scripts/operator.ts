import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { openWriter } from '../src/composition/open-writer.ts';
import { requireWholeFolder, startFailure } from '../src/composition/start-failure.ts';
import { openOperationRequests } from '../src/composition/stores.ts';
import type { Config } from '../src/config.ts';
import type { Operation, OperationProgress } from '../src/operations/operation.ts';
import { serverReports } from '../src/operations/watch-servers.ts';
import { type OperationOutcome, requestOf } from '../src/operations/run-queued-operations.ts';
import { type ControlReply, runWithProgress } from '../src/operations/run-with-progress.ts';
import type { OperationStatus } from '../src/ports/operation-requests.ts';
import { lockFolder } from '../src/threads/folder-lock.ts';
import { makeFilesForOwnerOnly, restrictToOwner } from '../src/threads/owner-only.ts';
import { printError } from './terminal-text.ts';

type Show = (reply: ControlReply) => void;

/** Where operations run: the running service, or this process if none runs. */
export type Operator = {
  /** Printed before the first operation. */
  readonly description: string;
  readonly run: (operation: Operation, show: Show) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The queue of the shared MongoDB if one is configured, else the service that runs on DATA_DIR, else this process. `say` is given what happens meanwhile. */
export const openOperator = async (config: Config, say: (line: string) => void): Promise<Operator> => {
  const { mongodb } = config.servers;
  if (mongodb !== undefined) return queue(config, mongodb, say);
  const dataDir = resolve(config.dataDir);
  return (await runningService(dataDir)) ?? thisProcess(config, dataDir);
};

/** The service that runs on the folder; undefined if none does. */
const runningService = (dataDir: string): Promise<Operator | undefined> => {
  const socketPath = join(dataDir, 'control.sock');
  return new Promise((settle, fail) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      settle({
        description: `The service on ${dataDir} runs it and continues to answer`,
        run: (operation, show) => runOverSocket(socketPath, operation, show),
        close: () => Promise.resolve(),
      });
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined);
      else fail(error);
    });
  });
};

const runOverSocket = async (socketPath: string, operation: Operation, show: Show): Promise<void> => {
  const socket = connect(socketPath);
  socket.write(`${JSON.stringify(operation)}\n`);
  let ended = false;
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as ControlReply;
    ended ||= reply.kind !== 'progress';
    show(reply);
  }
  if (!ended) throw new Error('The service ended before the operation did; run it again');
};

/** After this time without a process that takes a request, this process runs the projections itself. */
const takenTimeoutMs = 5_000;
const pollIntervalMs = 500;

/** The queue of all processes that share this MongoDB, which the leader of the projections serves. */
const queue = async (config: Config, mongodb: string, say: (line: string) => void): Promise<Operator> => {
  const requests = await openOperationRequests(mongodb);
  let writer: Awaited<ReturnType<typeof openLocalWriter>> | undefined;
  return {
    description: 'The process that projects runs it',
    run: async (operation, show) => {
      const id = await requests.enqueue(requestOf(operation));
      const enqueuedAt = performance.now();
      for (;;) {
        const status = await requests.find(id);
        if (!status) throw new Error('The request was lost; run it again');
        showStatus(status, show);
        if (status.state === 'finished') return;
        if (status.state === 'waiting' && !writer && performance.now() - enqueuedAt > takenTimeoutMs) {
          say('Nobody projects; it is done here');
          writer = await openLocalWriter({ ...config, role: 'projector' });
        }
        await setTimeout(pollIntervalMs);
      }
    },
    close: async () => {
      await writer?.methods.stop();
      await requests.close();
    },
  };
};

const showStatus = (status: OperationStatus, show: Show): void => {
  if (status.state === 'finished') {
    const outcome = status.outcome as unknown as OperationOutcome;
    show('failure' in outcome ? { kind: 'failed', message: outcome.failure } : { kind: 'done', ...outcome });
  } else if (status.state === 'running' && status.progress !== undefined) {
    show({ kind: 'progress', ...(status.progress as unknown as OperationProgress) });
  }
};

/** This process, with the folder locked. */
const thisProcess = async (config: Config, dataDir: string): Promise<Operator> => {
  makeFilesForOwnerOnly();
  const unlock = lockFolder(config.dataDir);
  restrictToOwner(dataDir);
  requireWholeFolder(config);
  const methods = await openCaughtUpWriter(config);
  return {
    description: `No service runs on ${dataDir}; this process runs it`,
    run: (operation, show) => runWithProgress(methods, operation, show),
    close: async () => {
      await methods.stop();
      unlock();
    },
  };
};

const openLocalWriter = (config: Config) => {
  const warn = (message: string, fields: unknown) => printError(`${message} ${JSON.stringify(fields)}`);
  const { report } = serverReports((_level, message, fields) => warn(message, fields));
  return openWriter(config, { rebuilding: () => undefined, warn, server: report });
};

const openCaughtUpWriter = async (config: Config) => {
  try {
    const { methods, projecting } = await openLocalWriter(config);
    await projecting;
    return methods;
  } catch (error) {
    throw new Error(await startFailure(config, error), { cause: error });
  }
};
