import { withTimeout } from '../../concurrency/timeout.ts';

/** How long one call may take, in milliseconds; whoever repeats an unknown append gives up after several of these. */
export const patience = 5_000;

/** What a piece of work resolves to; rejects when it takes longer than one call may. The client's deadlines begin only once it is connected. */
export const within = <Result>(work: Promise<Result>, milliseconds = patience): Promise<Result> =>
  withTimeout(work, milliseconds, () => new Error('timed out'));
