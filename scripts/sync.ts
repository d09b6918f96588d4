import { readEnvironment } from '../src/environment.ts';
import { apiClient } from './upload/api-client.ts';
import { RefusedByService, RetriesExhausted } from './upload/failures.ts';
import { UsageError } from './upload/options.ts';
import { pace } from './upload/pace.ts';
import { progressLine, retryNotes } from './upload/progress-line.ts';
import { UnexpectedAnswer } from './sync/desk-source.ts';
import { pulledDesks } from './sync/desks.ts';
import { parseOptions, type SyncOptions } from './sync/options.ts';
import { pullDesk } from './sync/pull-desk.ts';
import { DeskRefused, readDesk } from './sync/read-desk.ts';

/** Exit codes; `interrupted` is 128 + SIGINT. */
const exitCode = { done: 0, failed: 1, misused: 2, interrupted: 130 };

/** Pulls the tickets of the desk; returns the exit code. */
const sync = async (options: SyncOptions, signal: AbortSignal): Promise<number> => {
  const { messages, texts, attempts, desk } = options;
  const { open, intervalMs } = pulledDesks[desk];
  const line = progressLine(messages);
  const retries = { attempts, signal, onFailure: retryNotes(line, messages, attempts) };
  const pausing = (text: (seconds: string) => string) => pace((seconds) => line.note(text(messages.duration(seconds))));
  const client = apiClient({ ...options, onDuplicate: 'update', pace: pausing(messages.pausing), retries });
  const read = readDesk({
    ...options,
    ...{ pace: pausing(texts.pausing), retries, messages: texts },
    intervalMs: (path) => intervalMs(path) * options.paceShare,
  });
  try {
    await pullDesk({ options, desk: open(read), client, retries, line });
    return exitCode.done;
  } catch (error) {
    line.clear();
    const reason = signal.aborted ? messages.interrupted : reasonOf(error, options);
    const canContinue = signal.aborted || error instanceof RetriesExhausted;
    for (const text of [reason, ...(canContinue ? [texts.again] : [])]) console.error(text);
    return signal.aborted ? exitCode.interrupted : exitCode.failed;
  }
};

/** The text for an expected error; rethrows any other. */
const reasonOf = (error: unknown, { messages, texts }: SyncOptions): string => {
  if (error instanceof RefusedByService) return messages.refused(error.status, error.message);
  if (error instanceof RetriesExhausted) return messages.gaveUp(error.message);
  if (error instanceof DeskRefused) return error.message;
  if (error instanceof UnexpectedAnswer) return texts.unexpected(error.message);
  throw error;
};

const main = async (): Promise<number> => {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  // Once: the second Ctrl-C ends the process immediately.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const options = parseOptions(process.argv.slice(2), readEnvironment());
    if (typeof options !== 'string') return await sync(options, interrupted.signal);
    console.log(options);
    return exitCode.done;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nnpm run sync -- --help`);
    return exitCode.misused;
  }
};

process.exitCode = await main();
