import { QuotaExceeded } from '../domain/errors.ts';
import { textBytes } from '../domain/ticket-record.ts';
import type { Collections, Usage } from '../ports/collections.ts';
import { grouped } from './upload-tally.ts';
import type { PreparedTicket } from './upload.ts';

/** What each tenant may store; undefined: without a limit (docs/configuration.md). */
export type TenantQuota = { readonly [Unit in keyof Usage]: number | undefined };

/** The first tickets of a batch that the quota has room for, and the refusal of the others. */
type Admission = { readonly tickets: readonly PreparedTicket[]; readonly refusal?: QuotaExceeded };

type Dependencies = { readonly collections: Pick<Collections, 'usage'>; readonly quota: TenantQuota };

/**
 * Returns the check of one upload, to be made before each batch is stored. The read models may be behind what the upload has appended, so its own tickets
 * are added to the usage before it; of concurrent uploads, each may exceed the quota by a batch.
 */
export const quotaCheck = ({ collections, quota }: Dependencies, tenantId: string) => {
  const units = (['tickets', 'bytes'] as const).filter((unit) => quota[unit] !== undefined);
  let projectedUsage: Usage | undefined;
  return async (batch: readonly PreparedTicket[]): Promise<Admission> => {
    if (units.length === 0 || batch.length === 0) return { tickets: batch };
    const stored = await collections.usage(tenantId);
    let { tickets, bytes } = larger(stored, projectedUsage ?? stored);
    const exceeded = (next: Usage) => units.find((unit) => next[unit] > (quota[unit] ?? 0));
    for (const [index, { ticket, replaces }] of batch.entries()) {
      const more = textBytes(ticket) - (replaces ? textBytes(replaces.state.data) : 0);
      const next = { tickets: tickets + (replaces ? 0 : 1), bytes: bytes + more };
      // A text that shrinks is always stored.
      const unit = replaces && more <= 0 ? undefined : exceeded(next);
      if (unit) return { tickets: batch.slice(0, index), refusal: refusalOf(unit, { tickets, bytes }, quota) };
      ({ tickets, bytes } = next);
    }
    projectedUsage = { tickets, bytes };
    return { tickets: batch };
  };
};

/** Refuses a ticket whose growth by `bytes` exceeds the quota; a ticket that shrinks is never refused. Throws QuotaExceeded. */
export const requireRoom = async (
  { collections, quota }: Dependencies,
  tenantId: string,
  bytes: number,
): Promise<void> => {
  if (quota.bytes === undefined || bytes <= 0) return;
  const stored = await collections.usage(tenantId);
  if (stored.bytes + bytes > quota.bytes) throw refusalOf('bytes', stored, quota);
};

const larger = (one: Usage, other: Usage): Usage => ({
  tickets: Math.max(one.tickets, other.tickets),
  bytes: Math.max(one.bytes, other.bytes),
});

const refusalOf = (unit: keyof Usage, stored: Usage, quota: TenantQuota): QuotaExceeded =>
  new QuotaExceeded(`Quota exceeded: ${grouped(stored[unit])} ${unit} of ${grouped(quota[unit] ?? 0)} are stored`);
