import { setTimeout } from 'node:timers/promises';
import type { CommandContext } from '../commands/command-handler.ts';
import type { BackgroundService } from '../concurrency/background-service.ts';
import type { UploadName } from '../domain/events.ts';
import { daysBefore } from '../platform/days.ts';
import { outcomeBytes } from '../domain/stored-bytes.ts';
import { streamOf } from '../domain/streams.ts';
import type { Streams } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import { eventsOf } from '../ports/stream-events.ts';
import type { UploadRecord, Uploads } from '../ports/uploads.ts';
import { uploadStream } from './upload-stream.ts';

const uploadsPerRound = 100;
const pauseBetweenUploadsMs = 5;
const pauseBetweenRoundsMs = 1_000;
const intervalMs = 3_600_000;

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly projected: Pick<ReadYourWrites, 'waitForPosition'>;
  readonly uploads: Pick<Uploads, 'endedBefore'>;
};

/**
 * Expires the records of uploads that ended, and whose undo ended, more than so many days ago: those that ended first, at most 100; returns how many.
 * An upload that has changed since it was listed is left to a later round. Throws Unavailable.
 */
export const expireUploads = async (dependencies: Dependencies, days: number, signal: AbortSignal): Promise<number> => {
  const { uploads, projected, now } = dependencies;
  const before = daysBefore(now(), days).toISOString();
  let expired = 0;
  let newest = 0n;
  for (const upload of await uploads.endedBefore(before, uploadsPerRound)) {
    if (signal.aborted) break;
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    if (stream.revision() !== upload.revision) continue;
    newest = await stream.record({ type: 'ExpireUpload', bytes: await listedBytes(dependencies.streams, upload) });
    expired += 1;
    await setTimeout(pauseBetweenUploadsMs);
  }
  if (expired > 0) await projected.waitForPosition(['uploads'], [newest]);
  return expired;
};

/** Returns a function that expires the record of an upload that has ended, now. Throws Unavailable. */
export const expireUpload =
  (context: CommandContext & { readonly streams: Streams }) =>
  async (upload: Pick<UploadName, 'userId' | 'uploadId'>): Promise<void> => {
    const stream = uploadStream(context, upload);
    await stream.load();
    await stream.record({ type: 'ExpireUpload', bytes: await listedBytes(context.streams, upload) });
  };

/** What the rows occupy that list skipped tickets of an upload, however many attempts it took. */
const listedBytes = async (
  streams: Streams,
  { userId, uploadId }: Pick<UploadRecord, 'userId' | 'uploadId'>,
): Promise<number> => {
  let bytes = 0;
  for await (const { data } of eventsOf(streams, streamOf.upload(userId, uploadId))) {
    if ('skipped' in data) bytes += outcomeBytes(data.skipped ?? []);
  }
  return bytes;
};

/** `days`: how long records are kept. `acquire` resolves when this process may expire uploads, with a signal that aborts when it no longer may. */
type Options = {
  readonly days: number;
  readonly leadership: { readonly acquire: () => Promise<AbortSignal> };
};

/** Expires uploads every hour, while there are more a round a second. */
export const expiryService = (dependencies: Dependencies, { days, leadership }: Options): BackgroundService => ({
  name: 'the expiry of uploads',
  intervalMs,
  runOnce: async () => {
    const expired = await expireUploads(dependencies, days, await leadership.acquire());
    return expired > 0 ? pauseBetweenRoundsMs : intervalMs;
  },
});
