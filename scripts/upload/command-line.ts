import { readEnvironment } from '../../src/environment.ts';
import { printError } from '../terminal-text.ts';
import { type Environment, UsageError } from './options.ts';

/** Exit codes of the commands for users; `skipped`: as wished with `--strict`, `interrupted` is 128 + SIGINT. */
export const exitCode = { done: 0, failed: 1, misused: 2, skipped: 3, interrupted: 130 };

type Command<Options extends object> = {
  /** The options, or the text that was asked for. Throws UsageError. */
  readonly parse: (args: readonly string[], env: Environment) => Options | string;
  /** Returns the exit code. May throw UsageError. */
  readonly run: (options: Options, signal: AbortSignal) => Promise<number>;
  /** What is printed below the error of a command that is not understood. */
  readonly hint: (error: UsageError) => string;
};

/** Runs the command of this process until it ends or is interrupted, and sets the exit code. */
export const runCommandLine = async <Options extends object>({ parse, run, hint }: Command<Options>): Promise<void> => {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  // Once: the second Ctrl-C ends the process immediately.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const options = parse(process.argv.slice(2), readEnvironment());
    if (typeof options === 'string') console.log(options);
    process.exitCode = typeof options === 'string' ? exitCode.done : await run(options, interrupted.signal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printError(`${error.message}\n${hint(error)}`);
    process.exitCode = exitCode.misused;
  }
};
