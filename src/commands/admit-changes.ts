import { QuotaExceeded, TooManyAttempts } from '../domain/errors.ts';
import type { StoredAmount, TenantQuota, TenantQuotas } from '../domain/quotas.ts';
import { ticketChangeBytes } from '../domain/stored-bytes.ts';
import { grouped } from '../platform/grouped-digits.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/**
 * Asked before events without texts are appended: restored and flagged tickets, new and changed collections, verdicts, hidden gaps, erasures of nothing. Throws DiskFull, QuotaExceeded
 * and TooManyAttempts. What hides or removes is never asked for: it needs what was admitted before.
 */
export type AdmitChanges = (tenantId: string, changes: number) => Promise<void>;

type Bounds = {
  readonly quotas: TenantQuotas;
  readonly changesPerDay: RateLimiter;
  /** Throws DiskFull if the disk of the stores has no more than the reserve, which is for what hides, corrects and removes; not looked at without it. */
  readonly requireRoom?: () => Promise<void>;
};

/** Admits changes within the room of the disk, the bytes of the tenant and its number of changes a day. */
export const admitChanges =
  ({ quotas, changesPerDay, requireRoom }: Bounds): AdmitChanges =>
  async (tenantId, changes) => {
    await requireRoom?.();
    await requireBytes(quotas, tenantId, changes * ticketChangeBytes);
    const { admitted, resetSeconds } = await changesPerDay.admit(tenantId, changes);
    if (!admitted) throw new TooManyAttempts('Too many changes of this account in a day', resetSeconds);
  };

/** Refuses what adds so many bytes beyond the quota of a tenant. Throws QuotaExceeded. */
export const requireBytes = async ({ limits, usage }: TenantQuotas, tenantId: string, added: number): Promise<void> => {
  const most = await limits(tenantId);
  if (most.bytes === undefined) return;
  const used = await usage(tenantId);
  if (used.bytes + added > most.bytes) throw quotaRefusal('bytes', used, most);
};

/** The refusal of more than a quota of tickets or bytes. */
export const quotaRefusal = (unit: keyof StoredAmount, stored: StoredAmount, quota: TenantQuota): QuotaExceeded =>
  new QuotaExceeded(`Quota exceeded: ${grouped(stored[unit])} ${unit} of ${grouped(quota[unit] ?? 0)} are stored`);
