import type { Ingest } from '../http/tickets.ts';

/** What the ingest thread does for the main thread. */
export type IngestMethods = Ingest & {
  /** Ends every upload at its next batch; settles when all have ended. */
  readonly stop: () => Promise<void>;
};

export const ingestMethods = ['upload', 'abandon', 'stop'] as const;
