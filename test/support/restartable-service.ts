import { setTimeout } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { type Answer, call, type Call } from './api.ts';
import { type Service, startService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The service, which may be killed and started again on its folder, with its requests repeated until they succeed. */
export const startRestartableService = async (t: ExecutionContext, environment: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder(t);
  const start = () => startService({ ...environment, RATE_LIMIT_PER_MINUTE: '1000000' }, folder);
  let service: Service = await start();
  let isUp = true;
  let isOver = false;
  t.teardown(() => {
    isOver = true;
    return service.kill();
  });
  const refusals = new Map<string, number>();
  const unexpected = new Set<string>();
  const note = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);

  /** What the service has logged about a request that failed. */
  const logged = ({ headers }: Answer) => {
    const lines = service.output().split('\n');
    return (
      lines.find((line) => line.includes(headers.get('X-Request-Id') ?? '?') && line.includes('"err')) ??
      'Internal error'
    );
  };

  /** The answer, or undefined if there is none or it says that a store fails. */
  const attempt = async (endpoint: string, options: Call): Promise<Answer | undefined> => {
    try {
      const answer = await call(service.url, endpoint, options);
      if (answer.status < 500) return answer;
      const { detail } = answer.body as { detail: string };
      note(detail.replaceAll(/\d+/g, 'N'));
      if (detail === 'Internal error') unexpected.add(`${endpoint}: ${logged(answer)}`);
    } catch (error) {
      // Only a service that was killed breaks a connection.
      if (!(error instanceof TypeError)) throw error;
      note('connection broken');
      if (isUp && service.exited()) unexpected.add(`the service ended by itself\n${service.output()}`);
    }
    return undefined;
  };
  return {
    environment: { ...environment, DATA_DIR: folder },
    refusals,
    unexpected,
    url: () => service.url,
    output: () => service.output(),
    /** Repeats a request until it is answered without a 5xx; the answer must have the status. */
    insist: async (endpoint: string, options: Call, status = 200): Promise<unknown> => {
      for (;;) {
        const answer = await attempt(endpoint, options);
        if (answer?.status === status) return answer.body;
        if (answer !== undefined) throw new Error(`${endpoint}: ${answer.status} ${JSON.stringify(answer.body)}`);
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
