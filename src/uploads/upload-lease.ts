import { withTimeout } from '../concurrency/timeout.ts';
import { Unavailable } from '../domain/errors.ts';
import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadKey } from '../ports/uploads.ts';

const renewIntervalMs = 5_000;

/** How long the answer to an upload waits until its lease is released. */
const releaseTimeoutMs = 2_000;

/** The name of the lease of one attempt at an upload. */
export const leaseOf = ({ collectionId, uploadId, attemptId }: UploadKey & { readonly attemptId: string }): string =>
  `${collectionId}/${uploadId}/${attemptId}`;

/**
 * Takes a lease and renews it until it is released. The first renewal must succeed; a later one that fails is repeated after the interval. `release`
 * resolves after 2 s at the latest and never rejects.
 */
export const holdLease = async (
  leases: Pick<UploadLeases, 'renew' | 'release'>,
  name: string,
): Promise<{ readonly release: () => Promise<void> }> => {
  await leases.renew(name);
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = leases.renew(name).catch(() => undefined);
  }, renewIntervalMs);
  return {
    release: async () => {
      clearInterval(timer);
      // A renewal that is pending would take effect after the release.
      const released = renewing.then(() => leases.release(name));
      // A lease that is not released lapses.
      await withTimeout(released, releaseTimeoutMs, () => new Unavailable('The lease was not released in time')).catch(
        () => undefined,
      );
    },
  };
};
