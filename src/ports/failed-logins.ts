/** A login to an account, which need not exist, from a client address. */
export type LoginAttempt = {
  /** Identifies the account without naming it: a hash of its e-mail. */
  readonly account: string;
  readonly address: string;
};

/**
 * Counts failed logins by account and by client address, with the delays of `loginDelayMs`. At an address that an account has been logged in to
 * from, only the failures of both together count: an attacker at another address cannot lock the user out.
 */
export type FailedLogins = {
  /** Milliseconds until this login may be tried; 0: now. */
  readonly waitMs: (attempt: LoginAttempt) => Promise<number>;
  readonly failed: (attempt: LoginAttempt) => Promise<void>;
  /** Forgets the failures of the account, and as many of the address. */
  readonly succeeded: (attempt: LoginAttempt) => Promise<void>;
};

/** The keys that a login is counted under. */
export const loginKeys = ({ account, address }: LoginAttempt) => ({
  account: `account:${account}`,
  address: `address:${address}`,
  both: `both:${account}:${address}`,
});
