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

/** Records uploads whose process is dead as interrupted, with what they have stored; returns how many. Throws Unavailable. */
export const interruptUploads = async (dependencies: Dependencies): Promise<number> => {
  const running = new Map((await dependencies.uploads.running()).map((upload) => [leaseOf(upload), upload]));
  let interrupted = 0;
  for (const lease of await dependencies.leases.lapsed([...running.keys()])) {
    const upload = running.get(lease);
    if (!upload) continue;
    const { run, outcomes } = upload;
    const ledger = uploadStream(dependencies, upload);
    await ledger.load();
    if (ledger.state().status !== 'running') continue;
    try {
      await ledger.tell({ type: 'InterruptUpload', run, stored: outcomes.stored, detail });
      interrupted += 1;
    } catch (error) {
      // Meanwhile it has ended, or another attempt has begun.
      if (!(error instanceof Superseded)) throw error;
    }
  }
  return interrupted;
};

const detail = 'The service ended while it ran; sending the same upload again stores the rest';
