import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childEnvironment } from './run-file.ts';

/** The commands of a document: its fenced `sh` blocks, also in a list. Commands that no test runs, such as those for other machines, are indented instead. */
export const blocksOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^( *)```sh\n([^]*?)\n *```$/gm)].map(([, indentation = '', lines = '']) =>
    lines.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );

/** The one block of a document that begins so. */
export const block = (path: string, start: string): string => {
  const [found, ...others] = blocksOf(path).filter((lines) => lines.startsWith(start));
  if (found === undefined || others.length > 0) throw new Error(`${path} has not one block that starts with ${start}`);
  return found;
};

/** Runs commands in a bash of their own; returns the exit code and what was printed. */
export const run = async (command: string, environment: Readonly<Record<string, string>>) => {
  const child = spawn('bash', ['-c', command], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((settle) => child.on('close', settle));
  return { status, output };
};
