import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { opsToken } from './api.ts';
import { childEnvironment, untilPrinted } from './run-file.ts';
import { onServers, serverStoresOf } from './server-stores.ts';

/** The real service: `src/main.ts`, or its bundle, in another process, on a free port and one folder. */
export type Service = {
  readonly url: string;
  readonly folder: string;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Waits until it has printed something that fits; throws if it ends without it. */
  readonly printed: (pattern: RegExp) => Promise<void>;
  readonly pid: number;
  readonly exited: () => boolean;
  /** Its exit code, or the signal that ended it; null while it runs. */
  readonly ending: () => number | NodeJS.Signals | null;
  /** Sends SIGTERM and waits; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Ends it at once (SIGKILL), as a crash would. */
  readonly kill: () => Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

const startUp = async (child: ChildProcess, output: () => string): Promise<string> => {
  if (!child.stdout) throw new Error('The service has no output');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const address = /listens on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`The service did not start: ${output()}`);
};

/** Set by `scripts/testing/jobs.ts`, where many files run: the service in one bundle, which starts faster. */
const main = process.env['TEST_SERVICE_MAIN'] ?? 'src/main.ts';

/** Starts the service on a folder (a new one in the temporary folder without it). Rates are not limited unless the environment says so. */
export const startService = async (environment: Environment = {}, folder?: string): Promise<Service> => {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'precedent-'));
  const stores = onServers && environment['EVENTSTORE_URL'] === undefined ? await serverStoresOf(data) : {};
  const child = spawn(process.execPath, [main], {
    env: {
      ...childEnvironment(),
      PORT: '0',
      DATA_DIR: data,
      RATE_LIMIT_PER_MINUTE: '0',
      OPS_TOKEN: opsToken,
      ...stores,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  // Once all that it has printed was read.
  const ended = once(child, 'close') as Promise<[number | null]>;
  const url = await startUp(child, () => printed);
  child.stdout.resume();
  const ending = () => child.exitCode ?? child.signalCode;
  const exited = () => ending() !== null;
  return {
    url,
    folder: data,
    output: () => printed,
    printed: (pattern) => untilPrinted(pattern, { output: () => printed, isOver: exited }),
    pid: child.pid ?? 0,
    exited,
    ending,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** Set by `scripts/testing/jobs.ts`, where many files run: the address of the service that they share. */
export const sharedUrl = process.env['TEST_SERVICE'];

type Hooks = {
  readonly before: (run: () => Promise<void>) => void;
  readonly after: { readonly always: (run: () => Promise<void>) => void };
};

/** Starts the service for a whole test file and removes its folder at the end. */
export const ownServiceFor = (test: Hooks, environment: Environment = {}): (() => Service) => {
  let service: Service | undefined;
  test.before(async () => {
    service = await startService(environment);
  });
  test.after.always(async () => {
    await service?.stop();
    if (service) rmSync(service.folder, { recursive: true, force: true });
  });
  return () => {
    if (!service) throw new Error('The service was not started');
    return service;
  };
};

/** The service for tests that look at it through HTTP only, as users who share it with others: one for all files of a run, or else one of the file. */
export const serviceFor = (test: Hooks): (() => Pick<Service, 'url'>) => {
  if (sharedUrl === undefined) return ownServiceFor(test);
  return () => ({ url: sharedUrl });
};
