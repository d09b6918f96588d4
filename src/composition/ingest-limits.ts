import { type AbortableLimit, abortableLimit } from '../concurrency/abortable-limit.ts';
import { fairLimit, type YieldSlot } from '../concurrency/fair-limit.ts';
import { usedTime } from '../concurrency/fair-time-slices.ts';
import { loadCounter } from '../concurrency/load.ts';
import type { Config } from '../config.ts';
import type { SpooledPreview } from '../ports/ingest.ts';
import type { QueueMetrics } from '../ports/readiness.ts';
import { isWorkbook } from '../uploads/read-upload.ts';
import type { UploadLimits } from '../uploads/upload-tickets.ts';

/** Previews of more bytes are small or large ones; they are limited apart from uploads, which may take minutes. Tiny ones are made at once. */
const moreThan = { tiny: 64 * 1024, small: 1024 * 1024 };
const maxConcurrentLargePreviews = 1;

/** Small uploads, and small previews, in work at a time: each holds some megabytes until it has ended. */
const maxSmall = { ofAll: 8, ofTenant: 2, ofCustomer: 4 };

/** Those that have begun, of which each gives its slot away after a batch: it holds some megabytes until it has ended, wherever it waits. */
const maxBegun = { ofAll: 64, ofTenant: 2, ofCustomer: 4 };

/** Each is read by a process of up to 320 MB (docs/decisions/8-workbooks.md). */
const maxWorkbooks = { inFirstTurn: 2, later: 1 };
/** Of readers, and of previews of workbooks: with all, one tenant would keep all others waiting. */
const maxWorkbooksOfTenant = 1;

/** Corrections, their previews and drafts that are cleaned and checked at a time: one customer leaves the other helpers to uploads, and a turn to others. */
const maxSingles = { ofAll: 2, ofTenant: 1, ofCustomer: 1 };

type Maxima = { readonly ofAll: number; readonly ofTenant?: number; readonly ofCustomer?: number };

/** The limits of what is divided by the time that customers and their tenants have used. */
const byTime = ({ ofAll, ofTenant, ofCustomer }: Maxima): Parameters<typeof fairLimit> => [
  ofAll,
  ofTenant,
  { maxOfCustomer: ofCustomer, countTime: usedTime },
];

/**
 * A limit of work that gives its slots away. Beyond `maxBegun`, more of it than may run at a time does not begin, and what waits for that ends with its client, the disk that it takes
 * too.
 */
const limitBegun = (max: Maxima): AbortableLimit => {
  const { ofAll, ofTenant = ofAll, ofCustomer = ofAll } = max;
  const begun = abortableLimit(
    ...byTime({
      ofAll: Math.max(maxBegun.ofAll, ofAll),
      ofTenant: Math.max(maxBegun.ofTenant, ofTenant),
      ofCustomer: Math.max(maxBegun.ofCustomer, ofCustomer),
    }),
  );
  const running = fairLimit(...byTime(max));
  return (waiter, work) =>
    begun(waiter, () => running(waiter.tenantId, (yieldSlot, isWanted) => work(isWanted, yieldSlot), waiter.customer));
};

type PreviewLimit = <Result>(
  spooled: SpooledPreview,
  signal: AbortSignal,
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
  const limitUploads = limitBegun({ ofAll: maxConcurrentUploads });
  const limitPreviews = limitBegun({ ofAll: maxConcurrentLargePreviews });
  const [smallUploads, smallPreviews] = [limitBegun(maxSmall), limitBegun(maxSmall)];
  const singles = abortableLimit(...byTime(maxSingles));
  const limitWorkbookPreviews = fairLimit(Infinity, maxWorkbooksOfTenant);
  const [uploads, previews, workbooks] = [loadCounter(), loadCounter(), loadCounter()];
  const largePreviews: AbortableLimit = (waiter, work) =>
    previews.count(work, (counted) => limitPreviews(waiter, counted));
  const workbooksOf = (max: number): AbortableLimit => {
    const limit = abortableLimit(max, maxWorkbooksOfTenant, { countTime: usedTime });
    return ({ customer, ...waiter }, work) => {
      const from = rateLimitBy === 'address' ? customer : undefined;
      return workbooks.count(work, (counted) => limit({ ...waiter, customer: from }, counted));
    };
  };
  return {
    singles,
    uploads: {
      small: smallUploads,
      large: (waiter, work) => uploads.count(work, (counted) => limitUploads(waiter, counted)),
    } satisfies UploadLimits,
    workbooks: { first: workbooksOf(maxWorkbooks.inFirstTurn), later: workbooksOf(maxWorkbooks.later) },
    /** Runs a tiny preview at once, and others when their tenant may. */
    previews: ((spooled, signal, work) => {
      const { tenantId, customer, bytes } = spooled;
      if (isWorkbook(spooled)) return limitWorkbookPreviews(tenantId, work);
      if (bytes <= moreThan.tiny) return work();
      const limit = bytes > moreThan.small ? largePreviews : smallPreviews;
      return limit({ tenantId, customer, signal }, (_isWanted, yieldSlot) => work(yieldSlot));
    }) satisfies PreviewLimit,
    queues: (): readonly QueueMetrics[] => [
      { queue: 'large-uploads', ...uploads.load() },
      { queue: 'large-previews', ...previews.load() },
      { queue: 'workbooks', ...workbooks.load() },
    ],
  };
};
