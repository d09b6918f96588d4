import { Unavailable } from '../domain/errors.ts';

export const projectionNames = ['accounts', 'collections', 'ticket-index', 'uploads', 'questions'] as const;
export type ProjectionName = (typeof projectionNames)[number];

/**
 * `stalled`: no progress for 40 s, or a store that has failed for 2 s, of the `reason`; what was appended is stored and will be visible later. `parked`
 * counts the positions whose events were refused.
 */
export type WaitResult = {
  readonly status: 'reached' | 'stalled';
  readonly parked: number;
  readonly reason?: string;
};

/** Read your own writes: waits until the named projections hold these positions, which must be of our own events. */
export type ReadYourWrites = {
  readonly waitForPosition: (
    projections: readonly ProjectionName[],
    positions: readonly bigint[],
  ) => Promise<WaitResult>;
};

/** Throws Unavailable if a wait has stalled: what was appended is stored, but cannot be seen (or searched) yet. */
export const throwIfStalled = ({ status, reason }: WaitResult, advice: string, not = 'visible'): void => {
  if (status === 'reached') return;
  throw new Unavailable(`Stored, not yet ${not}${reason === undefined ? '' : ` (${reason})`}; ${advice}`);
};
