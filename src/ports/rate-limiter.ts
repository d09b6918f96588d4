/** The state of one client, an address or an account, in the current window, which ends in `resetSeconds`. */
export type Admission = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one request of a client. */
  readonly admit: (client: string) => Promise<Admission>;
};
