import { access, constants } from 'node:fs/promises';
import { readEnvironment } from '../src/config.ts';
import { UnreadableFile } from '../src/ticket-files/ticket-item.ts';
import { FileChanged, GaveUp, RefusedByService } from './upload/failures.ts';
import { Misuse, type Options, parseOptions } from './upload/options.ts';
import { skippedOf } from './upload/outcome-table.ts';
import { pace } from './upload/pace.ts';
import { precedent } from './upload/precedent.ts';
import { previewFile } from './upload/preview-file.ts';
import { progressLine } from './upload/progress-line.ts';
import { sendFile } from './upload/send-file.ts';

/** What the process ends with; 128 + 2 is what a shell takes for an interrupt. */
const status = { done: 0, failed: 1, misused: 2, skipped: 3, interrupted: 130 };

/** Sends or previews the file that the options name; returns the exit status. */
const upload = async (options: Options, signal: AbortSignal): Promise<number> => {
  const { words, attempts } = options;
  const line = progressLine(words);
  const retries = {
    attempts,
    signal,
    onFailure: ({ reason, seconds, attempt }: { reason: string; seconds: number; attempt: number }) =>
      line.note(words.retry(reason, words.duration(seconds), `${attempt}/${attempts}`)),
  };
  const pacing = pace((seconds) => line.note(words.pausing(words.duration(seconds))));
  const run = { options, retries, line, precedent: precedent({ ...options, pace: pacing, retries }) };
  try {
    const outcomes = await (options.preview ? previewFile(run) : sendFile(run));
    if (!outcomes) return status.failed;
    return options.strict && skippedOf(outcomes) > outcomes.duplicate ? status.skipped : status.done;
  } catch (error) {
    line.clear();
    const said = signal.aborted ? [words.interrupted] : reasonOf(error, options);
    const goesOn = !options.preview && (signal.aborted || error instanceof GaveUp || error instanceof FileChanged);
    for (const reason of [...said, ...(goesOn ? [words.again] : [])]) console.error(reason);
    return signal.aborted ? status.interrupted : status.failed;
  }
};

/** Throws what nobody foresaw. */
const reasonOf = (error: unknown, { words }: Options): readonly string[] => {
  if (error instanceof RefusedByService) return [words.refused(error.status, error.message)];
  if (error instanceof GaveUp) return [words.gaveUp(error.message)];
  if (error instanceof FileChanged) return [words.fileChanged];
  if (error instanceof UnreadableFile || isOfFileSystem(error)) return [error.message];
  throw error;
};

/** A full disk, a folder in a file's place: its message names the path. */
const isOfFileSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;

const main = async (): Promise<number> => {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  // Once: a second Ctrl-C ends the process at once.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const env = readEnvironment();
  try {
    const options = parseOptions(process.argv.slice(2), env);
    if (typeof options === 'string') {
      console.log(options);
      return status.done;
    }
    await access(options.file, constants.R_OK).catch(() => {
      throw new Misuse(`${options.words.misuse.noFile} ${options.file}`, options.words);
    });
    return await upload(options, interrupted.signal);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    const [example = ''] = error.words.usage.split('\n');
    console.error(`${error.message}\n${example}\n${error.words.help}`);
    return status.misused;
  }
};

process.exitCode = await main();
