import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Reply<Result> = { readonly result: Result } | { readonly failure: string };

/** Does one job in a process of its own, so that what measures is not in the way of what is measured; throws what went wrong there. */
export const inProcess = async <Result>(file: string, job: object): Promise<Result> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  try {
    const answered = once(child, 'message') as Promise<[Reply<Result>]>;
    child.send(job);
    const first = await Promise.race([answered, ended.then(() => undefined)]);
    if (!first) throw new Error(`${file} ended without a result`);
    const [reply] = first;
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.result;
  } finally {
    child.kill();
    await ended;
  }
};

/** The other side of `inProcess`: answers the one job that this process was started for. */
export const answerJob = (work: (job: never) => Promise<unknown>): void => {
  const send = (reply: Reply<unknown>) => process.send?.(reply);
  process.once('message', (job) => {
    work(job as never).then(
      (result) => send({ result }),
      (error: unknown) => send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
};
