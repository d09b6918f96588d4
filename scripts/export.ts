import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ticketStateNames } from '../src/ports/tickets.ts';
import { refusalText } from './body-text.ts';
import { printError, terminalText } from './terminal-text.ts';
import { exitCode, runCommandLine } from './upload/command-line.ts';
import { httpRequest, IdleTimeout } from './upload/http-request.ts';
import { type Messages, messagesIn } from './upload/messages.ts';
import { type Environment, languageOf, pathOf, serviceOptions, UsageError } from './upload/options.ts';

type Options = ReturnType<typeof serviceOptions> & {
  readonly state: string;
  /** Undefined: the standard output. */
  readonly output: string | undefined;
  readonly messages: Messages;
};

/** The options from the command line and the environment; the usage text for --help. Throws UsageError. */
const parseOptions = (args: readonly string[], env: Environment): Options | string => {
  const values = parseArguments(args, env);
  const messages = messagesIn(languageOf(values.lang, env));
  if (values.help) return messages.exportUsage;
  const { state = 'active', output } = values;
  if (!ticketStateNames.some((name) => name === state)) throw new UsageError(messages.misuse.state, messages);
  // npm writes the command's name to the standard output, which would be the first lines of the file.
  const isSilent = env['npm_config_loglevel'] === 'silent' || env['npm_lifecycle_event'] !== 'export';
  if (output === undefined && !isSilent && !process.stdout.isTTY)
    throw new UsageError(messages.misuse.banner, messages);
  const path = output === undefined ? undefined : pathOf(output, env);
  return { ...serviceOptions(values, env, messages), state, output: path, messages };
};

const parseArguments = (args: readonly string[], env: Environment) => {
  const value = { type: 'string' } as const;
  const named = { collection: value, url: value, key: value, state: value, output: value, lang: value };
  const help = { type: 'boolean', short: 'h', default: false } as const;
  try {
    return parseArgs({ args: [...args], options: { ...named, help } }).values;
  } catch (error) {
    // Thrown by `parseArgs` for an unknown or incomplete option.
    if (error instanceof TypeError) throw new UsageError(error.message, messagesIn(languageOf(undefined, env)));
    throw error;
  }
};

/** Writes the tickets; returns the exit code. */
const exportTickets = async (options: Options, signal: AbortSignal): Promise<number> => {
  const { url, key, collection, state, messages } = options;
  try {
    const headers = { Authorization: `Bearer ${key}`, 'User-Agent': 'precedent-export' };
    const path = `${url}/api/v1/collections/${collection}/export.jsonl?state=${state}`;
    const response = await httpRequest(path, { method: 'GET', headers, signal });
    if (response.statusCode !== 200) {
      printError(messages.refused(response.statusCode ?? 0, detailOf(await refusalText(response), messages)));
      return exitCode.failed;
    }
    await write(response as AsyncIterable<Buffer>, options, signal);
    return exitCode.done;
  } catch (error) {
    if (signal.aborted) {
      printError(messages.exportIncomplete(messages.interrupted.replace(/\.$/, '')));
      return exitCode.interrupted;
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined && !(error instanceof IdleTimeout)) throw error;
    printError(messages.exportIncomplete(code === undefined ? messages.silent : messages.noConnection(code)));
    return exitCode.failed;
  }
};

/** The lines as a terminal shows them. */
const shown = async function* (lines: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder();
  for await (const chunk of lines) yield terminalText(decoder.decode(chunk, { stream: true }));
};

/** To the standard output, or to a file that gets its name once it is whole. */
const write = async (
  lines: AsyncIterable<Buffer>,
  { output, messages }: Options,
  signal: AbortSignal,
): Promise<void> => {
  if (output === undefined) {
    await pipeline(process.stdout.isTTY ? shown(lines) : lines, process.stdout, { signal, end: false });
    return;
  }
  const unfinished = `${output}.part`;
  let tickets = 0;
  const counting = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) tickets += 1;
      yield chunk;
    }
  };
  try {
    await pipeline(lines, counting, createWriteStream(unfinished), { signal });
    await rename(unfinished, output);
  } finally {
    await rm(unfinished, { force: true });
  }
  printError(messages.exported(messages.count(tickets), output));
};

const detailOf = (body: string, messages: Messages): string => {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : messages.notPrecedent;
  } catch {
    return messages.notPrecedent;
  }
};

await runCommandLine({
  parse: parseOptions,
  run: exportTickets,
  hint: ({ messages }) => String(messages.exportUsage.split('\n\n')[0]),
});
