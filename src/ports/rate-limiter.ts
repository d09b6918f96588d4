/** How many requests each client may make in a window that begins with its first; windows of the same name are counted together. */
export type RateLimit = { readonly name: string; readonly requests: number; readonly windowSeconds: number };

/** The state of one client, an address or an account, in the current window, which ends in `resetSeconds`. */
export type Admission = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one request of a client, or so many. */
  readonly admit: (client: string, requests?: number) => Promise<Admission>;
};
