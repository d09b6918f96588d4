import type { EventStore } from '../ports/event-store.ts';
import type { ReadYourWrites } from '../ports/read-your-writes.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { ProjectionStatus } from '../../projections/projector.ts';
import type { Operation, OperationProgress, OperationReport } from '../operations/operation.ts';

/** What the writer thread does for others. */
export type WriterMethods = {
  readonly appendAll: EventStore['appendAll'];
  readonly read: EventStore['read'];
  readonly waitForPosition: ReadYourWrites['waitForPosition'];
  readonly renewUpload: UploadLeases['renew'];
  readonly releaseUpload: UploadLeases['release'];
  readonly projectionStatuses: () => Promise<readonly ProjectionStatus[]>;
  readonly operate: (operation: Operation) => Promise<OperationReport>;
  /** How far the operation that runs has come; undefined where none runs. */
  readonly operationProgress: () => Promise<OperationProgress | undefined>;
  readonly stop: () => Promise<void>;
};

export const writerMethods = [
  ...([
    'appendAll',
    'read',
    'waitForPosition',
    'renewUpload',
    'releaseUpload',
    'projectionStatuses',
    'operate',
  ] as const),
  ...(['operationProgress', 'stop'] as const),
] as const;
