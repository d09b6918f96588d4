import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { type Answer, call, type Call } from './api.ts';
import { type Service, startService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Lines of the service that a failed test shows: those of its last seconds. */
const keptLines = 100;

/** The service, which may be killed and started again on its folder, with its requests repeated until they succeed. */
export const startRestartableService = async (t: ExecutionContext, environment: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder(t);
  const printed: (() => string)[] = [];
  const start = async () => {
    // Lines of requests that succeed would fill the memory within hours.
    const settings = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
    const started = await startService({ ...environment, ...settings }, folder);
    printed.push(started.output);
    return started;
  };
  let service: Service = await start();
  let isUp = true;
  let isOver = false;
  t.teardown(() => {
    isOver = true;
    return service.kill();
  });
  const refusals = new Map<string, number>();
  /** Requests that were answered without a reason, by the id under which the service has logged one. */
  const withoutReason = new Map<string, string>();
  const endedByItself = new Map<number, string>();
  const note = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);
  const lines = () => printed.flatMap((output) => output().split('\n'));
  const lastLines = () => lines().slice(-keptLines).join('\n');

  /** The answer, or undefined if there is none, or it says that a store fails or that the upload of a killed service has not lapsed yet. */
  const attempt = async (endpoint: string, options: Call): Promise<Answer | undefined> => {
    try {
      const answer = await call(service.url, endpoint, options);
      if (answer.status < 500 && answer.status !== 409) return answer;
      const { detail } = answer.body as { detail: string };
      note(detail.replaceAll(/\d+/g, 'N'));
      if (detail === 'Internal error') withoutReason.set(answer.headers.get('X-Request-Id') ?? '', endpoint);
    } catch (error) {
      // Only a service that was killed breaks a connection.
      if (!(error instanceof TypeError)) throw error;
      note('connection broken');
      if (isUp && service.exited() && !endedByItself.has(service.pid)) endedByItself.set(service.pid, lastLines());
    }
    return undefined;
  };
  return {
    environment: { ...environment, DATA_DIR: folder },
    refusals,
    /** Answers without a reason, with what the service has logged of them, and what it has printed before it ended by itself. */
    unexpected: (): readonly string[] => {
      const logged = lines().filter((line) => line.includes('"err"'));
      const answers = [...withoutReason].map(
        ([id, endpoint]) => `${endpoint}: ${logged.find((line) => line.includes(id)) ?? 'nothing logged'}`,
      );
      return [...answers, ...endedByItself.values()];
    },
    url: () => service.url,
    lastLines,
    /** Repeats a request until it is answered without a 5xx or 409; the answer must have the status. */
    insist: async (endpoint: string, options: Call, status = 200): Promise<unknown> => {
      for (;;) {
        const answer = await attempt(endpoint, options);
        if (answer?.status === status) return answer.body;
        if (answer !== undefined)
          throw new Error(
            `${endpoint}: ${answer.status} ${JSON.stringify(answer.body)}, ${answer.headers.get('X-Request-Id') ?? ''}`,
          );
        if (isOver) throw new Error('The test has ended');
        await setTimeout(200);
      }
    },
    kill: async () => {
      isUp = false;
      await service.kill();
    },
    start: async () => {
      service = await start();
      isUp = true;
    },
    signal: (name: NodeJS.Signals) => process.kill(service.pid, name),
    stop: () => service.stop(),
  };
};

export type RestartableService = Awaited<ReturnType<typeof startRestartableService>>;
