import { sleep } from '../src/concurrency/sleep.ts';
import { withTimeout } from '../src/concurrency/timeout.ts';
import type { Lease } from '../src/ports/lease.ts';

/** The right of this process to project: the leader writes the read models, followers only read them. */
export type Leadership = {
  /** Other processes may become the leader. */
  readonly shared: boolean;
  readonly isLeader: () => boolean;
  /** Resolves when this process is the leader, with a signal that aborts when it no longer is; rejects if the process stops before. */
  readonly acquire: () => Promise<AbortSignal>;
  /** Resolves when the lease was released after the stop. */
  readonly ended: Promise<void>;
};

/** The only process that can project: its read models are in a folder that it has locked. */
export const singleProcess = (signal: AbortSignal): Leadership => ({
  shared: false,
  isLeader: () => !signal.aborted,
  acquire: () => Promise.resolve(signal),
  ended: Promise.resolve(),
});

/** A process that never projects. */
export const neverLeader = (signal: AbortSignal): Leadership => ({
  shared: true,
  isLeader: () => false,
  acquire: () =>
    new Promise((_settle, reject) => {
      if (signal.aborted) reject(new Error('Stopped'));
      signal.addEventListener('abort', () => reject(new Error('Stopped')), { once: true });
    }),
  ended: Promise.resolve(),
});

export type LeaseOptions = {
  readonly lease: Lease;
  readonly name: string;
  /** How long the lease lasts without a renewal. */
  readonly lifetimeMs: number;
  readonly renewalIntervalMs: number;
  readonly signal: AbortSignal;
  readonly failed: (error: unknown) => void;
};

/** The leader is the process that holds a lease, which this one requests and renews until the signal aborts. */
export const leadershipByLease = (options: LeaseOptions): Leadership => {
  const { signal, name, lease, renewalIntervalMs, failed } = options;
  const leadership = leadershipState();
  const holdLease = async () => {
    await renewForever(options, leadership);
    const wasLeader = leadership.isLeader();
    leadership.lose();
    leadership.stop();
    if (wasLeader) await withTimeout(lease.release(name), renewalIntervalMs, timedOut).catch(failed);
  };
  return {
    shared: true,
    isLeader: leadership.isLeader,
    acquire: async () => AbortSignal.any([signal, (await leadership.gained()).signal]),
    ended: holdLease(),
  };
};

type LeadershipState = ReturnType<typeof leadershipState>;

const leadershipState = () => {
  let current: AbortController | undefined;
  let gained = pending();
  return {
    isLeader: () => current !== undefined,
    gained: () => gained.promise,
    gain: () => {
      current ??= new AbortController();
      gained.resolve(current);
    },
    lose: () => {
      if (!current) return;
      current.abort();
      current = undefined;
      gained = pending();
    },
    stop: () => gained.reject(new Error('Stopped')),
  };
};

/** A promise that may be rejected before anything awaits it. */
const pending = (): PromiseWithResolvers<AbortController> => {
  const resolvers = Promise.withResolvers<AbortController>();
  resolvers.promise.catch(() => undefined);
  return resolvers;
};

const renewForever = async (
  { lease, name, lifetimeMs, renewalIntervalMs, signal, failed }: LeaseOptions,
  leadership: LeadershipState,
): Promise<void> => {
  let renewedAt = 0;
  while (!signal.aborted) {
    const requestedAt = performance.now();
    try {
      if (await withTimeout(lease.take(name), renewalIntervalMs, timedOut)) {
        renewedAt = requestedAt;
        leadership.gain();
      } else leadership.lose();
    } catch (error) {
      failed(error);
    }
    // Without a renewal this process steps down before another may take the lease.
    if (performance.now() - renewedAt > lifetimeMs - renewalIntervalMs) leadership.lose();
    await sleep(renewalIntervalMs, signal);
  }
};

const timedOut = () => new Error('The lease was not answered in time');
