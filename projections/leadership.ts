import { setTimeout } from 'node:timers/promises';
import { withTimeout } from '../src/concurrency/timeout.ts';
import type { Lease } from '../src/ports/lease.ts';

/** The right of this process to project. */
export type Leadership = {
  /** Other processes may hold it. */
  readonly shared: boolean;
  readonly isLeader: () => boolean;
  /** Settles when this process holds it, with a signal that aborts when it is lost or the process stops; rejects where it stops before. */
  readonly acquire: () => Promise<AbortSignal>;
  /** Settles when it was given back after the stop. */
  readonly ended: Promise<void>;
};

/** Where nobody else can project: the read models lie in this process' own folder. */
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

export type LeaseKeeping = {
  readonly lease: Lease;
  readonly name: string;
  /** How long the lease lasts unless it is renewed, and how often that is tried; milliseconds. */
  readonly lifetime: number;
  readonly every: number;
  readonly signal: AbortSignal;
  readonly failed: (error: unknown) => void;
};

/** Asks for a lease again and again, and renews it while it is held. A renewal that does not come through in time counts as a loss. */
export const leadershipBy = ({ lease, name, lifetime, every, signal, failed }: LeaseKeeping): Leadership => {
  let current: AbortController | undefined;
  let gained = Promise.withResolvers<AbortController>();
  gained.promise.catch(() => undefined);

  const lose = () => {
    if (!current) return;
    current.abort();
    current = undefined;
    gained = Promise.withResolvers<AbortController>();
    gained.promise.catch(() => undefined);
  };
  const gain = () => {
    current = new AbortController();
    gained.resolve(current);
  };

  const keep = async () => {
    let renewedAt = 0;
    while (!signal.aborted) {
      const askedAt = performance.now();
      try {
        const mine = await withTimeout(lease.take(name), every, late);
        if (mine) renewedAt = askedAt;
        if (mine && !current) gain();
        if (!mine) lose();
      } catch (error) {
        failed(error);
      }
      // Others may take it once it was not renewed for its lifetime; this process ends its term before they do.
      if (performance.now() - renewedAt > lifetime - every) lose();
      await setTimeout(every, undefined, { signal }).catch(() => undefined);
    }
    const held = current !== undefined;
    lose();
    gained.reject(new Error('Stopped'));
    if (held) await withTimeout(lease.release(name), every, late).catch(failed);
  };

  return {
    shared: true,
    isLeader: () => current !== undefined,
    acquire: async () => AbortSignal.any([signal, (await gained.promise).signal]),
    ended: keep(),
  };
};

const late = () => new Error('The lease was not answered in time');
