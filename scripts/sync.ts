import { printError } from './terminal-text.ts';
import { apiClient } from './upload/api-client.ts';
import { exitCode, runCommandLine } from './upload/command-line.ts';
import { RefusedByService, RetriesExhausted } from './upload/failures.ts';
import { pace } from './upload/pace.ts';
import { progressLine, retryNotes } from './upload/progress-line.ts';
import { UnexpectedAnswer } from './sync/desk-source.ts';
import { pulledDesks } from './sync/desks.ts';
import { parseOptions, type SyncOptions } from './sync/options.ts';
import { pullDesk } from './sync/pull-desk.ts';
import { DeskRefused, readDesk } from './sync/read-desk.ts';

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
    for (const text of [reason, ...(canContinue ? [texts.again] : [])]) printError(text);
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

await runCommandLine({ parse: parseOptions, run: sync, hint: () => 'npm run sync -- --help' });
