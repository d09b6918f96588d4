import { setTimeout } from 'node:timers/promises';
import type { Upload, UploadProgress } from '../../client/records.gen.ts';
import type { ApiClient, Delivery } from './api-client.ts';
import { RefusedByService, StillRunning, TemporaryFailure } from './failures.ts';
import { retryRequest, type RetryContext } from './retry-request.ts';

/** `done`: tickets stored or skipped. */
type OnProgress = (progress: { readonly state: string; readonly done: number }) => void;

export type Sending = {
  readonly client: ApiClient;
  readonly retries: RetryContext;
  readonly listener: {
    /** `share` of the bytes, from 0 to 1. */
    readonly onSent: (share: number) => void;
    readonly onProgress: OnProgress;
    readonly onStillRunning: () => void;
  };
};

/** Milliseconds before the first request for progress (a small part is done by then), before the next ones, and for the outcome to follow the response. */
const delaysMs = { firstProgress: 1_000, nextProgress: 5_000, outcome: 1_500 };

/** Sends a part until the service has stored it; returns its record. Throws RefusedByService and RetriesExhausted. */
export const sendPart = (sending: Sending, part: Delivery): Promise<Upload> => {
  const done = { now: 0, atLastFailure: 0 };
  const onProgress: OnProgress = (progress) => {
    done.now = Math.max(done.now, progress.done);
    sending.listener.onProgress(progress);
  };
  const hasProgressed = () => {
    const progressed = done.now > done.atLastFailure;
    done.atLastFailure = done.now;
    return progressed;
  };
  const observed = { ...sending, listener: { ...sending.listener, onProgress } };
  return retryRequest(() => sendUnlessRunning(observed, part), sending.retries, hasProgressed);
};

/** If a previous attempt is still running, waits for its end. */
const sendUnlessRunning = async (sending: Sending, part: Delivery): Promise<Upload> => {
  const { client, retries, listener } = sending;
  const { signal } = retries;
  for (;;) {
    try {
      return await sendOnce(sending, part);
    } catch (error) {
      if (!(error instanceof StillRunning)) throw error;
    }
    listener.onStillRunning();
    let isRunning = true;
    for (let delay = delaysMs.firstProgress; isRunning; delay = delaysMs.nextProgress) {
      await setTimeout(delay, undefined, { signal });
      const upload = (await followUpload(sending, part.id, signal)) ?? (await client.upload(part.id));
      if (upload.state === 'finished') return upload;
      // Sent again, it would go on.
      if (upload.state === 'stopped') throw new RefusedByService(409, upload.detail ?? upload.state);
      isRunning = upload.state === 'running';
    }
  }
};

/** Resolves with the response or the end of the progress stream, whichever is first: a dead connection may never deliver the response. */
const sendOnce = async (sending: Sending, part: Delivery): Promise<Upload> => {
  const { client, retries, listener } = sending;
  const ended = new AbortController();
  const signal = AbortSignal.any([retries.signal, ended.signal]);
  const { promise: bodySent, resolve } = Promise.withResolvers<undefined>();
  const onSent = (bytes: number) => {
    listener.onSent(bytes / part.bytes);
    if (bytes >= part.bytes) resolve(undefined);
  };
  const follow = async () => {
    await bodySent;
    for (let delay = delaysMs.firstProgress; ; delay = delaysMs.nextProgress) {
      await setTimeout(delay, undefined, { signal });
      const upload = await followUpload(sending, part.id, signal);
      if (upload?.state === 'finished') return upload;
    }
  };
  try {
    const response = client.deliver(part, { onSent, signal }).then(() => undefined);
    const followed = follow();
    const first = await Promise.race([response, followed]);
    const upload = first ?? (await Promise.race([followed, setTimeout(delaysMs.outcome, undefined, { signal })]));
    return upload ?? (await client.upload(part.id));
  } finally {
    ended.abort();
  }
};

/** Follows one progress stream; returns the final record, or undefined if the stream broke or could not be opened. Throws RefusedByService. */
const followUpload = async (
  { client, listener }: Sending,
  id: string,
  signal: AbortSignal,
): Promise<Upload | undefined> => {
  try {
    for await (const { event, data } of client.progress(id, signal)) {
      if (event === 'outcome') return JSON.parse(data) as Upload;
      if (event !== 'progress') continue;
      const { state, stored, skipped } = JSON.parse(data) as UploadProgress;
      listener.onProgress({ state, done: stored + skipped });
    }
  } catch (error) {
    if (!(error instanceof TemporaryFailure)) throw error;
  }
  return undefined;
};
