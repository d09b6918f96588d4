import { type Config, parseConfig } from '../src/config.ts';
import { readEnvironment } from '../src/environment.ts';
import type { Operation } from '../src/operations/operation.ts';
import { openOperator } from './operator.ts';
import { progressBar } from './progress-bar.ts';
import { printError } from './terminal-text.ts';

/** Returns the operations of a command line, none if it is invalid; `config` throws ConfigError. */
type Parse = (config: () => Config) => readonly Operation[];

/** Runs the operations of a command line. Exit code 0: all succeeded, 1: one did not, 2: the command line is invalid. */
export const runCommand = async (name: string, usage: string, parse: Parse): Promise<void> => {
  try {
    const operations = parsed(parse);
    if (operations.length === 0) {
      console.error(usage);
      process.exitCode = 2;
      return;
    }
    process.exitCode = (await runAll(operations)) ? 0 : 1;
  } catch (error) {
    printError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
};

const configuration = () => parseConfig(readEnvironment());

const parsed = (parse: Parse): readonly Operation[] => {
  try {
    return parse(configuration);
  } catch (error) {
    // Thrown by `parseArgs` for an unknown or incomplete option.
    if (error instanceof TypeError) return [];
    throw error;
  }
};

/** Runs operations one after the other with a progress bar each and prints their reports; true if all succeeded. A report in JSON is alone on the standard output. */
const runAll = async (operations: readonly Operation[]): Promise<boolean> => {
  const isJson = operations.some((operation) => 'json' in operation && operation.json);
  const out = isJson ? process.stderr : process.stdout;
  const operator = await openOperator(configuration(), (line) => out.write(`${line}\n`));
  out.write(`${operator.description}\n`);
  let succeeded = true;
  try {
    for (const operation of operations) {
      const bar = progressBar(out);
      await operator.run(operation, (reply) => {
        if (reply.kind === 'progress') bar.show(reply);
        else if (reply.kind === 'failed') bar.end([`failed: ${reply.message}`]);
        else if (isJson) process.stdout.write(`${reply.lines.join('\n')}\n`);
        else bar.end(reply.lines);
        if (reply.kind === 'failed' || (reply.kind === 'done' && !reply.succeeded)) succeeded = false;
      });
    }
  } finally {
    await operator.close();
  }
  return succeeded;
};
