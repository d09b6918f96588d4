import type { UploadLeases } from '../../ports/upload-leases.ts';

/** A lease that was not renewed for so many milliseconds has lapsed. */
const lifetime = 30_000;

/** Leases of the uploads of one process, by a clock that never goes back. One that is not known here is of a process that was here before: nobody else holds the folder. */
export const memoryUploadLeases = (now: () => number = () => performance.now()): UploadLeases => {
  const renewed = new Map<string, number>();
  return {
    renew: (upload) => {
      renewed.set(upload, now());
      return Promise.resolve();
    },
    release: (upload) => {
      renewed.delete(upload);
      return Promise.resolve();
    },
    lapsed: (uploads) =>
      Promise.resolve(uploads.filter((upload) => now() - (renewed.get(upload) ?? -Infinity) >= lifetime)),
  };
};
