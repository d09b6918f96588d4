/** The standing of one client address in the current minute; `resetSeconds` until its window begins anew. */
export type Admission = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Counts one request of a client address. */
export type RateLimiter = { readonly admit: (address: string) => Promise<Admission> };
