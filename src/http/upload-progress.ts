import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { noFigures } from '../domain/events.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { accountOf, type Handler } from './authentication.ts';
import { HttpRefusal } from './errors.ts';
import { uploadKeyOf, uploadRecord } from './uploads.ts';

/** Milliseconds between two looks, between two comments that keep the line open, and until an upload that does not begin is given up. */
const pauses = { look: 500, comment: 15_000, begin: 15 * 60_000 };

/** How many streams a user may have open in one instance. */
const mostOpen = 5;

type Dependencies = {
  readonly uploads: Pick<Uploads, 'byId'>;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/**
 * An upload's progress as server-sent events (WHATWG HTML, 9.2), from the read model, so that any instance can tell it, before the upload begins and
 * again after a broken line. The id of an event counts what was told of the upload; it ends with its outcome.
 */
export const progressHandler = ({ uploads, stopping }: Dependencies): Handler => {
  const open = openStreams();
  return async (request, response) => {
    const key = uploadKeyOf(response);
    const leave = open.enter(accountOf(response).id, response);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      response.type('text/event-stream').set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
      response.flushHeaders();
      const seen = Number(request.get('Last-Event-ID') ?? -1);
      await follow(() => uploads.byId(key), response, {
        seen: Number.isInteger(seen) ? seen : -1,
        signal: AbortSignal.any([gone.signal, stopping]),
      });
    } finally {
      leave();
      response.end();
    }
  };
};

const openStreams = () => {
  const open = new Map<string, number>();
  return {
    /** Counts a stream of a user until the function it returns is called. Throws HttpRefusal for one too many. */
    enter: (userId: string, response: Response) => {
      const count = open.get(userId) ?? 0;
      if (count >= mostOpen) {
        response.set('Retry-After', '15');
        throw new HttpRefusal(429, `At most ${mostOpen} progress streams can be open at a time`);
      }
      open.set(userId, count + 1);
      return () => {
        const left = (open.get(userId) ?? 1) - 1;
        if (left === 0) open.delete(userId);
        else open.set(userId, left);
      };
    },
  };
};

/** Writes what is new about an upload until it has ended, it is gone, or the signal aborts. */
const follow = async (
  find: () => Promise<UploadRecord | undefined>,
  response: Response,
  { seen, signal }: { readonly seen: number; readonly signal: AbortSignal },
): Promise<void> => {
  const begun = performance.now();
  const speed = speedometer();
  let last = seen;
  let known = false;
  let wrote = begun;
  const write = (text: string) => {
    response.write(text);
    wrote = performance.now();
  };
  const event = (name: string, id: number, data: object) =>
    write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);

  while (!signal.aborted) {
    const upload = await find();
    if (!upload) {
      // It was there before: its collection was deleted.
      if (known || performance.now() - begun > pauses.begin) return;
      if (last < 0) event('progress', (last = 0), waiting);
    } else {
      const id = upload.revision + 1;
      if (upload.state !== 'running') {
        event('outcome', id, uploadRecord(upload));
        return;
      }
      const moved = speed(upload);
      if (id > last || !known) event('progress', (last = id), moved);
      known = true;
    }
    if (performance.now() - wrote > pauses.comment) write(': \n\n');
    await setTimeout(pauses.look, undefined, { signal }).catch(() => undefined);
  }
};

const waiting = { state: 'waiting', ...noFigures, rate: null, remaining_seconds: null };

/** How far back the rate looks, in milliseconds. */
const window = 10_000;

/** Tells an upload's figures with the rate of the last seconds, in tickets a second, and what remains at that rate; both are null before they can be known. */
const speedometer = () => {
  let marks: { readonly at: number; readonly done: number }[] = [];
  return ({ state, figures }: Pick<UploadRecord, 'state' | 'figures'>) => {
    const at = performance.now();
    const done = figures.stored + figures.skipped;
    if (done !== marks.at(-1)?.done) marks = [...marks, { at, done }].filter((mark) => at - mark.at <= window);
    const [first] = marks;
    const rate = first && done > first.done ? ((done - first.done) * 1_000) / (at - first.at) : null;
    const left = figures.total === null ? null : figures.total - done;
    return {
      ...{ state, ...figures },
      rate: rate === null ? null : Math.round(rate),
      remaining_seconds: rate === null || left === null ? null : Math.ceil(left / rate),
    };
  };
};
