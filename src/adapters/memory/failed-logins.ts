import { addressKnownForMs, failuresForgottenAfterMs, loginDelayMs } from '../../domain/login-delays.ts';
import { type FailedLogins, type LoginAttempt, loginKeys } from '../../ports/failed-logins.ts';
import { expiringMap } from './expiring-map.ts';

type Options = {
  /** Monotonic, in ms. */
  readonly now?: () => number;
  /** Keys in memory, about 200 bytes each; beyond it the oldest are forgotten. */
  readonly maxKeys?: number;
};

type Failures = { readonly count: number; readonly waitUntil: number };

/** Failed logins of this process. */
export const memoryFailedLogins = ({
  now = () => performance.now(),
  maxKeys = 100_000,
}: Options = {}): FailedLogins => {
  const { countOf, waitOf, add, subtract, forget } = failureCounts(now, maxKeys);
  const known = expiringMap<true>(now, maxKeys);

  /** The keys of a login, and whether its address is known. */
  const read = (attempt: LoginAttempt) => {
    const keys = loginKeys(attempt);
    const isKnown = known.get(keys.both) ?? false;
    return { ...keys, isKnown, counted: isKnown ? keys.both : keys.account };
  };

  return {
    waitMs: (attempt) => {
      const { isKnown, counted, address } = read(attempt);
      return Promise.resolve(isKnown ? waitOf(counted) : Math.max(waitOf(counted), waitOf(address)));
    },
    failed: (attempt) => {
      const { counted, address } = read(attempt);
      add(counted);
      add(address);
      return Promise.resolve();
    },
    succeeded: (attempt) => {
      const { counted, address, both } = read(attempt);
      subtract(address, countOf(counted));
      forget(counted);
      known.set(both, true, addressKnownForMs);
      return Promise.resolve();
    },
  };
};

/** The failures of each key, with the time until which its next login waits. */
const failureCounts = (now: () => number, maxKeys: number) => {
  const failures = expiringMap<Failures>(now, maxKeys);
  const countOf = (key: string) => failures.get(key)?.count ?? 0;
  return {
    countOf,
    /** In ms; 0 if the login need not wait. */
    waitOf: (key: string) => Math.max(0, (failures.get(key)?.waitUntil ?? 0) - now()),
    add: (key: string) => {
      const count = countOf(key) + 1;
      failures.set(key, { count, waitUntil: now() + loginDelayMs(count) }, failuresForgottenAfterMs);
    },
    forget: failures.delete,
    subtract: (key: string, number: number) => {
      const entry = failures.get(key);
      if (!entry) return;
      if (entry.count <= number) failures.delete(key);
      else failures.set(key, { ...entry, count: entry.count - number }, failuresForgottenAfterMs);
    },
  };
};
