import type { Operation } from '../src/operations/operation.ts';
import { operate } from './operate.ts';

/** Runs the operations that a command line asks for. Exit code 0: all succeeded, 1: one did not, 2: the command line was not understood. */
export const runCommand = async (name: string, usage: string, parse: () => readonly Operation[]): Promise<void> => {
  const operations = understood(parse);
  if (operations.length === 0) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  try {
    process.exitCode = (await operate(operations)) ? 0 : 1;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};

const understood = (parse: () => readonly Operation[]): readonly Operation[] => {
  try {
    return parse();
  } catch (error) {
    // What `parseArgs` says of an unknown or incomplete option.
    if (error instanceof TypeError) return [];
    throw error;
  }
};
