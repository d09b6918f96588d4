import { setTimeout } from 'node:timers/promises';
import type { OperationRequest, OperationRequests, QueuedOperation } from '../ports/operation-requests.ts';
import { isAborted } from '../../projections/retry.ts';
import type { Leadership } from '../../projections/leadership.ts';
import type { Operation, OperationReport, OperationRunner } from './operation.ts';

/** Interval at which the leader polls the queue and records progress. */
const pollIntervalMs = 1_000;

type Context = {
  readonly runner: OperationRunner;
  readonly leadership: Pick<Leadership, 'isLeader'>;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** The outcome of a request: the report, or why there is none. */
export type OperationOutcome = OperationReport | { readonly failure: string };

/** Runs the operations queued by any process on the same stores, one after the other, while this process is the leader, until the signal aborts. */
export const runQueuedOperations = async (requests: OperationRequests, context: Context): Promise<void> => {
  const { leadership, signal, onError } = context;
  while (!isAborted(signal)) {
    try {
      const queued = leadership.isLeader() ? await requests.take() : undefined;
      if (queued) await runQueued(requests, queued, context);
    } catch (error) {
      if (!isAborted(signal)) onError(error);
    }
    await setTimeout(pollIntervalMs, undefined, { signal }).catch(() => undefined);
  }
};

const runQueued = async (
  requests: OperationRequests,
  { id, operation }: QueuedOperation,
  { runner, signal, onError }: Context,
): Promise<void> => {
  const recordProgress = async () => {
    const progress = await runner.operationProgress();
    if (progress) await requests.progress(id, progress);
  };
  const timer = setInterval(() => void recordProgress().catch(onError), pollIntervalMs);
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
