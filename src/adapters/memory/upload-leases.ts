import type { UploadLeases } from '../../ports/upload-leases.ts';

/** A lease that was not renewed for this long has lapsed. */
const leaseMs = 30_000;

/**
 * Leases of the uploads of one process; `now` is monotonic, in ms. An unknown lease has lapsed: it belonged to an earlier process, since only
 * one at a time holds the data folder.
 */
export const memoryUploadLeases = (now: () => number = () => performance.now()): UploadLeases => {
  const renewed = new Map<string, number>();
  const hasLapsed = (upload: string) => now() - (renewed.get(upload) ?? -Infinity) >= leaseMs;
  return {
    renew: (upload) => {
      renewed.set(upload, now());
      return Promise.resolve();
    },
    release: (upload) => {
      renewed.delete(upload);
      return Promise.resolve();
    },
    isHeld: (upload) => Promise.resolve(!hasLapsed(upload)),
    expired: (uploads) => Promise.resolve(uploads.filter(hasLapsed)),
  };
};
