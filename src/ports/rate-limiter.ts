/** The state of one client address in the current window, which ends in `resetSeconds`. */
export type Admission = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one request of a client address. */
  readonly admit: (address: string) => Promise<Admission>;
};
