import { sleep } from '../concurrency/sleep.ts';
import { noUploadCounts } from '../domain/events.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import type { Handler } from './authentication.ts';
import { type EventWriter, type OpenStreams, sendEvents } from './event-stream.ts';
import { undoView, uploadUndo } from './schemas/undo-responses.ts';
import * as responses from './schemas/upload-responses.ts';
import { uploadKeyOf } from './uploads.ts';

const pollIntervalMs = 500;
/** Until a stream of an upload that does not begin is closed. */
const startTimeoutMs = 15 * 60_000;
/** The period that the rate is measured over. */
const rateWindowMs = 10_000;

/** A running upload records its counts once a second while they change. */
const stalledAfterMs = 2_000;

type Dependencies = {
  readonly uploads: Pick<Uploads, 'byId'>;
  /** What the event log fails of, undefined if it works. */
  readonly logFailure: () => Promise<string | undefined>;
  readonly openStreams: OpenStreams;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
};

/**
 * The progress of an upload, or of its undo, as server-sent events (WHATWG HTML, 9.2), ending with its outcome. It is read from the read model, so any instance can serve
 * it, before the upload begins and after a reconnection. The id of an event is the upload's revision plus 1, or 0 before it begins.
 */
export const uploadProgressHandlers = ({ uploads, logFailure, ...options }: Dependencies) => {
  const isLogFailing = sharedAnswer(() => logFailure().then((reason) => reason !== undefined));
  const uploadProgress: Handler = async (request, response) => {
    const key = uploadKeyOf(response);
    const lastEventId = Number(request.get('Last-Event-ID') ?? -1);
    await sendEvents(response, options, ({ events, signal }) =>
      streamProgress(() => uploads.byId(key), events, {
        lastEventId: Number.isInteger(lastEventId) ? lastEventId : -1,
        isLogFailing,
        signal,
      }),
    );
  };
  return { uploadProgress };
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
  events: EventWriter,
  { lastEventId, isLogFailing, signal }: Stream,
): Promise<void> => {
  const openedAt = performance.now();
  const waitsForLog = logWait(isLogFailing);
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
      if (upload.undo?.state === 'running') {
        const undo = uploadUndo.toJson(undoView(upload));
        if (id > lastId || !hasBegun) events.write('undo', (lastId = id), undo);
        hasBegun = true;
      } else if (upload.state !== 'running') {
        events.write('outcome', id, responses.upload.toJson(upload));
        return;
      } else {
        const { waits, hasChanged } = await waitsForLog(upload);
        const progress = waits ? { ...meter(upload), waitingFor: 'log' as const } : meter(upload);
        if (id > lastId || !hasBegun || hasChanged)
          events.write('progress', (lastId = id), responses.uploadProgress.toJson(progress));
        hasBegun = true;
      }
    }
    await sleep(pollIntervalMs, signal);
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
  ...noUploadCounts,
  waitingFor: null,
  rate: null,
  remainingSeconds: null,
};

/** Adds to an upload's counts the rate of the last seconds, in tickets a second, and the time remaining at that rate; both are null until they are known. */
const throughputMeter = () => {
  let samples: { readonly at: number; readonly own: number }[] = [];
  return ({ state, counts }: Pick<UploadRecord, 'state' | 'counts'>): responses.UploadProgress => {
    const at = performance.now();
    const { alreadyProcessed = 0 } = counts;
    const done = counts.stored + counts.skipped;
    // What attempts before this one have done took no time of it.
    const own = done - alreadyProcessed;
    if (own !== samples.at(-1)?.own) {
      samples = [...samples, { at, own }].filter((sample) => at - sample.at <= rateWindowMs);
    }
    const [first] = samples;
    const rate = first && own > first.own ? ((own - first.own) * 1_000) / (at - first.at) : null;
    const remaining = counts.total === null ? null : counts.total - done;
    return {
      state,
      ...counts,
      waitingFor: counts.waitingFor ?? null,
      rate: rate === null ? null : Math.round(rate),
      remainingSeconds: rate === null || remaining === null ? null : Math.ceil(remaining / rate),
    };
  };
};
