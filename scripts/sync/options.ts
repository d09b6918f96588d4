import { parseArgs } from 'node:util';
import { ConfigError, type Environment, withSecretsOfFiles } from '../../src/environment.ts';
import { syncLimits } from '../../src/domain/sync-cursor.ts';
import { type Language, type Messages, messagesIn } from '../upload/messages.ts';
import { languageOf, serviceOptions, UsageError } from '../upload/options.ts';
import type { PulledDesk } from './desk-source.ts';
import { pulledDesks } from './desks.ts';
import { type SyncMessages, syncMessagesIn } from './messages.ts';

export type SyncOptions = ReturnType<typeof serviceOptions> & {
  readonly desk: PulledDesk;
  /** Of the desk, without a path. */
  readonly origin: string;
  readonly host: string;
  /** The name of the cursor: another address of the desk has another one. */
  readonly source: string;
  /** The value of the header, with the secret. */
  readonly authorization: string;
  readonly since: Date;
  readonly restart: boolean;
  readonly attempts: number;
  /** Undocumented: a share of the intervals between requests, for tests. */
  readonly paceShare: number;
  readonly language: Language;
  readonly messages: Messages;
  readonly texts: SyncMessages;
};

/** The options from the command line and the environment; the usage text for --help. Throws UsageError. */
export const parseOptions = (args: readonly string[], given: Environment): SyncOptions | string => {
  const { values, positionals } = parseArguments(args, given);
  const language = languageOf(values.lang, given);
  const [messages, texts] = [messagesIn(language), syncMessagesIn(language)];
  const refuse = (message: string) => new UsageError(message, messages);
  if (values.help) return texts.usage;
  if (values.lang !== undefined && values.lang !== language) throw refuse(messages.misuse.lang);
  const desk = (Object.keys(pulledDesks) as PulledDesk[]).find((name) => name === positionals[0]);
  if (!desk || positionals.length > 1) throw refuse(texts.misuse.desk);
  const { variables, loginOf } = pulledDesks[desk];
  const env = secretsOf(given, ['PRECEDENT_API_KEY', variables.secret], messages);
  const service = serviceOptions({ collection: values.collection, url: values.url }, env, messages);
  const address = addressOf(values.desk ?? env[variables.url]);
  if (!address) throw refuse(texts.misuse.address(variables.url));
  const [user, secret] = [variables.user, variables.secret].map((name) => {
    const value = env[name]?.trim() ?? '';
    if (!/^[\x21-\x7e]+$/.test(value)) throw refuse(texts.misuse.secret(name));
    return value;
  }) as [string, string];
  const attempts = values.attempts ?? '10';
  if (!/^[1-9]\d{0,5}$/.test(attempts)) throw refuse(`${messages.misuse.number} ${attempts}`);
  return {
    ...service,
    ...{ desk, origin: address.origin, host: address.host, source: sourceOf(desk, address.host) },
    authorization: `Basic ${Buffer.from(`${loginOf(user)}:${secret}`).toString('base64')}`,
    since: sinceOf(values.since, refuse, texts),
    ...{ restart: values.restart, attempts: Number(attempts), paceShare: Number(values['pace-share'] ?? 1) },
    ...{ language, messages, texts },
  };
};

/** Throws UsageError for a variable that names no readable file. */
const secretsOf = (env: Environment, names: readonly string[], messages: Messages): Environment => {
  try {
    return withSecretsOfFiles(env, names);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, messages);
    throw error;
  }
};

const isThisComputer = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** The secret is sent there: encrypted, and to a host only. */
const addressOf = (text: string | undefined): URL | undefined => {
  const url = URL.parse(text ?? '');
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisComputer.test(url.hostname));
  return isSafe && url.pathname === '/' ? url : undefined;
};

const sourceOf = (desk: PulledDesk, host: string): string =>
  `${desk}-${host.replaceAll(/[^a-z0-9-]/g, '_')}`.slice(0, syncLimits.source);

const sinceOf = (text: string | undefined, refuse: (message: string) => UsageError, texts: SyncMessages): Date => {
  if (text === undefined) return new Date(0);
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time) && time >= 0 && time <= Date.now()) return new Date(time);
  throw refuse(`${texts.misuse.since}: ${text}`);
};

const parseArguments = (args: readonly string[], env: Environment) => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const named = { collection: text, since: text, desk: text, url: text, attempts: text, lang: text };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...named, 'pace-share': text, restart: flag, help: { ...flag, short: 'h' } },
    });
  } catch (error) {
    // Thrown by `parseArgs` for an unknown or incomplete option.
    if (error instanceof TypeError) throw new UsageError(error.message, messagesIn(languageOf(undefined, env)));
    throw error;
  }
};
