import { rm } from 'node:fs/promises';
import type { PreviewKey, Spooled } from '../ports/ingest.ts';
import type { Sender } from './disk-rooms.ts';

/**
 * Limits of previewed files on disk: those with a handle, of which a tenant has the latest, and those that are used without it. The time to live counts from
 * the last use.
 */
export type PreviewLimits = {
  readonly files: number;
  readonly filesOfTenant: number;
  readonly filesOfCustomer: number;
  readonly bytes: number;
  readonly bytesOfTenant: number;
  readonly bytesOfCustomer: number;
  /** A customer with fewer of them in use is let in beyond the limits of all, up to twice as many: what two customers have waiting keeps nobody else out. */
  readonly reserved: { readonly files: number; readonly bytes: number };
  readonly ttlMs: number;
  readonly sweepIntervalMs: number;
};

/** A file, and the newest erasure of its tenant before it began to come. */
export type ArrivedFile = { readonly file: Spooled; readonly erasedBefore: bigint | undefined };

export type KeptFile = ArrivedFile & {
  readonly key: PreviewKey;
  isKept: boolean;
  holders: number;
  usedAt: number;
};

export const isUnused = ({ holders }: KeptFile): boolean => holders === 0;

/** Files and their bytes. */
type Share = PreviewLimits['reserved'];

const shareOf = (files: readonly KeptFile[]): Share => ({
  files: files.length,
  bytes: files.reduce((sum, { file }) => sum + file.bytes, 0),
});

const isReached = (share: Share, max: Share): boolean => share.files >= max.files || share.bytes >= max.bytes;
const isExceeded = (share: Share, max: Share): boolean => share.files > max.files || share.bytes > max.bytes;

/** What cannot be removed now is removed at the next start. */
export const removeFile = ({ path }: Spooled): Promise<void> => rm(path, { force: true }).catch(() => undefined);

/** The previewed files on disk, with and without a handle. */
export const filesOnDisk = (limits: PreviewLimits) => {
  const files = new Set<KeptFile>();
  const max = {
    ofTenant: { files: limits.filesOfTenant, bytes: limits.bytesOfTenant },
    ofCustomer: { files: limits.filesOfCustomer, bytes: limits.bytesOfCustomer },
    withReserve: { files: 2 * limits.files, bytes: 2 * limits.bytes },
  };
  const all = () => [...files];
  const used = () => all().filter((one) => !isUnused(one));
  const isOfTenant = (tenantId: string) => (one: KeptFile) => one.key.tenantId === tenantId;
  const isOfCustomer = (customer: string) => (one: KeptFile) => one.file.customer === customer;
  const hasReserve = (customer: string): boolean =>
    !isReached(shareOf(used().filter(isOfCustomer(customer))), limits.reserved) &&
    !isExceeded(shareOf(all()), max.withReserve);
  return {
    add: (file: KeptFile): void => void files.add(file),
    removeIfUnused: async (kept: KeptFile): Promise<void> => {
      if (kept.holders > 0) return;
      files.delete(kept);
      await removeFile(kept.file);
    },
    /** Whether those that are used now leave no place for one more of a sender. */
    areInUse: ({ tenantId, customer }: Sender): boolean =>
      (isReached(shareOf(used()), limits) && !hasReserve(customer)) ||
      isReached(shareOf(used().filter(isOfTenant(tenantId))), max.ofTenant) ||
      isReached(shareOf(used().filter(isOfCustomer(customer))), max.ofCustomer),
    exceedLimits: (customer: string): boolean => isExceeded(shareOf(all()), limits) && !hasReserve(customer),
    /** By the bytes, or the number, of the tenant's. */
    exceedShareOf: (tenantId: string) => {
      const own = shareOf(all().filter(isOfTenant(tenantId)));
      return { bytes: own.bytes > limits.bytesOfTenant, files: own.files > limits.filesOfTenant };
    },
    exceedShareOfCustomer: (customer: string): boolean =>
      isExceeded(shareOf(all().filter(isOfCustomer(customer))), max.ofCustomer),
  };
};
