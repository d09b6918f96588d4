import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';

/** A body of known length that can be read again for a repeat. */
export type Content = {
  readonly bytes: number;
  readonly read: () => AsyncIterable<Buffer>;
};

export type Exchange = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly content?: Content | undefined;
  /** Is told how many bytes of the content have been sent. */
  readonly sent?: ((bytes: number) => void) | undefined;
};

/** Milliseconds: a line that carries nothing for so long is dead, unless the service works on what it got; a body that nobody welcomes is sent all the same. */
const limits = { silent: 60_000, welcome: 2_000, probe: 30_000 };

/** A line that was silent for too long. */
export class SilentLine extends Error {}

/**
 * One request over a connection of its own; returns the response with its body unread. Not `fetch`, which gives up an answer after 5 minutes: an
 * upload may take longer. The body is sent once the service has welcomed it, so that a refusal is heard before it. Throws what the network throws.
 */
export const exchange = (
  url: string,
  { method, headers, signal, content, sent }: Exchange,
): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const ofContent = content ? { 'Content-Length': String(content.bytes), Expect: '100-continue' } : {};
  const request = (url.startsWith('https:') ? requestSecure : requestPlain)(url, {
    ...{ method, signal, agent: false, headers: { ...headers, ...ofContent } },
  });
  request.on('response', resolve).on('error', reject);
  request.on('socket', (socket) => socket.setKeepAlive(true, limits.probe));
  request.setTimeout(limits.silent, () => request.destroy(new SilentLine()));
  if (!content) {
    request.end();
    return promise;
  }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      yield chunk;
      sent?.((bytes += chunk.length));
    }
  };
  const send = () => {
    clearTimeout(unwelcomed);
    request.off('continue', send);
    // From then on the service works, in silence.
    pipeline(content.read(), counted, request).then(() => request.setTimeout(0), reject);
  };
  const unwelcomed = setTimeout(send, limits.welcome);
  request.on('continue', send).on('close', () => clearTimeout(unwelcomed));
  promise.then(
    () => clearTimeout(unwelcomed),
    () => clearTimeout(unwelcomed),
  );
  request.flushHeaders();
  return promise;
};
