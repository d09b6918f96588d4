import { setTimeout } from 'node:timers/promises';
import type { OperationRequest, Json, OperationRequests } from '../ports/operation-requests.ts';
import { isAborted } from '../../projections/is-aborted.ts';
import type { Leadership } from '../../projections/leadership.ts';
import type { Operation, OperationProgress, OperationReport } from './operation.ts';

/** How often the process that projects looks for what was asked, and tells how far it has come; milliseconds. */
const glance = 1_000;

type Answering = {
  readonly run: (operation: Operation) => Promise<OperationReport>;
  readonly progress: () => OperationProgress | undefined;
  readonly leadership: Leadership;
  readonly signal: AbortSignal;
  readonly failed: (error: unknown) => void;
};

/** The outcome of a request: the report, or why there is none. */
export type OperationOutcome = OperationReport | { readonly failure: string };

/** Runs what was asked of the processes that share the stores, one after the other, in the one that has the right to project, until the signal aborts. */
export const answerRequests = async (requests: OperationRequests, context: Answering): Promise<void> => {
  const { leadership, signal, failed } = context;
  while (!isAborted(signal)) {
    try {
      const request = leadership.isLeader() ? await requests.take() : undefined;
      if (request) await answer(requests, request.id, { ...context, operation: operationOf(request.operation) });
    } catch (error) {
      if (!isAborted(signal)) failed(error);
    }
    await setTimeout(glance, undefined, { signal }).catch(() => undefined);
  }
};

const answer = async (
  requests: OperationRequests,
  id: string,
  { operation, run, progress, failed, signal }: Answering & { readonly operation: Operation },
): Promise<void> => {
  const ticker = setInterval(() => {
    const now = progress();
    if (now) requests.progress(id, now).catch(failed);
  }, glance);
  let outcome: OperationOutcome;
  try {
    outcome = await run(operation);
  } catch (error) {
    // Whoever has the right to project next takes it again.
    if (isAborted(signal)) return;
    outcome = { failure: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    clearInterval(ticker);
  }
  await requests.finish(id, outcome);
};

/** An operation as it is asked, and back. */
export const askedOf = ({ operation: name, ...options }: Operation) => ({
  name,
  options: options as Record<string, Json>,
});
const operationOf = ({ name, options }: OperationRequest) => ({ operation: name, ...options }) as Operation;
