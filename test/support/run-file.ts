import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

type Options = {
  readonly args?: readonly string[];
  /** Added to the PATH; nothing else of this process' environment is passed on. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** Runs a file of the project on Node to its end; returns its exit code and what it printed. */
export const runFile = (file: string, { args = [], environment = {}, cwd = '.' }: Options = {}) =>
  new Promise<{ readonly code: number | null; readonly output: string }>((settle) => {
    const child = spawn(process.execPath, [resolve(file), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => settle({ code, output }));
  });
