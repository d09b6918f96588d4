import { spawn } from 'node:child_process';
import { call, goodTicket, newCollection, newUser, type User } from './api.ts';
import { childEnvironment, untilPrinted } from './run-file.ts';

/** The command as it runs: what it has printed so far, and how it ends. */
export type UploadRun = {
  readonly output: () => string;
  /** Waits until it has printed something that fits. */
  readonly printed: (pattern: RegExp) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => boolean;
  readonly ended: Promise<{ readonly status: number | null; readonly output: string }>;
};

/** Starts `npm run upload`. */
export const startUpload = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): UploadRun =>
  startScript('scripts/upload.ts', args, environment);

/** Starts a command without npm; LANG is none, so that it speaks Russian. */
export const startScript = (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): UploadRun => {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...childEnvironment(), LANG: 'C', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text.replaceAll('\u00a0', ' ')));
  }
  let isOver = false;
  const ended = new Promise<{ status: number | null; output: string }>((resolve) => {
    child.on('close', (status) => {
      isOver = true;
      resolve({ status, output });
    });
  });
  return {
    output: () => output,
    printed: (pattern) => untilPrinted(pattern, { output: () => output, isOver: () => isOver }),
    kill: (signal) => child.kill(signal),
    ended,
  };
};

/** A user with a collection, and the command for them. */
export const uploader = async (url: string, environment: Readonly<Record<string, string>> = {}) => {
  const user: User = await newUser(url);
  const collection = await newCollection(url, user);
  const given = { PRECEDENT_URL: url, PRECEDENT_API_KEY: user.key, ...environment };
  const get = async (path: string) =>
    (await call(url, `GET /api/collections/${collection}${path}`, { credential: user.token })).body;
  return {
    user,
    collection,
    start: (...args: readonly string[]) => startUpload([...args, '--collection', collection], given),
    run: (...args: readonly string[]) => startUpload([...args, '--collection', collection], given).ended,
    count: async () => ((await get('')) as { ticket_count: number }).ticket_count,
    uploads: async () =>
      ((await get('/uploads')) as { uploads: readonly { id: string; state: string; total: number }[] }).uploads,
  };
};

/** The lines from the table on: the summary of the whole file. */
export const tableOf = (output: string): readonly string[] =>
  output
    .slice(output.search(/^Сохранено/m))
    .split('\n')
    .filter((line) => !/skipped\.csv|ещё|записаны|Какие именно/.test(line) && line !== '');

/** So many tickets, every fifth of which the third rule skips and the last of which repeats the first. */
export const manyTickets = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return goodTicket(0);
    return index % 5 === 4
      ? { ...goodTicket(index), messages: [{ role: 'operator', text: 'Готово.' }] }
      : goodTicket(index);
  });
