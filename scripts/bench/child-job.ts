import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Reply<Result> = { readonly result: Result } | { readonly failure: string };

/** Runs one job in a child process, so that load and service do not share an event loop; throws the error of the child. */
export const inProcess = async <Result>(file: string, job: object): Promise<Result> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  try {
    const answered = once(child, 'message') as Promise<[Reply<Result>]>;
    child.send(job);
    const first = await Promise.race([answered, ended.then(() => undefined)]);
    if (!first) throw new Error(`${file} ended without a result`);
    const [reply] = first;
    await ended;
    if ('failure' in reply) throw new Error(reply.failure);
    return reply.result;
  } finally {
    child.kill();
    await ended;
  }
};

/** The child's side of `inProcess`: answers the one job that the process was started for. */
export const answerJob = (work: (job: never) => Promise<unknown>): void => {
  // A process that ends by itself keeps what it has compiled for the next one, if NODE_COMPILE_CACHE is set.
  const send = (reply: Reply<unknown>) => process.send?.(reply, () => process.exit());
  process.once('message', (job) => {
    work(job as never).then(
      (result) => send({ result }),
      (error: unknown) => send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
};
