import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isUuid } from '../../src/domain/uuid.ts';
import { type Language, type Words, wordsIn } from './words.ts';

/** The most that one request may hold; the service takes 50 MB and 100 000 tickets. */
const partLimits = { bytes: 40_000_000, tickets: 50_000 };

export type PartLimits = Readonly<typeof partLimits>;

export type Options = {
  readonly file: string;
  readonly collection: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly columns: ReadonlyMap<string, string | null>;
  readonly preview: boolean;
  readonly strict: boolean;
  readonly skipped: string | undefined;
  readonly attempts: number;
  readonly limits: PartLimits;
  readonly words: Words;
  readonly language: Language;
};

/** The command line cannot be used; the message says why, above the usage. */
export class Misuse extends Error {
  readonly words: Words;
  constructor(message: string, words: Words) {
    super(message);
    this.words = words;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the command line and the environment ask for; the usage where that is asked for. Throws Misuse. */
export const parseOptions = (args: readonly string[], env: Environment): Options | string => {
  const { values, positionals } = parsed(args, env);
  const language = languageOf(values.lang, env);
  const words = wordsIn(language);
  const misused = (message: string) => new Misuse(message, words);
  if (values.help) return words.usage;
  if (values.lang !== undefined && values.lang !== language) throw misused(words.misuse.lang);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw misused(words.misuse.file);
  if (!isUuid(values.collection)) throw misused(words.misuse.collection);
  const key = (values.key ?? env['PRECEDENT_API_KEY'] ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw misused(words.misuse.key);
  const url = values.url ?? env['PRECEDENT_URL'] ?? 'http://127.0.0.1:8000';
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw misused(`${words.misuse.url} ${url}`);
  const columns = columnsOf(values.columns);
  if (!columns) throw misused(words.misuse.columns);
  const [attempts, tickets] = [values.attempts ?? '10', values['part-tickets'] ?? String(partLimits.tickets)].map(
    (text) => {
      if (!/^[1-9]\d{0,5}$/.test(text)) throw misused(`${words.misuse.number} ${text}`);
      return Number(text);
    },
  ) as [number, number];
  const skipped = values.skipped === undefined ? undefined : pathOf(values.skipped, env);
  if (skipped === pathOf(file, env)) throw misused(words.misuse.skipped);
  return {
    ...{ file: pathOf(file, env), collection: values.collection.toLowerCase(), url: url.replace(/\/+$/, ''), key },
    ...{ columns, preview: values.preview, strict: values.strict, skipped, attempts, words, language },
    limits: { ...partLimits, tickets: Math.min(tickets, partLimits.tickets) },
  };
};

const parsed = (args: readonly string[], env: Environment) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ collection: text, url: text, key: text, columns: text, skipped: text, attempts: text, lang: text },
        ...{ preview: flag, strict: flag, help: { ...flag, short: 'h' } },
        // For tests: smaller parts than anybody needs.
        'part-tickets': text,
      },
    });
  } catch (error) {
    // What `parseArgs` says of an unknown or incomplete option.
    if (error instanceof TypeError) throw new Misuse(error.message, wordsIn(languageOf(undefined, env)));
    throw error;
  }
};

/** Russian unless English is asked for, by the option or else by the first of the variables that is set. */
const languageOf = (option: string | undefined, env: Environment): Language =>
  (option ?? env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '').startsWith('en') ? 'en' : 'ru';

const columnsOf = (text: string | undefined): Options['columns'] | undefined => {
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

/** npm runs scripts in the package's folder; a path is meant from where npm was called. */
const pathOf = (path: string, env: Environment): string =>
  resolve((env['npm_lifecycle_event'] === 'upload' ? env['INIT_CWD'] : undefined) ?? '.', path);
