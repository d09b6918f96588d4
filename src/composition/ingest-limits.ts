import { type AbortableLimit, abortableLimit } from '../concurrency/abortable-limit.ts';
import { type FairLimit, fairLimit, type YieldSlot } from '../concurrency/fair-limit.ts';
import { usedTime } from '../concurrency/fair-time-slices.ts';
import { loadCounter } from '../concurrency/load.ts';
import type { Config } from '../config.ts';
import type { SpooledPreview } from '../ports/ingest.ts';
import type { QueueMetrics } from '../ports/readiness.ts';
import { isWorkbook } from '../uploads/read-upload.ts';

/** From this many bytes on a preview is a large one; large ones are limited apart from large uploads, which may take minutes. */
const largePreviewBytes = 1024 * 1024;
const maxConcurrentLargePreviews = 1;

/** Each is read by a process of up to 320 MB (docs/decisions/8-workbooks.md). */
const maxWorkbooks = { inFirstTurn: 2, later: 1 };
/** Of readers, and of previews of workbooks: with all, one tenant would keep all others waiting. */
const maxWorkbooksOfTenant = 1;

/** Corrections, their previews and drafts that are cleaned and checked at a time: one customer leaves the other helpers to uploads, and a turn to others. */
const maxSingles = { ofAll: 2, ofCustomer: 1 };

type PreviewLimit = <Result>(
  spooled: SpooledPreview,
  work: (yieldSlot?: YieldSlot) => Promise<Result>,
) => Promise<Result>;

/**
 * What the ingest thread does at a time, and how much of it runs and waits. Workbooks are divided between customers before tenants, or new accounts, which
 * have used no time, would go first one after the other; where accounts are what is limited, people behind one address do not share its turns.
 */
export const ingestLimits = ({
  maxConcurrentUploads,
  rateLimitBy,
}: Pick<Config, 'maxConcurrentUploads' | 'rateLimitBy'>) => {
  const limitUploads = fairLimit(maxConcurrentUploads, maxConcurrentUploads, { countTime: usedTime });
  const singles = abortableLimit(maxSingles.ofAll, maxSingles.ofCustomer, {
    maxOfCustomer: maxSingles.ofCustomer,
    countTime: usedTime,
  });
  const limitPreviews = fairLimit(maxConcurrentLargePreviews, maxConcurrentLargePreviews, { countTime: usedTime });
  const limitWorkbookPreviews = fairLimit(Infinity, maxWorkbooksOfTenant);
  const [uploads, previews, workbooks] = [loadCounter(), loadCounter(), loadCounter()];
  const largePreviews: FairLimit = (tenantId, work, customer) =>
    previews.count(work, (counted) => limitPreviews(tenantId, counted, customer));
  const workbooksOf = (max: number): AbortableLimit => {
    const limit = abortableLimit(max, maxWorkbooksOfTenant, { countTime: usedTime });
    return ({ customer, ...waiter }, work) => {
      const from = rateLimitBy === 'address' ? customer : undefined;
      return workbooks.count(work, (counted) => limit({ ...waiter, customer: from }, counted));
    };
  };
  return {
    singles,
    largeUploads: ((tenantId, work, customer) =>
      uploads.count(work, (counted) => limitUploads(tenantId, counted, customer))) satisfies FairLimit,
    workbooks: { first: workbooksOf(maxWorkbooks.inFirstTurn), later: workbooksOf(maxWorkbooks.later) },
    /** Runs a preview at once, or a large one and one of a workbook when its tenant may. */
    previews: ((spooled, work) => {
      if (isWorkbook(spooled)) return limitWorkbookPreviews(spooled.tenantId, work);
      return spooled.bytes > largePreviewBytes ? largePreviews(spooled.tenantId, work, spooled.customer) : work();
    }) satisfies PreviewLimit,
    queues: (): readonly QueueMetrics[] => [
      { queue: 'large-uploads', ...uploads.load() },
      { queue: 'large-previews', ...previews.load() },
      { queue: 'workbooks', ...workbooks.load() },
    ],
  };
};
