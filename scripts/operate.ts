import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Config, parseConfig, readEnvironment } from '../src/config.ts';
import { type ControlReply, runOperation } from '../src/workers/control-socket.ts';
import { lockFolder } from '../src/workers/folder-lock.ts';
import { openWriter } from '../src/workers/open-writer.ts';
import type { Operation } from '../src/workers/operations/operation.ts';
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

/** The same projector here, under the folder's lock. */
const here = async (config: Config, dataDir: string): Promise<Operator> => {
  const unlock = lockFolder(config.dataDir);
  const { methods, projecting } = await openWriter(config, {
    rebuilding: () => undefined,
    warn: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  });
  await projecting;
  return {
    said: `No service runs on ${dataDir}; it is done here`,
    run: (operation, show) => runOperation(methods, operation, show),
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
  const operator = (await service(dataDir)) ?? (await here(config, dataDir));
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
