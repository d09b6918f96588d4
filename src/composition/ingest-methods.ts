/** The methods of `Ingest`, which the ingest thread serves. */
export const ingestMethods = ['upload', 'preview', 'abandon', 'stop'] as const;
