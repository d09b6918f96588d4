import type { UploadLeases } from '../ports/upload-leases.ts';
import type { UploadKey } from '../ports/uploads.ts';

/** Milliseconds between two renewals. */
const every = 5_000;

/** What names the lease of one attempt at an upload. */
export const leaseOf = ({ collectionId, uploadId, run }: UploadKey & { readonly run: string }): string =>
  `${collectionId}/${uploadId}/${run}`;

/** Takes a lease and renews it until it is ended. A renewal that fails is made up for by the next one; the first must succeed. */
export const keepLease = async (
  leases: Pick<UploadLeases, 'renew' | 'release'>,
  name: string,
): Promise<{ readonly end: () => Promise<void> }> => {
  await leases.renew(name);
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = leases.renew(name).catch(() => undefined);
  }, every);
  return {
    end: async () => {
      clearInterval(timer);
      // One that is on its way would come after the release.
      await renewing;
      // A lease that stays lapses by itself.
      await leases.release(name).catch(() => undefined);
    },
  };
};
