import type { Operation, OperationProgress, OperationReport, OperationRunner } from './operation.ts';

/** Replies to an operation, sent as lines of JSON over the control socket: its progress, then its result. */
export type ControlReply =
  | ({ readonly kind: 'progress' } & OperationProgress)
  | ({ readonly kind: 'done' } & OperationReport)
  | { readonly kind: 'failed'; readonly message: string };

const progressIntervalMs = 500;

/** Runs one operation and sends its progress twice a second, then its report. Rejects as the operation does. */
export const runWithProgress = async (
  runner: OperationRunner,
  operation: Operation,
  send: (reply: ControlReply) => void,
): Promise<void> => {
  const timer = setInterval(() => {
    runner.operationProgress().then(
      (progress) => {
        if (progress) send({ kind: 'progress', ...progress });
      },
      () => undefined,
    );
  }, progressIntervalMs);
  try {
    send({ kind: 'done', ...(await runner.operate(operation)) });
  } finally {
    clearInterval(timer);
  }
};
