import { withTimeout } from '../concurrency/timeout.ts';
import type { Config } from '../config.ts';
import type { AppDependencies } from '../http/app.ts';
import type { Metrics } from '../http/metrics.ts';
import { projectionMetrics } from '../operations/readiness.ts';
import type { Ingest } from '../ports/ingest.ts';
import type { ScrapedMetrics, QueueMetrics } from '../ports/readiness.ts';
import type { ThreadWatch } from '../threads/start-threads.ts';
import type { WriterMethods } from './thread-methods.ts';

const uncounted: Metrics = {
  request: () => undefined,
  search: () => undefined,
  upload: () => () => undefined,
  gateway: () => undefined,
  question: () => undefined,
  text: () => Promise.resolve(''),
};

/** Without METRICS_PORT nothing is counted: the library of metrics would be a sixteenth of a start, and would measure the event loop a hundred times a second. */
export const openMetrics = async ({ metrics }: Pick<Config, 'metrics'>): Promise<Metrics> => {
  if (!metrics) return uncounted;
  const { prometheusMetrics } = await import('../http/metrics.ts');
  return prometheusMetrics();
};

/** Counts the gateway calls that threads report. */
export const countingCalls = (watch: ThreadWatch, metrics: Pick<Metrics, 'gateway'>): ThreadWatch => ({
  ...watch,
  notice: (thread, notice) => {
    if (notice.kind === 'gateway call') metrics.gateway(notice.call);
    else watch.notice(thread, notice);
  },
});

export const countingRequests = (
  log: AppDependencies['log'],
  metrics: Pick<Metrics, 'request'>,
): AppDependencies['log'] => ({
  ...log,
  request: (line) => {
    metrics.request(line);
    log.request(line);
  },
});

type Sources = {
  readonly writer: Pick<WriterMethods, 'projectionStatuses'>;
  /** None in a process that only projects. */
  readonly uploading?: Pick<Ingest, 'queues'>;
  readonly passwords: () => Omit<QueueMetrics, 'queue'>;
  readonly calls: () => ScrapedMetrics['calls'];
};

/** Longer than any other wait of a thread that is merely busy. */
const timeoutMs = 5_000;

const noAnswer = () => new Error('The ingest thread did not answer');

/** Returns a function that reads the values of a scrape that are not counters; unreadable ones are left out, since the others are needed most then. */
export const metricsReader = ({ writer, uploading, passwords, calls }: Sources): (() => Promise<ScrapedMetrics>) => {
  const projections = projectionMetrics(writer);
  return async () => {
    // Before this scrape has called the threads itself.
    const called = calls();
    const [projected, queues] = await Promise.all([
      projections().catch(() => []),
      uploading ? withTimeout(uploading.queues(), timeoutMs, noAnswer).catch(() => []) : [],
    ]);
    return { projections: projected, queues: [{ queue: 'passwords', ...passwords() }, ...queues], calls: called };
  };
};
