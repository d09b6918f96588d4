import type { BackgroundService } from '../concurrency/background-service.ts';
import { Superseded } from '../domain/errors.ts';
import type { Streams } from '../ports/event-store.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { Uploads } from '../ports/uploads.ts';
import type { CommandContext } from '../commands/command-handler.ts';
import { leaseOf } from './upload-lease.ts';
import { uploadStream } from './upload-stream.ts';

type Dependencies = CommandContext & {
  readonly streams: Streams;
  readonly uploads: Uploads;
  readonly leases: UploadLeases;
};

/** Records uploads whose process has died as interrupted, with the number of tickets that they stored; returns how many. Throws Unavailable. */
export const interruptUploads = async (dependencies: Dependencies): Promise<number> => {
  const running = new Map((await dependencies.uploads.running()).map((upload) => [leaseOf(upload), upload]));
  let interrupted = 0;
  for (const lease of await dependencies.leases.expired([...running.keys()])) {
    const upload = running.get(lease);
    if (!upload) continue;
    const { attemptId, outcomes } = upload;
    const stream = uploadStream(dependencies, upload);
    await stream.load();
    if (stream.state().status !== 'running') continue;
    try {
      await stream.record({ type: 'InterruptUpload', attemptId, stored: outcomes.stored, detail });
      interrupted += 1;
    } catch (error) {
      // Meanwhile it has ended, or another attempt has begun.
      if (!(error instanceof Superseded)) throw error;
    }
  }
  return interrupted;
};

const detail = 'The service ended while it ran; sending the same upload again stores the rest';

const intervalMs = 10_000;

/** Interrupts uploads whose process has died, while this process runs the projections. */
export const interruptionService = (dependencies: Dependencies, isLeader: () => boolean): BackgroundService => ({
  name: 'the interruption of dead uploads',
  intervalMs,
  runOnce: async () => {
    if (isLeader()) await interruptUploads(dependencies);
  },
});
