import { type Config, parseConfig, readEnvironment } from '../src/config.ts';
import type { Operation } from '../src/operations/operation.ts';
import { openOperator } from './operator.ts';

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
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
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

/** Runs operations one after the other with a progress bar each and prints their reports; true if all succeeded. */
const runAll = async (operations: readonly Operation[]): Promise<boolean> => {
  const operator = await openOperator(configuration());
  console.log(operator.description);
  let succeeded = true;
  try {
    for (const operation of operations) {
      const bar = progressBar(process.stdout);
      await operator.run(operation, (reply) => {
        if (reply.kind === 'progress') bar.show(reply.step, reply.done, reply.total);
        else bar.end(reply.kind === 'done' ? reply.lines : [`failed: ${reply.message}`]);
        if (reply.kind === 'failed' || (reply.kind === 'done' && !reply.succeeded)) succeeded = false;
      });
    }
  } finally {
    await operator.close();
  }
  return succeeded;
};

const barWidth = 30;

/** One line of progress with rate and remaining time, redrawn in place on a terminal, else printed at every tenth. Rates start again with each step. */
const progressBar = (out: NodeJS.WriteStream) => {
  const start = performance.now();
  let current = { step: '', since: start, from: 0, tenth: -1 };
  return {
    show: (step: string, done: number, total: number) => {
      if (step !== current.step) current = { step, since: performance.now(), from: done, tenth: -1 };
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const seconds = Math.max((performance.now() - current.since) / 1000, 0.001);
      const rate = Math.round((done - current.from) / seconds);
      const left = rate > 0 ? Math.ceil((total - done) / rate) : 0;
      const filled = Math.round(share * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const line = `${step} [${bar}] ${Math.floor(share * 100)} %  ${done} of ${total}, ${rate}/s, ${left} s left`;
      const tenth = Math.floor(share * 10);
      if (out.isTTY) out.write(`\r\x1b[K${line}`);
      else if (tenth > current.tenth) {
        current.tenth = tenth;
        out.write(`${line}\n`);
      }
    },
    end: (lines: readonly string[]) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      out.write(`${out.isTTY ? '\r\x1b[K' : ''}${lines.join('\n')} (${seconds} s)\n`);
    },
  };
};
