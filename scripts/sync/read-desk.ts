import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { bodyText, mebibyte } from '../body-text.ts';
import { TemporaryFailure } from '../upload/failures.ts';
import { httpRequest, IdleTimeout } from '../upload/http-request.ts';
import type { Pace } from '../upload/pace.ts';
import { retryRequest, type RetryContext } from '../upload/retry-request.ts';
import { type ReadDesk, UnexpectedAnswer } from './desk-source.ts';
import type { SyncMessages } from './messages.ts';

/** The desk refused a request and would refuse it again. */
export class DeskRefused extends Error {}

type Dependencies = {
  /** Without a path. */
  readonly origin: string;
  /** The value of the header, with the secret. */
  readonly authorization: string;
  readonly intervalMs: (path: string) => number;
  readonly pace: Pace;
  readonly retries: RetryContext;
  readonly messages: SyncMessages;
};

/** A page of a desk in bytes, and how long all of it may take. */
const limits = { bytes: 100 * mebibyte, milliseconds: 300_000 };

/** The longest wait that a desk may ask for, in seconds. */
const longestWait = 3_600;

/** Reads from one desk within its limits; a redirect is refused, so that the secret goes nowhere else. */
export const readDesk = (dependencies: Dependencies): ReadDesk => {
  const { intervalMs, pace, retries } = dependencies;
  let earliest = 0;
  return (path) =>
    retryRequest(async () => {
      await pace.wait(retries.signal);
      const wait = earliest - performance.now();
      if (wait > 0) await setTimeout(wait, undefined, { signal: retries.signal });
      earliest = performance.now() + intervalMs(path);
      return readOnce(path, dependencies);
    }, retries);
};

const readOnce = async (path: string, dependencies: Dependencies): Promise<unknown> => {
  const { origin, authorization, pace, retries, messages } = dependencies;
  const timeout = AbortSignal.timeout(limits.milliseconds);
  const signal = AbortSignal.any([retries.signal, timeout]);
  const headers = { Authorization: authorization, Accept: 'application/json', 'User-Agent': 'precedent-sync' };
  let response: IncomingMessage | undefined;
  try {
    response = await httpRequest(origin + path, { method: 'GET', headers, signal });
    pace.record(limitOf(response.headers));
    const { statusCode: status = 0 } = response;
    if (status === 404 || status === 410) return undefined;
    if (status !== 200) throw refusal(status, response.headers, messages);
    return parse(await bodyText(response, { bytes: limits.bytes, tooLarge }));
  } catch (error) {
    if (retries.signal.aborted) throw retries.signal.reason;
    throw failureOf(error, timeout.aborted, dependencies);
  } finally {
    response?.destroy();
  }
};

/** The names of the vendors for what is left of their limit; those of HelpDeskEddy count in minutes. */
const limitOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  'ratelimit-limit': headers['ratelimit-limit'] ?? headers['x-rate-limit'],
  'ratelimit-remaining': headers['ratelimit-remaining'] ?? headers['x-rate-limit-remaining'],
  'ratelimit-reset': headers['ratelimit-reset'] ?? '60',
});

const tooLarge = () => new UnexpectedAnswer(`more than ${limits.bytes / mebibyte} MiB`);

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    // A message of the parser quotes the text.
    throw new UnexpectedAnswer('JSON');
  }
};

const refusal = (status: number, headers: IncomingHttpHeaders, messages: SyncMessages): Error => {
  if (status === 429 || status === 408 || status >= 500) {
    const after = Number(headers['retry-after'] ?? Number.NaN);
    const wait = Number.isFinite(after) ? Math.min(Math.max(1, after), longestWait) : undefined;
    return new TemporaryFailure(messages.deskBusy(status), wait);
  }
  if (status === 401 || status === 403) return new DeskRefused(messages.wrongCredentials(status));
  if (status >= 300 && status < 400) return new DeskRefused(messages.redirected(status));
  return new DeskRefused(messages.deskRefused(status));
};

/** Names and certificates do not mend themselves within minutes. */
const failureOf = (error: unknown, isTimeout: boolean, { origin, messages }: Dependencies): unknown => {
  if (isTimeout || error instanceof IdleTimeout) return new TemporaryFailure(messages.deskSilent);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  if (code === 'ENOTFOUND') return new DeskRefused(messages.unknownHost(origin));
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return new DeskRefused(messages.untrusted(origin, code));
  return new TemporaryFailure(messages.deskUnreachable(code));
};
