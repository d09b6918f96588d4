import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type DoubleProcess = {
  readonly url: string;
  /** Ends it at once (SIGKILL), as a crash would. */
  readonly kill: () => Promise<void>;
};

/** Starts the double in a process of its own, which ends with this one and does not keep it alive. With a file, acknowledged events survive a kill. */
export const startDoubleProcess = async (port = 0, file?: string): Promise<DoubleProcess> => {
  const args = ['test/support/eventstoredb-double/serve.ts', String(port), ...(file === undefined ? [] : [file])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const endWithThis = () => child.kill('SIGKILL');
  process.once('exit', endWithThis);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.unref();
    child.stdout.destroy();
    return {
      url,
      kill: async () => {
        process.off('exit', endWithThis);
        child.ref();
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error('The double of EventStoreDB did not start');
};
