import type { Response } from 'express';
import { keyLimit } from '../concurrency/key-limit.ts';
import { accountOf, requireIdentity } from './authentication.ts';
import { customerAddress } from './client-address.ts';
import { clientGone } from './client-gone.ts';
import { HttpRefusal } from './errors.ts';

/** Without an event for so long, a comment is sent, which keeps proxies from closing an idle connection. */
const maxSilenceMs = 15_000;

/** Counts a stream of the user of a request until the returned function is called. Throws HttpRefusal above the maximum. */
export type OpenStreams = (response: Response) => () => void;

/** The progress streams that are open, of uploads and previews together; per user, in one instance. */
export const progressStreams = (): OpenStreams => streamLimit(5, 'progress streams can be open');

/** The exports that run; per user, in one instance. */
export const exportStreams = (): OpenStreams => streamLimit(2, 'exports can run');

/** The lists of remarks on previews; per user, in one instance. */
export const remarkStreams = (): OpenStreams => streamLimit(2, 'lists of remarks can be read');

/** The long ones of these; per address or /56, all of whose accounts may be one person's: each lies on the disk. */
export const longRemarkStreams = (): OpenStreams => streamLimit(4, 'long lists of remarks can be read', customerOf);

/** The answers that a model behind a gateway writes, for any request; per user, in one instance: it may take a minute for each. */
export const answerStreams = (max = 30): OpenStreams => streamLimit(max, 'answers can be written');

/** The trials of drafts against the questions of a gap; per user, in one instance. */
export const openTrials = (): OpenStreams => streamLimit(2, 'drafts can be tried');

/** The corrections and their previews that run or wait, of one user and of one address or /56, in one instance: the words of 256 KiB take a second. */
export const openCorrections = (): OpenStreams => {
  const [ofUser, ofCustomer] = [streamLimit(10, correcting), streamLimit(30, correcting, customerOf)];
  return (response) => {
    const closeOfUser = ofUser(response);
    try {
      const closeOfCustomer = ofCustomer(response);
      return () => [closeOfUser, closeOfCustomer].forEach((close) => close());
    } catch (error) {
      closeOfUser();
      throw error;
    }
  };
};

const correcting = 'corrections and their previews can run';

const userOf = (response: Response): string => accountOf(response).id;
const customerOf = ({ req }: Response): string => customerAddress(req.ip);

const streamLimit = (max: number, what: string, keyOf = userOf): OpenStreams => {
  const open = keyLimit(max);
  return (response) => {
    const close = open(keyOf(response));
    if (close) return close;
    response.set('Retry-After', '15');
    throw new HttpRefusal(429, `At most ${max} ${what} at a time`);
  };
};

/** Does work that counts as an open stream of the user of a request; without `openStreams` a user may have any number. Throws HttpRefusal. */
export const whileOpen = async <Result>(
  openStreams: OpenStreams | undefined,
  response: Response,
  work: () => Promise<Result>,
): Promise<Result> => {
  const close = openStreams?.(response);
  try {
    return await work();
  } finally {
    close?.();
  }
};

/** Writes events to a stream. */
export type EventWriter = { readonly write: (name: string, id: number, data: object) => void };

/** A writer that sends a comment when it was silent for a while, until it is closed. */
const eventWriter = (response: Response): EventWriter & { readonly close: () => void } => {
  const silence = setInterval(() => response.write(': \n\n'), maxSilenceMs);
  return {
    write: (name, id, data) => {
      response.write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
      silence.refresh();
    },
    close: () => clearInterval(silence),
  };
};

type Options = {
  /** Without it, a user may open any number. */
  readonly openStreams?: OpenStreams | undefined;
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
  // A search for an answer may have taken long.
  await requireIdentity(response);
  const close = openStreams?.(response);
  const events = eventWriter(response);
  try {
    response.type('text/event-stream').set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    await stream({ events, signal: AbortSignal.any([clientGone(response), stopping]) });
  } finally {
    events.close();
    close?.();
    response.end();
  }
};
