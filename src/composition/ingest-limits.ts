import { type AbortableLimit, abortableLimit } from '../concurrency/abortable-limit.ts';
import { type FairLimit, fairLimit, type YieldSlot } from '../concurrency/fair-limit.ts';
import { usedTime } from '../concurrency/fair-time-slices.ts';
import { loadCounter } from '../concurrency/load.ts';
import type { SpooledPreview } from '../ports/ingest.ts';
import type { QueueMetrics } from '../ports/readiness.ts';
import { isWorkbook } from '../uploads/read-upload.ts';

/** From this many bytes on a preview is a large one; large ones are limited apart from large uploads, which may take minutes. */
const largePreviewBytes = 1024 * 1024;
const maxConcurrentLargePreviews = 1;

/** Each is read by a process of up to 320 MB (docs/decisions/8-workbooks.md). */
const maxConcurrentWorkbooks = 2;
/** A workbook of a few kB may repeat a text a hundred thousand times: its preview may take minutes. */
const maxWorkbookPreviews = 8;
/** Of readers and previews: with all, one tenant would keep all others waiting. */
const maxWorkbooksOfTenant = 1;

type PreviewLimit = <Result>(
  spooled: SpooledPreview,
  work: (yieldSlot?: YieldSlot) => Promise<Result>,
) => Promise<Result>;

/** What the ingest thread does at a time, and how much of it runs and waits. */
export const ingestLimits = (maxConcurrentUploads: number) => {
  const limitUploads = fairLimit(maxConcurrentUploads);
  const limitPreviews = fairLimit(maxConcurrentLargePreviews);
  const limitWorkbookPreviews = fairLimit(maxWorkbookPreviews, maxWorkbooksOfTenant);
  const limitWorkbooks = abortableLimit(maxConcurrentWorkbooks, maxWorkbooksOfTenant, usedTime());
  const [uploads, previews, workbooks] = [loadCounter(), loadCounter(), loadCounter()];
  const largePreviews: FairLimit = (tenantId, work) =>
    previews.count(work, (counted) => limitPreviews(tenantId, counted));
  return {
    largeUploads: ((tenantId, work) =>
      uploads.count(work, (counted) => limitUploads(tenantId, counted))) satisfies FairLimit,
    workbooks: ((waiter, work) =>
      workbooks.count(work, (counted) => limitWorkbooks(waiter, counted))) satisfies AbortableLimit,
    /** Runs a preview at once, or a large one and one of a workbook when its tenant may. */
    previews: ((spooled, work) => {
      if (isWorkbook(spooled)) return limitWorkbookPreviews(spooled.tenantId, work);
      return spooled.bytes > largePreviewBytes ? largePreviews(spooled.tenantId, work) : work();
    }) satisfies PreviewLimit,
    queues: (): readonly QueueMetrics[] => [
      { queue: 'large-uploads', ...uploads.load() },
      { queue: 'large-previews', ...previews.load() },
      { queue: 'workbooks', ...workbooks.load() },
    ],
  };
};
