import type { Previewing } from '../http/preview.ts';
import type { Ingest } from '../http/tickets.ts';

/** What the ingest thread does for the main thread. */
export type IngestMethods = Ingest &
  Previewing & {
    /** Ends every upload at its next batch, every preview at its next ticket; settles when all have ended. */
    readonly stop: () => Promise<void>;
  };

export const ingestMethods = ['upload', 'preview', 'abandon', 'stop'] as const;
