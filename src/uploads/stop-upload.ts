import { setTimeout } from 'node:timers/promises';
import type { CommandContext } from '../commands/command-handler.ts';
import { UploadNotFound } from '../domain/errors.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { leaseOf } from './upload-lease.ts';
import { uploadStream } from './upload-stream.ts';

/** Returns the record of the upload after it has ended. */
export type StopUpload = (upload: UploadRecord) => Promise<UploadRecord>;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: ReadYourWrites;
  readonly uploads: Pick<Uploads, 'byId'>;
  readonly isHeld: UploadLeases['isHeld'];
};

/** How long to wait for the tickets in flight. */
const endTimeoutMs = 15_000;
const pollIntervalMs = 100;

/**
 * Stops a running upload, on whichever instance it runs, and waits until the tickets in flight are stored; an upload that does not run stays as it is.
 * Throws Unavailable, and UploadNotFound if the collection was deleted meanwhile.
 */
export const stopUpload = (dependencies: Dependencies): StopUpload => {
  const { projected, uploads, isHeld } = dependencies;
  return async (upload) => {
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    const state = stream.state();
    if (state.status === 'running') {
      await projected.waitForPosition(['uploads'], [await stream.record({ type: 'StopUpload' })]);
      const lease = leaseOf({ ...upload, attemptId: state.attemptId });
      const end = performance.now() + endTimeoutMs;
      while (performance.now() < end && (await isHeld(lease))) await setTimeout(pollIntervalMs);
    }
    const ended = await uploads.byId(upload);
    if (!ended) throw new UploadNotFound();
    return ended;
  };
};
