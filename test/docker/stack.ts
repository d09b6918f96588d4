import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Answer, call } from '../support/api.ts';

const run = promisify(execFile);

/** Set by `scripts/containers env`: the address at which the compose file's nginx is published. */
export const stackUrl = process.env['STACK_URL'] ?? '';

/** GET /api/ready with the operator's token: the state of each store. */
export const stackReadiness = (): Promise<Answer> =>
  call(stackUrl, 'GET /api/ready', { credential: process.env['STACK_OPS_TOKEN'] ?? '' });

type Options = { readonly environment?: Readonly<Record<string, string>> };

/** `docker compose` on the stack; returns what it prints. Throws if it fails, with what it said. */
export const compose = async (words: string, { environment = {} }: Options = {}): Promise<string> => {
  const { stdout } = await run('scripts/containers', ['compose', ...words.split(' ')], {
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim();
};

/** A shell command in the container of a service; returns its exit code and what it printed. */
export const inside = async (
  service: string,
  command: string,
): Promise<{ readonly code: number; readonly text: string }> => {
  try {
    const { stdout } = await run('scripts/containers', ['compose', 'exec', '-T', service, 'sh', '-c', command]);
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { code, text: stdout + stderr };
  }
};

/** The engine's own client. */
export const docker = async (...words: readonly string[]): Promise<string> =>
  (await run('scripts/containers', ['docker', ...words])).stdout.trim();

/** The container of a service. */
export const containerOf = (service: string): Promise<string> => compose(`ps --all --quiet ${service}`);

/** Waits until a container, which may be made anew meanwhile, is healthy; throws after two minutes. */
export const untilContainerHealthy = async (find: () => Promise<string>): Promise<void> => {
  const end = performance.now() + 120_000;
  for (;;) {
    const container = await find();
    const state = await docker('inspect', '--format', '{{.State.Health.Status}}', container);
    if (state === 'healthy') return;
    if (performance.now() > end) throw new Error(`${container} is ${state}: ${await docker('logs', container)}`);
    await setTimeout(300);
  }
};

/** Waits until the container of a service is healthy; throws after two minutes. */
export const untilHealthy = (service: string): Promise<void> => untilContainerHealthy(() => containerOf(service));

/** The services of the image. */
export const ours = ['api-1', 'api-2', 'projector'];
/** All services. */
export const all = [...ours, 'nginx', 'redis', 'mongodb', 'eventstore', 'elasticsearch'];
