export type ProjectionName = 'accounts' | 'collections' | 'ticket-index' | 'uploads';

/** `stalled`: no progress for 40 s; what was appended is stored and will be visible later. `parked` counts the positions whose events were refused. */
export type WaitResult = { readonly status: 'reached' | 'stalled'; readonly parked: number };

/** Read your own writes: waits until the named projections hold these positions, which must be of our own events. */
export type ReadYourWrites = {
  readonly waitForPosition: (
    projections: readonly ProjectionName[],
    positions: readonly bigint[],
  ) => Promise<WaitResult>;
};
