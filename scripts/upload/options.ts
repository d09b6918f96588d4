import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isUuid } from '../../src/platform/uuid.ts';
import type { TablePlace } from '../../src/ticket-files/read-options.ts';
import { readAsNames } from '../../src/domain/desks.ts';
import { headerRows } from '../../src/domain/limits.ts';
import { type Language, type Messages, messagesIn } from './messages.ts';

/** Limits of a request, below the service's own of 50 MB and 100 000 tickets. */
export const partLimits = { bytes: 40_000_000, tickets: 50_000 };

export type PartLimits = Readonly<typeof partLimits>;

export type Options = {
  readonly file: string;
  readonly collection: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly columns: ReadonlyMap<string, string | null>;
  /** Where the table is in the file, and as what JSON is read. */
  readonly place: TablePlace;
  readonly preview: boolean;
  readonly strict: boolean;
  readonly onDuplicate: 'skip' | 'update';
  readonly skipped: string | undefined;
  readonly attempts: number;
  readonly limits: PartLimits;
  readonly messages: Messages;
  readonly language: Language;
};

/** An invalid command line; the message is printed above the usage. */
export class UsageError extends Error {
  readonly messages: Messages;
  constructor(message: string, messages: Messages) {
    super(message);
    this.messages = messages;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options from the command line and the environment; the usage text for --help. Throws UsageError. */
export const parseOptions = (args: readonly string[], env: Environment): Options | string => {
  const { values, positionals } = parseArguments(args, env);
  const language = languageOf(values.lang, env);
  const messages = messagesIn(language);
  const usageError = (message: string) => new UsageError(message, messages);
  if (values.help) return messages.usage;
  if (values.lang !== undefined && values.lang !== language) throw usageError(messages.misuse.lang);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw usageError(messages.misuse.file);
  const service = serviceOptions(values, env, messages);
  const columns = parseColumns(values.columns);
  if (!columns) throw usageError(messages.misuse.columns);
  const [attempts, tickets] = [values.attempts ?? '10', values['part-tickets'] ?? String(partLimits.tickets)].map(
    (text) => {
      if (!/^[1-9]\d{0,5}$/.test(text)) throw usageError(`${messages.misuse.number} ${text}`);
      return Number(text);
    },
  ) as [number, number];
  const skipped = values.skipped === undefined ? undefined : pathOf(values.skipped, env);
  if (skipped === pathOf(file, env)) throw usageError(messages.misuse.skipped);
  return {
    file: pathOf(file, env),
    ...service,
    columns,
    place: placeOf(values, messages),
    preview: values.preview,
    strict: values.strict,
    onDuplicate: onDuplicateOf(values['on-duplicate'], messages),
    skipped,
    attempts,
    messages,
    language,
    limits: { ...partLimits, tickets: Math.min(tickets, partLimits.tickets) },
  };
};

type Place = { readonly [Name in 'sheet' | 'header-row' | 'read-as']?: string | undefined };

/** Throws UsageError. */
const placeOf = ({ sheet, 'header-row': row, 'read-as': name }: Place, messages: Messages): TablePlace => {
  const headerRow = row === undefined ? undefined : /^\d{1,3}$/.test(row) ? Number(row) : 0;
  const isRow = headerRow === undefined || (headerRow >= 1 && headerRow <= headerRows);
  if (!isRow) throw new UsageError(messages.misuse.headerRow(headerRows), messages);
  const readAs = readAsNames.find((one) => one === name);
  if (name !== undefined && !readAs) throw new UsageError(messages.misuse.readAs(readAsNames.join(', ')), messages);
  return {
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerRow === undefined ? {} : { headerRow }),
    ...(readAs === undefined ? {} : { readAs }),
  };
};

/** Throws UsageError. */
const onDuplicateOf = (value: string | undefined, messages: Messages): Options['onDuplicate'] => {
  if (value === undefined || value === 'skip' || value === 'update') return value ?? 'skip';
  throw new UsageError(messages.misuse.onDuplicate, messages);
};

type Service = Pick<Options, 'collection' | 'url' | 'key'>;

/** The service, its collection and the API key. Throws UsageError. */
export const serviceOptions = (
  values: Readonly<Partial<Record<keyof Service, string | undefined>>>,
  env: Environment,
  messages: Messages,
): Service => {
  const usageError = (message: string) => new UsageError(message, messages);
  if (!isUuid(values.collection)) throw usageError(messages.misuse.collection);
  const key = (values.key ?? env['PRECEDENT_API_KEY'] ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw usageError(messages.misuse.key);
  const url = values.url ?? env['PRECEDENT_URL'] ?? 'http://127.0.0.1:8000';
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw usageError(`${messages.misuse.url} ${url}`);
  return { collection: values.collection.toLowerCase(), url: url.replace(/\/+$/, ''), key };
};

const parseArguments = (args: readonly string[], env: Environment) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        collection: text,
        url: text,
        key: text,
        columns: text,
        sheet: text,
        'header-row': text,
        'read-as': text,
        skipped: text,
        attempts: text,
        lang: text,
        'on-duplicate': text,
        preview: flag,
        strict: flag,
        help: { ...flag, short: 'h' },
        // Undocumented: small parts for tests.
        'part-tickets': text,
      },
    });
  } catch (error) {
    // Thrown by `parseArgs` for an unknown or incomplete option.
    if (error instanceof TypeError) throw new UsageError(error.message, messagesIn(languageOf(undefined, env)));
    throw error;
  }
};

/** English if the option, or the first locale variable that is set, starts with `en`; Russian otherwise. */
export const languageOf = (option: string | undefined, env: Environment): Language =>
  (option ?? env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '').startsWith('en') ? 'en' : 'ru';

const parseColumns = (text: string | undefined): Options['columns'] | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value as Record<string, unknown>);
    const fits = entries.every(([, column]) => column === null || typeof column === 'string');
    return fits ? new Map(entries as [string, string | null][]) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Resolves a path from the folder where npm was called, as npm runs scripts in the package's folder. */
export const pathOf = (path: string, env: Environment): string =>
  resolve((/^(?:upload|export)$/.test(env['npm_lifecycle_event'] ?? '') ? env['INIT_CWD'] : undefined) ?? '.', path);
