import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { noFigures } from '../domain/events.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { accountOf, type Handler } from './authentication.ts';
import { HttpRefusal } from './errors.ts';
import * as responses from './schemas/upload-responses.ts';
import { uploadKeyOf } from './uploads.ts';

const pollIntervalMs = 500;
/** Between two comments, which keep proxies from closing an idle connection. */
const keepAliveIntervalMs = 15_000;
/** Until a stream of an upload that does not begin is closed. */
const startTimeoutMs = 15 * 60_000;
/** The period that the rate is measured over. */
const rateWindowMs = 10_000;
/** Per user, in one instance. */
const maxOpenStreams = 5;

/** An upload that runs records its figures once a second while they change. */
const stalledAfterMs = 2_000;

type Dependencies = {
  readonly uploads: Pick<Uploads, 'byId'>;
  /** What the event log fails of, undefined if it works. */
  readonly logFailure: () => Promise<string | undefined>;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/**
 * An upload's progress as server-sent events (WHATWG HTML, 9.2), ending with its outcome. It is read from the read model, so any instance can serve
 * it, before the upload begins and after a reconnection. The id of an event is the upload's revision plus 1, or 0 before it begins.
 */
export const progressHandler = ({ uploads, logFailure, stopping }: Dependencies): Handler => {
  const streams = openStreams();
  const isLogFailing = sharedAnswer(() => logFailure().then((reason) => reason !== undefined));
  return async (request, response) => {
    const key = uploadKeyOf(response);
    const close = streams.open(accountOf(response).id, response);
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    try {
      response.type('text/event-stream').set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
      response.flushHeaders();
      const lastEventId = Number(request.get('Last-Event-ID') ?? -1);
      await streamProgress(() => uploads.byId(key), response, {
        lastEventId: Number.isInteger(lastEventId) ? lastEventId : -1,
        isLogFailing,
        signal: AbortSignal.any([disconnected.signal, stopping]),
      });
    } finally {
      close();
      response.end();
    }
  };
};

const openStreams = () => {
  const countByUser = new Map<string, number>();
  return {
    /** Counts a stream of the user until the returned function is called. Throws HttpRefusal above the maximum. */
    open: (userId: string, response: Response) => {
      const count = countByUser.get(userId) ?? 0;
      if (count >= maxOpenStreams) {
        response.set('Retry-After', '15');
        throw new HttpRefusal(429, `At most ${maxOpenStreams} progress streams can be open at a time`);
      }
      countByUser.set(userId, count + 1);
      return () => {
        const remaining = (countByUser.get(userId) ?? 1) - 1;
        if (remaining === 0) countByUser.delete(userId);
        else countByUser.set(userId, remaining);
      };
    },
  };
};

/** Returns a function that asks at most once in each interval of the polling, for all streams; false if the answer is an error. */
const sharedAnswer = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  return () => {
    if (performance.now() - askedAt >= pollIntervalMs) {
      askedAt = performance.now();
      answer = ask().catch(() => false);
    }
    return answer;
  };
};

type Stream = {
  readonly lastEventId: number;
  readonly isLogFailing: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/** Writes every change of an upload after `lastEventId` until it ends, it is deleted, or the signal aborts. */
const streamProgress = async (
  find: () => Promise<UploadRecord | undefined>,
  response: Response,
  { lastEventId, isLogFailing, signal }: Stream,
): Promise<void> => {
  const openedAt = performance.now();
  const waitsForLog = logWait(isLogFailing);
  const events = eventWriter(response);
  const meter = throughputMeter();
  let lastId = lastEventId;
  let hasBegun = false;

  while (!signal.aborted) {
    const upload = await find();
    if (!upload) {
      // An upload that existed before was deleted with its collection.
      if (hasBegun || performance.now() - openedAt > startTimeoutMs) return;
      if (lastId < 0) events.write('progress', (lastId = 0), responses.uploadProgress.toJson(waiting));
    } else {
      const id = upload.revision + 1;
      if (upload.state !== 'running') {
        events.write('outcome', id, responses.upload.toJson(upload));
        return;
      }
      const { waits, hasChanged } = await waitsForLog(upload);
      const progress = waits ? { ...meter(upload), waitingFor: 'log' as const } : meter(upload);
      if (id > lastId || !hasBegun || hasChanged)
        events.write('progress', (lastId = id), responses.uploadProgress.toJson(progress));
      hasBegun = true;
    }
    events.keepAlive();
    await setTimeout(pollIntervalMs, undefined, { signal }).catch(() => undefined);
  }
};

/**
 * Returns a function that says of an upload that runs whether it waits for the event log, and whether that has changed: what fails cannot be recorded, so
 * the log is asked while no record comes.
 */
const logWait = (isLogFailing: () => Promise<boolean>) => {
  let revision = -1;
  let changedAt = 0;
  let waits = false;
  return async (upload: Pick<UploadRecord, 'revision'>) => {
    if (upload.revision !== revision) {
      revision = upload.revision;
      changedAt = performance.now();
    }
    const before = waits;
    waits = performance.now() - changedAt >= stalledAfterMs && (await isLogFailing());
    return { waits, hasChanged: waits !== before };
  };
};

const waiting: responses.UploadProgress = {
  state: 'waiting',
  ...noFigures,
  waitingFor: null,
  rate: null,
  remainingSeconds: null,
};

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

/** Adds to an upload's figures the rate of the last seconds, in tickets a second, and the time remaining at that rate; both are null until they are known. */
const throughputMeter = () => {
  let samples: { readonly at: number; readonly done: number }[] = [];
  return ({ state, figures }: Pick<UploadRecord, 'state' | 'figures'>): responses.UploadProgress => {
    const at = performance.now();
    const done = figures.stored + figures.skipped;
    if (done !== samples.at(-1)?.done) {
      samples = [...samples, { at, done }].filter((sample) => at - sample.at <= rateWindowMs);
    }
    const [first] = samples;
    const rate = first && done > first.done ? ((done - first.done) * 1_000) / (at - first.at) : null;
    const remaining = figures.total === null ? null : figures.total - done;
    return {
      state,
      ...figures,
      waitingFor: figures.waitingFor ?? null,
      rate: rate === null ? null : Math.round(rate),
      remainingSeconds: rate === null || remaining === null ? null : Math.ceil(remaining / rate),
    };
  };
};
