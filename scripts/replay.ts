import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Config, parseConfig, readEnvironment } from '../src/config.ts';
import type { ProjectionName } from '../src/ports/projected.ts';
import { type ControlReply, type ControlRequest, runReplay } from '../src/workers/control-socket.ts';
import { lockFolder } from '../src/workers/folder-lock.ts';
import { openWriter } from '../src/workers/open-writer.ts';
import { progressBar } from './progress-bar.ts';

const projections: readonly ProjectionName[] = ['accounts', 'collections', 'ticket-index'];

const usage = `Usage: npm run replay -- --projection NAME|all [--accept]

Builds read models anew from the event log, beside the ones that answer, and switches when both hold the same.
  --projection  ${projections.join(', ')} or all
  --accept      switch even where the new one differs from the old one`;

type Show = (reply: ControlReply) => void;
type Run = (request: ControlRequest, show: Show) => Promise<void>;

/** Asks the service that runs on the folder; undefined where none does. */
const askService = (socketPath: string): Promise<Run | undefined> =>
  new Promise((settle, fail) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      settle((request, show) => overSocket(socketPath, request, show));
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') settle(undefined);
      else fail(error);
    });
  });

const overSocket = async (socketPath: string, request: ControlRequest, show: Show): Promise<void> => {
  const socket = connect(socketPath);
  socket.write(`${JSON.stringify(request)}\n`);
  let ended = false;
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as ControlReply;
    ended ||= reply.kind !== 'progress';
    show(reply);
  }
  if (!ended) throw new Error('The service ended before the replay did; run it again');
};

/** Starts the same projector here, under the folder's lock. */
const runHere = async (config: Config): Promise<{ readonly run: Run; readonly close: () => Promise<void> }> => {
  const unlock = lockFolder(config.dataDir);
  const { methods, projecting } = await openWriter(config, {
    rebuilding: () => undefined,
    warn: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  });
  await projecting;
  const close = async () => {
    await methods.stop();
    unlock();
  };
  return { run: (request, show) => runReplay(methods, request, show), close };
};

/** Replays one projection with a progress bar; ends with the parity line and returns whether readers were switched. */
const replay = async (run: Run, projection: ProjectionName, accept: boolean): Promise<boolean> => {
  const bar = progressBar(projection);
  let switched = false;
  await run({ operation: 'replay', projection, accept }, (reply) => {
    if (reply.kind === 'progress') bar.show(Number(reply.position), Number(reply.goal));
    else if (reply.kind === 'failed') bar.end(`failed: ${reply.message}`);
    else {
      switched = reply.switched;
      const parity = reply.same ? 'the same' : 'different';
      bar.end(
        `parity: ${reply.before} before, ${reply.after} after, hashes of ids ${parity}; ` +
          (switched ? 'switched' : 'not switched (look into it, or repeat with --accept)'),
      );
    }
  });
  return switched;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { projection: { type: 'string' }, accept: { type: 'boolean', default: false } },
  });
  const wanted = values.projection === 'all' ? projections : projections.filter((name) => name === values.projection);
  if (wanted.length === 0) {
    console.error(usage);
    return 2;
  }
  const config = parseConfig(readEnvironment());
  const dataDir = resolve(config.dataDir);
  const service = await askService(join(dataDir, 'control.sock'));
  const here = service ? undefined : await runHere(config);
  const run = service ?? here?.run;
  if (!run) return 1;
  console.log(
    service
      ? `The service on ${dataDir} replays; it goes on answering`
      : `No service runs on ${dataDir}; replaying here`,
  );
  let switched = true;
  for (const projection of wanted) switched = (await replay(run, projection, values.accept)) && switched;
  await here?.close();
  return switched ? 0 : 1;
};

process.exitCode = await main().catch((error: unknown) => {
  console.error(`replay: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
