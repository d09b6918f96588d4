import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';

/** A body of known length that can be read again for a repeat. */
export type Content = {
  readonly bytes: number;
  readonly read: () => AsyncIterable<Buffer>;
};

export type HttpRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly content?: Content | undefined;
  /** Receives the number of bytes sent. */
  readonly onSent?: ((bytes: number) => void) | undefined;
};

/** `idle`: until the body is sent; `continue`: before the body is sent without `100 Continue`; `keepAlive`: delay of TCP probes. */
const timeoutsMs = { idle: 60_000, continue: 2_000, keepAlive: 30_000 };

/** A connection without traffic for too long. */
export class IdleTimeout extends Error {}

/**
 * Sends one request over a new connection; returns the response with its body unread. Not `fetch`, whose time-out of 5 minutes an upload may exceed.
 * The body is sent after `100 Continue`, so that a refusal arrives before it. Throws IdleTimeout and network errors.
 */
export const httpRequest = (
  url: string,
  { method, headers, signal, content, onSent: sent }: HttpRequest,
): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const contentHeaders = content ? { 'Content-Length': String(content.bytes), Expect: '100-continue' } : {};
  const request = (url.startsWith('https:') ? requestSecure : requestPlain)(url, {
    method,
    signal,
    agent: false,
    headers: { ...headers, ...contentHeaders },
  });
  request.on('response', resolve).on('error', reject);
  request.on('socket', (socket) => socket.setKeepAlive(true, timeoutsMs.keepAlive));
  request.setTimeout(timeoutsMs.idle, () => request.destroy(new IdleTimeout()));
  if (!content) {
    request.end();
    return promise;
  }
  const sendBody = () => {
    clearTimeout(continueTimer);
    request.off('continue', sendBody);
    // The service processes the body without sending anything: no idle time-out.
    pipeline(content.read(), counting(sent), request).then(() => request.setTimeout(0), reject);
  };
  const continueTimer = setTimeout(sendBody, timeoutsMs.continue);
  request.on('continue', sendBody).on('close', () => clearTimeout(continueTimer));
  promise.then(
    () => clearTimeout(continueTimer),
    () => clearTimeout(continueTimer),
  );
  request.flushHeaders();
  return promise;
};

/** Passes chunks on and reports the bytes so far after each. */
const counting = (sent: HttpRequest['onSent']) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      yield chunk;
      sent?.((bytes += chunk.length));
    }
  };
