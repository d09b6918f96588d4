import { fairLimit, type IsWanted, type YieldSlot } from './fair-limit.ts';

/** Runs work now or in the turn of whoever asks for it. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `customer`: as for `fairLimit`. `waiting` is called with true at once and with false when the work begins or the wait is given up. */
export type Waiter = {
  readonly tenantId: string;
  readonly customer?: string | undefined;
  readonly signal: AbortSignal;
  readonly waiting?: ((isWaiting: boolean) => void) | undefined;
};

/** Runs work now or, while the maximum is running, later; rejects with the signal's reason as soon as it aborts before that. The work itself is not ended. */
export type AbortableLimit = <Result>(
  waiter: Waiter,
  work: (isWanted: IsWanted, yieldSlot: YieldSlot) => Promise<Result>,
) => Promise<Result>;

/** The same limits as of `fairLimit`. */
export const abortableLimit = (...limits: Parameters<typeof fairLimit>): AbortableLimit => {
  const limit = fairLimit(...limits);
  return async ({ tenantId, customer, signal, waiting }, work) => {
    let isWaiting = true;
    waiting?.(true);
    const waitIsOver = () => {
      if (isWaiting) waiting?.(false);
      isWaiting = false;
    };
    const begin = (yieldSlot: YieldSlot, isWanted: IsWanted) => {
      waitIsOver();
      return work(isWanted, yieldSlot);
    };
    try {
      return await limit(tenantId, begin, customer, signal);
    } finally {
      waitIsOver();
    }
  };
};
