import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What a process under test has from the environment of the tests: the PATH, and the folder of compiled code, without which a start costs twice the processor time. */
export const childEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};

type Options = {
  readonly args?: readonly string[];
  /** Added to `childEnvironment`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** Runs a file of the project on Node to its end; returns its exit code, what it printed, and what of that on the standard output. */
export const runFile = (file: string, { args = [], environment = {}, cwd = '.' }: Options = {}) =>
  new Promise<{ readonly code: number | null; readonly output: string; readonly stdout: string }>((settle) => {
    const child = spawn(process.execPath, [resolve(file), ...args], {
      cwd,
      env: { ...childEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, stdout] = ['', ''];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.on('close', (code) => settle({ code, output, stdout }));
  });

type Printing = { readonly output: () => string; readonly isOver: () => boolean };

/** Waits until a process has printed something that fits; throws if it has ended without it, or has not come to it within five minutes. */
export const untilPrinted = async (pattern: RegExp, { output, isOver }: Printing): Promise<void> => {
  for (const end = Date.now() + 300_000; !pattern.test(output());) {
    if (isOver() || Date.now() > end) throw new Error(`It has not printed ${String(pattern)}: ${output()}`);
    await setTimeout(10);
  }
};

/** Runs a file of the project and kills it (SIGKILL) as soon as `isReached`; returns false if it has ended before. */
export const killFileWhen = async (
  file: string,
  { args = [], environment = {} }: Options,
  isReached: () => boolean | Promise<boolean>,
): Promise<boolean> => {
  const child = spawn(process.execPath, [resolve(file), ...args], {
    env: { ...childEnvironment(), ...environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isReached())) await setTimeout(1);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
};
