import type { BackgroundService } from '../concurrency/background-service.ts';
import { isAborted } from '../concurrency/sleep.ts';
import type { OperationRequest, OperationRequests, QueuedOperation } from '../ports/operation-requests.ts';
import type { Leadership } from '../../projections/leadership.ts';
import type { Operation, OperationReport, OperationRunner } from './operation.ts';

/** Interval at which the leader polls the queue and records progress. */
const pollIntervalMs = 1_000;

type Context = {
  readonly runner: OperationRunner;
  readonly leadership: Pick<Leadership, 'isLeader'>;
  readonly signal: AbortSignal;
  readonly failed: (service: string, error: unknown) => void;
};

/** The outcome of a request: the report, or why there is none. */
export type OperationOutcome = OperationReport | { readonly failure: string };

const name = 'the queue of operations';

/** Runs the operations queued by any process on the same stores, one after the other, while this process is the leader. */
export const queuedOperationsService = (requests: OperationRequests, context: Context): BackgroundService => ({
  name,
  intervalMs: pollIntervalMs,
  runOnce: async () => {
    const queued = context.leadership.isLeader() ? await requests.take() : undefined;
    if (queued) await runQueued(requests, queued, context);
  },
});

const runQueued = async (
  requests: OperationRequests,
  { id, operation }: QueuedOperation,
  { runner, signal, failed }: Context,
): Promise<void> => {
  const recordProgress = async () => {
    const progress = await runner.operationProgress();
    if (progress) await requests.progress(id, progress);
  };
  const timer = setInterval(() => void recordProgress().catch((error: unknown) => failed(name, error)), pollIntervalMs);
  let outcome: OperationOutcome;
  try {
    outcome = await runner.operate(operationOf(operation));
  } catch (error) {
    // The next leader takes the request again.
    if (isAborted(signal)) return;
    outcome = { failure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    clearInterval(timer);
  }
  await requests.finish(id, outcome);
};

/** An operation as it is stored in the queue. */
export const requestOf = ({ operation: name, ...options }: Operation): OperationRequest => ({
  name,
  options: options,
});

const operationOf = ({ name, options }: OperationRequest) => ({ operation: name, ...options }) as Operation;
