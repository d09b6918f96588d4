import type { Operation, OperationProgress, OperationReport } from './operation.ts';

/** Lines of JSON back for an operation asked in a line of JSON: how far it has come, then how it ended. */
export type ControlReply =
  | ({ readonly kind: 'progress' } & OperationProgress)
  | ({ readonly kind: 'done' } & OperationReport)
  | { readonly kind: 'failed'; readonly message: string };

/** Whatever runs operations one at a time. */
export type Runner = {
  readonly operate: (operation: Operation) => Promise<OperationReport>;
  /** Progress of the operation that runs; undefined if none does. */
  readonly operationProgress: () => Promise<OperationProgress | undefined>;
};

/** Runs one operation and tells of its progress twice a second. */
export const runWithProgress = async (
  runner: Runner,
  operation: Operation,
  send: (reply: ControlReply) => void,
): Promise<void> => {
  const ticker = setInterval(() => {
    runner.operationProgress().then(
      (progress) => {
        if (progress) send({ kind: 'progress', ...progress });
      },
      () => undefined,
    );
  }, 500);
  try {
    send({ kind: 'done', ...(await runner.operate(operation)) });
  } finally {
    clearInterval(ticker);
  }
};
