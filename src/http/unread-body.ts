import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a refused body is read, in bytes and in ms. */
type Limits = { readonly bytes: number; readonly milliseconds: number };

/** Four times the largest body that is taken. */
const defaultLimits: Limits = { bytes: 200 * 1024 * 1024, milliseconds: 10_000 };

/**
 * Sends a response whose headers are set, and reads the rest of the request's body before it ends the response: a connection that is closed with unread
 * bytes is reset, which takes the response from a client that sends its whole body before it reads (RFC 9112, 9.6). Beyond the limits the connection is
 * closed all the same.
 */
export const endAfterBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  { text, limits = defaultLimits }: { readonly text: string; readonly limits?: Limits },
): Promise<void> => {
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (!isBodyExpected(request)) {
    response.end(text);
    return;
  }
  response.write(text);
  const isRead = await readRest(request, limits);
  response.end(() => {
    if (!isRead) request.socket.destroy();
  });
};

/** A client that waits for 100 Continue sends no body after a refusal. */
const isBodyExpected = (request: IncomingMessage): boolean => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding, expect } = request.headers;
  if (request.complete || request.destroyed) return false;
  return (length !== '0' || encoding !== undefined) && (expect === undefined || request.readableDidRead);
};

/** Returns whether the body has ended within the limits. */
const readRest = (request: IncomingMessage, { bytes, milliseconds }: Limits): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let remaining = bytes;
  const timer = setTimeout(resolve, milliseconds, false);
  const count = (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) resolve(false);
  };
  const onEnd = () => resolve(true);
  request.on('data', count).once('end', onEnd).once('close', onEnd).resume();
  return promise.finally(() => {
    clearTimeout(timer);
    request.off('data', count).off('end', onEnd).off('close', onEnd);
  });
};
