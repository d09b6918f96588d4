import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type Config, parseConfig, readEnvironment } from '../src/config.ts';
import { type ControlReply, runWithProgress } from '../src/operations/run-with-progress.ts';
import { lockFolder } from '../src/threads/folder-lock.ts';
import { openRequests } from '../src/composition/open-stores.ts';
import { openWriter } from '../src/composition/open-writer.ts';
import { askedOf, type OperationOutcome } from '../src/operations/run-queued-operations.ts';
import type { Operation, OperationProgress } from '../src/operations/operation.ts';
import { progressBar } from './progress-bar.ts';

type Show = (reply: ControlReply) => void;

/** Whoever runs operations: the service that runs, or the same projector in this process where none does. */
export type Operator = {
  readonly said: string;
  readonly run: (operation: Operation, show: Show) => Promise<void>;
  readonly close: () => Promise<void>;
};

const overSocket = async (socketPath: string, operation: Operation, show: Show): Promise<void> => {
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

/** The service that runs on the folder; undefined where none does. */
const service = (dataDir: string): Promise<Operator | undefined> => {
  const socketPath = join(dataDir, 'control.sock');
  return new Promise((settle, fail) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      settle({
        said: `The service on ${dataDir} does it and goes on answering`,
        run: (operation, show) => overSocket(socketPath, operation, show),
        close: () => Promise.resolve(),
      });
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined);
      else fail(error);
    });
  });
};

/** How long it is waited for somebody who takes a request, and how often it is looked at; milliseconds. */
const patience = { taken: 5_000, glance: 500 };

/** Whichever process of those that share this MongoDB has the right to project; where nobody takes it, this one projects until it is done. */
const shared = (config: Config, mongodb: string): Operator => {
  const requests = openRequests(mongodb);
  let helper: Awaited<ReturnType<typeof project>> | undefined;
  return {
    said: 'Whichever process projects does it',
    run: async (operation, show) => {
      const id = await requests.enqueue(askedOf(operation));
      const asked = performance.now();
      for (;;) {
        const standing = await requests.find(id);
        if (!standing) throw new Error('The request was lost; run it again');
        if (standing.state === 'finished') {
          const outcome = standing.outcome as unknown as OperationOutcome;
          show('failure' in outcome ? { kind: 'failed', message: outcome.failure } : { kind: 'done', ...outcome });
          return;
        }
        if (standing.state === 'running' && standing.progress !== undefined) {
          show({ kind: 'progress', ...(standing.progress as unknown as OperationProgress) });
        }
        if (standing.state === 'waiting' && !helper && performance.now() - asked > patience.taken) {
          console.log('Nobody projects; it is done here');
          helper = await project({ ...config, role: 'projector' });
        }
        await setTimeout(patience.glance);
      }
    },
    close: async () => {
      await helper?.methods.stop();
      await requests.close();
    },
  };
};

const project = (config: Config) =>
  openWriter(config, {
    rebuilding: () => undefined,
    warn: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  });

/** The same projector here, under the folder's lock. */
const here = async (config: Config, dataDir: string): Promise<Operator> => {
  const unlock = lockFolder(config.dataDir);
  const { methods, projecting } = await project(config);
  await projecting;
  return {
    said: `No service runs on ${dataDir}; it is done here`,
    run: (operation, show) => runWithProgress(methods, operation, show),
    close: async () => {
      await methods.stop();
      unlock();
    },
  };
};

/** Runs operations one after the other with a progress bar each, and prints how each ended; true if all succeeded. */
export const operate = async (operations: readonly Operation[]): Promise<boolean> => {
  const config = parseConfig(readEnvironment());
  const dataDir = resolve(config.dataDir);
  const { mongodb } = config.servers;
  const operator =
    mongodb === undefined ? ((await service(dataDir)) ?? (await here(config, dataDir))) : shared(config, mongodb);
  console.log(operator.said);
  let succeeded = true;
  try {
    for (const operation of operations) {
      const bar = progressBar();
      await operator.run(operation, (reply) => {
        if (reply.kind === 'progress') bar.show(reply.step, reply.done, reply.total);
        else if (reply.kind === 'done') {
          bar.end(reply.lines);
          succeeded &&= reply.succeeded;
        } else {
          bar.end([`failed: ${reply.message}`]);
          succeeded = false;
        }
      });
    }
  } finally {
    await operator.close();
  }
  return succeeded;
};
