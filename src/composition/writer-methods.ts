import type { EventStore } from '../ports/event-store.ts';
import type { Projected } from '../ports/read-your-writes.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { Standing } from '../../projections/projector.ts';
import type { Operation, OperationProgress, OperationReport } from '../operations/operation.ts';

/** What the writer thread does for others. */
export type WriterMethods = {
  readonly appendAll: EventStore['appendAll'];
  readonly read: EventStore['read'];
  readonly reached: Projected['reached'];
  readonly renewUpload: UploadLeases['renew'];
  readonly releaseUpload: UploadLeases['release'];
  readonly standings: () => Promise<readonly Standing[]>;
  readonly operate: (operation: Operation) => Promise<OperationReport>;
  /** How far the operation that runs has come; undefined where none runs. */
  readonly operationProgress: () => Promise<OperationProgress | undefined>;
  readonly stop: () => Promise<void>;
};

export const writerMethods = [
  ...(['appendAll', 'read', 'reached', 'renewUpload', 'releaseUpload', 'standings', 'operate'] as const),
  ...(['operationProgress', 'stop'] as const),
] as const;
