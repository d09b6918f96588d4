/**
 * The right to project into a read model that several processes share, held by one of them at a time. It is a help, not a lock: a holder that
 * was frozen may go on for a moment after another took over, so whatever is done under a lease must be harmless when done twice.
 */
export type Lease = {
  /** Takes or renews the lease named; false while another holder renews it. A lease that was not renewed for `lifetime` milliseconds, as seen by whoever asks, is free. */
  readonly take: (name: string) => Promise<boolean>;
  /** Gives it back at once, where it is held. */
  readonly release: (name: string) => Promise<void>;
};
