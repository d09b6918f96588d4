/**
 * A right held by one process at a time, such as that to project into shared read models. It is no lock: a holder that was frozen may go on for a
 * moment after another process took over, so that work under a lease must be idempotent.
 */
export type Lease = {
  /** Takes or renews a lease; false while another holder renews it. A lease is free once the caller has seen no renewal for its lifetime. */
  readonly take: (name: string) => Promise<boolean>;
  /** Frees the lease at once if this process holds it. */
  readonly release: (name: string) => Promise<void>;
};
