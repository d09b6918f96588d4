import { access, constants } from 'node:fs/promises';
import { UnreadableFile } from '../src/ticket-files/ticket-item.ts';
import { printError } from './terminal-text.ts';
import { apiClient } from './upload/api-client.ts';
import { exitCode, runCommandLine } from './upload/command-line.ts';
import { FileChanged, RetriesExhausted, RefusedByService } from './upload/failures.ts';
import { UsageError, type Options, parseOptions } from './upload/options.ts';
import { hasSkippedByRules } from './upload/outcome-table.ts';
import { pace } from './upload/pace.ts';
import { previewFile } from './upload/preview-file.ts';
import { progressLine, retryNotes } from './upload/progress-line.ts';
import { sendFile } from './upload/send-file.ts';

/** Sends or previews the file; returns the exit code. */
const upload = async (options: Options, signal: AbortSignal): Promise<number> => {
  const { messages, attempts } = options;
  const line = progressLine(messages);
  const retries = { attempts, signal, onFailure: retryNotes(line, messages, attempts) };
  const rateLimit = pace((seconds) => line.note(messages.pausing(messages.duration(seconds))));
  const run = { options, retries, line, client: apiClient({ ...options, pace: rateLimit, retries }) };
  try {
    const outcomes = await (options.preview ? previewFile(run) : sendFile(run));
    if (!outcomes) return exitCode.failed;
    return options.strict && hasSkippedByRules(outcomes) ? exitCode.skipped : exitCode.done;
  } catch (error) {
    line.clear();
    const reasons = signal.aborted ? [messages.interrupted] : reasonOf(error, options);
    const canContinue =
      !options.preview && (signal.aborted || error instanceof RetriesExhausted || error instanceof FileChanged);
    for (const reason of [...reasons, ...(canContinue ? [messages.again] : [])]) printError(reason);
    return signal.aborted ? exitCode.interrupted : exitCode.failed;
  }
};

/** The text for an expected error; rethrows any other. */
const reasonOf = (error: unknown, { messages }: Options): readonly string[] => {
  if (error instanceof RefusedByService) return [messages.refused(error.status, error.message)];
  if (error instanceof RetriesExhausted) return [messages.gaveUp(error.message)];
  if (error instanceof FileChanged) return [messages.fileChanged];
  if (error instanceof UnreadableFile || isFileSystemError(error)) return [error.message];
  throw error;
};

/** For example a full disk; the message contains the path. */
const isFileSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;

const requireFile = async ({ file, messages }: Options): Promise<void> => {
  await access(file, constants.R_OK).catch(() => {
    throw new UsageError(`${messages.misuse.noFile} ${file}`, messages);
  });
};

await runCommandLine({
  parse: parseOptions,
  run: async (options, signal) => {
    await requireFile(options);
    return upload(options, signal);
  },
  hint: ({ messages }) => `${messages.usage.split('\n')[0]}\n${messages.help}`,
});
