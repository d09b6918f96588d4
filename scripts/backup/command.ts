import { type Config, parseConfig } from '../../src/config.ts';
import { readEnvironment } from '../../src/environment.ts';
import { makeFilesForOwnerOnly } from '../../src/threads/owner-only.ts';
import { progressBar } from '../progress-bar.ts';
import { printError } from '../terminal-text.ts';
import type { OnProgress } from './manifest.ts';

/** The work of a command line; undefined if that is invalid. */
type Work = ((config: Config, onProgress: OnProgress) => Promise<readonly string[]>) | undefined;

/** Runs a command with a progress bar and prints its lines. Exit code 0: done, 1: it failed, 2: the command line is invalid. */
export const runFileCommand = async (name: string, usage: string, parse: () => Work): Promise<void> => {
  const work = parsed(parse);
  if (!work) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  makeFilesForOwnerOnly();
  try {
    const bar = progressBar(process.stdout);
    const show: OnProgress = (step, done, total) => bar.show({ step, done, total });
    bar.end(await work(parseConfig(readEnvironment()), show));
  } catch (error) {
    printError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};

const parsed = (parse: () => Work): Work => {
  try {
    return parse();
  } catch (error) {
    // Thrown by `parseArgs` for an unknown option.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};
