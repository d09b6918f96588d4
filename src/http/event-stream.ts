import type { Response } from 'express';
import { accountOf } from './authentication.ts';
import { HttpRefusal } from './errors.ts';

/** Between two comments, which keep proxies from closing an idle connection. */
const keepAliveIntervalMs = 15_000;

/** Counts a stream of a user until the returned function is called. Throws HttpRefusal above the maximum. */
export type OpenStreams = (userId: string, response: Response) => () => void;

/** The progress streams that are open, of uploads and previews together; per user, in one instance. */
export const progressStreams = (): OpenStreams => streamLimit(5, 'progress streams can be open');

/** The exports that run; per user, in one instance. */
export const exportStreams = (): OpenStreams => streamLimit(2, 'exports can run');

const streamLimit = (max: number, what: string): OpenStreams => {
  const countByUser = new Map<string, number>();
  return (userId, response) => {
    const count = countByUser.get(userId) ?? 0;
    if (count >= max) {
      response.set('Retry-After', '15');
      throw new HttpRefusal(429, `At most ${max} ${what} at a time`);
    }
    countByUser.set(userId, count + 1);
    return () => {
      const remaining = (countByUser.get(userId) ?? 1) - 1;
      if (remaining === 0) countByUser.delete(userId);
      else countByUser.set(userId, remaining);
    };
  };
};

/** Writes events to a stream. */
export type EventWriter = ReturnType<typeof eventWriter>;

const eventWriter = (response: Response) => {
  let writtenAt = performance.now();
  const send = (text: string) => {
    response.write(text);
    writtenAt = performance.now();
  };
  return {
    write: (name: string, id: number, data: object) =>
      send(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Writes a comment if nothing was written for a while. */
    keepAlive: () => {
      if (performance.now() - writtenAt > keepAliveIntervalMs) send(': \n\n');
    },
  };
};

type Options = {
  /** Without it, a user may open any number. */
  readonly openStreams?: OpenStreams;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/** `signal` aborts when the client has gone or the service stops. */
type Stream = { readonly events: EventWriter; readonly signal: AbortSignal };

/** Answers with server-sent events (WHATWG HTML, 9.2) until `stream`, which writes them, has ended. Throws HttpRefusal. */
export const sendEvents = async (
  response: Response,
  { openStreams, stopping }: Options,
  stream: (stream: Stream) => Promise<void>,
): Promise<void> => {
  const close = openStreams?.(accountOf(response).id, response);
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  try {
    response.type('text/event-stream').set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    await stream({ events: eventWriter(response), signal: AbortSignal.any([disconnected.signal, stopping]) });
  } finally {
    close?.();
    response.end();
  }
};
