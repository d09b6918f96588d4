import { setTimeout } from 'node:timers/promises';
import { StillRunning } from './failures.ts';
import { followUpload, type Moved } from './follow-upload.ts';
import type { Part } from './part-reader.ts';
import { retryRequest, type RetryContext } from './retry-request.ts';
import type { Precedent, UploadRecord } from './precedent.ts';

export type Sending = {
  readonly precedent: Precedent;
  readonly retries: RetryContext;
  readonly watch: {
    readonly sent: (share: number) => void;
    readonly moved: Moved;
    readonly stillRunning: () => void;
  };
};

/** Milliseconds: before progress is asked for (a small part is done by then), before it is asked for again, and for the outcome to follow the answer. */
const pauses = { progress: 1_000, again: 5_000, outcome: 1_500 };

/** Sends a part until the service has stored it, however often that takes; returns its record. Throws RefusedByService and GaveUp. */
export const sendPart = (sending: Sending, part: Part): Promise<UploadRecord> => {
  const done = { now: 0, before: 0 };
  const moved: Moved = (figures) => {
    done.now = Math.max(done.now, figures.done);
    sending.watch.moved(figures);
  };
  const hasMoved = () => {
    const more = done.now > done.before;
    done.before = done.now;
    return more;
  };
  const told = { ...sending, watch: { ...sending.watch, moved } };
  return retryRequest(() => sendUnlessRunning(told, part), sending.retries, hasMoved);
};

/** Where an earlier attempt still runs, its end is waited for. */
const sendUnlessRunning = async (sending: Sending, part: Part): Promise<UploadRecord> => {
  const { precedent, retries, watch } = sending;
  const { signal } = retries;
  for (;;) {
    try {
      return await sendOnce(sending, part);
    } catch (error) {
      if (!(error instanceof StillRunning)) throw error;
    }
    watch.stillRunning();
    let isRunning = true;
    for (let pause = pauses.progress; isRunning; pause = pauses.again) {
      await setTimeout(pause, undefined, { signal });
      const following = followUpload({ precedent, signal, moved: watch.moved }, part.id);
      const upload = (await following) ?? (await precedent.upload(part.id));
      if (upload.state === 'finished') return upload;
      isRunning = upload.state === 'running';
    }
  }
};

/** The answer or the stream of progress, whichever comes first, tells that the part is stored: a line may be dead without a sign. */
const sendOnce = async ({ precedent, retries, watch }: Sending, part: Part): Promise<UploadRecord> => {
  const over = new AbortController();
  const signal = AbortSignal.any([retries.signal, over.signal]);
  const { promise: delivered, resolve } = Promise.withResolvers<undefined>();
  const sent = (bytes: number) => {
    watch.sent(bytes / part.bytes);
    if (bytes >= part.bytes) resolve(undefined);
  };
  const follow = async () => {
    await delivered;
    for (let pause = pauses.progress; ; pause = pauses.again) {
      await setTimeout(pause, undefined, { signal });
      const upload = await followUpload({ precedent, signal, moved: watch.moved }, part.id);
      if (upload?.state === 'finished') return upload;
    }
  };
  try {
    const answered = precedent.deliver(part, { sent, signal }).then(() => undefined);
    const finished = follow();
    const early = await Promise.race([answered, finished]);
    const told = early ?? (await Promise.race([finished, setTimeout(pauses.outcome, undefined, { signal })]));
    return told ?? (await precedent.upload(part.id));
  } finally {
    over.abort();
  }
};
