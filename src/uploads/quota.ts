import { QuotaExceeded } from '../domain/errors.ts';
import type { QuotaOf, TenantQuota } from '../domain/quotas.ts';
import { ticketBytes } from '../domain/stored-bytes.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { TicketStored } from '../domain/ticket-events.ts';
import type { Collections, Usage } from '../ports/collections.ts';
import { grouped } from './upload-tally.ts';
import type { PreparedTicket } from './upload.ts';

/** The first tickets of a batch that the quota has room for, and the refusal of the others. */
type Admission = { readonly tickets: readonly PreparedTicket[]; readonly refusal?: QuotaExceeded };

type Dependencies = { readonly collections: Pick<Collections, 'usage'>; readonly quota: QuotaOf };

const units = ['tickets', 'bytes'] as const;

/** What a text adds: its event, and what it has more in the read models than the one that it replaces. */
const addedBytes = (ticket: CleanTicket, replaced: TicketStored['data'] | undefined): number => {
  const { logged, present } = ticketBytes(ticket, replaced?.vector.values);
  return logged + present - (replaced ? ticketBytes(replaced, replaced.vector.values).present : 0);
};

/**
 * Returns the check of one upload, to be made before each batch is stored. The read models may be behind what the upload has appended, so its own tickets
 * are added to the usage before it; of concurrent uploads, each may exceed the quota by a batch.
 */
export const quotaCheck = ({ collections, quota }: Dependencies, tenantId: string) => {
  let limits: TenantQuota | undefined;
  let projectedUsage: Usage | undefined;
  return async (batch: readonly PreparedTicket[]): Promise<Admission> => {
    if (batch.length === 0) return { tickets: batch };
    const most = (limits ??= await quota(tenantId));
    if (units.every((unit) => most[unit] === undefined)) return { tickets: batch };
    const stored = await collections.usage(tenantId);
    let { tickets, bytes } = larger(stored, projectedUsage ?? stored);
    for (const [index, { ticket, replaces }] of batch.entries()) {
      const more = addedBytes(ticket, replaces?.state.data);
      const next = { tickets: tickets + (replaces ? 0 : 1), bytes: bytes + more };
      const exceeded = units.find((unit) => next[unit] > (most[unit] ?? Infinity));
      if (exceeded) return { tickets: batch.slice(0, index), refusal: refusalOf(exceeded, { tickets, bytes }, most) };
      ({ tickets, bytes } = next);
    }
    projectedUsage = { tickets, bytes };
    return { tickets: batch };
  };
};

/** Refuses the correction of a ticket beyond the quota: what it was before stays in the log. Throws QuotaExceeded. */
export const requireRoom = async (
  { collections, quota }: Dependencies,
  stored: TicketStored['data'],
  corrected: CleanTicket,
): Promise<void> => {
  const most = await quota(stored.tenantId);
  if (most.bytes === undefined) return;
  const usage = await collections.usage(stored.tenantId);
  if (usage.bytes + addedBytes(corrected, stored) > most.bytes) throw refusalOf('bytes', usage, most);
};

/** Refuses a new upload once the quota of bytes is used up: whatever it stores, its record and the tickets that it skips occupy some. Throws QuotaExceeded. */
export const requireRoomForUpload = async ({ collections, quota }: Dependencies, tenantId: string): Promise<void> => {
  const most = await quota(tenantId);
  if (most.bytes === undefined) return;
  const usage = await collections.usage(tenantId);
  if (usage.bytes >= most.bytes) throw refusalOf('bytes', usage, most);
};

const larger = (one: Usage, other: Usage): Usage => ({
  tickets: Math.max(one.tickets, other.tickets),
  bytes: Math.max(one.bytes, other.bytes),
});

const refusalOf = (unit: keyof Usage, stored: Usage, quota: TenantQuota): QuotaExceeded =>
  new QuotaExceeded(`Quota exceeded: ${grouped(stored[unit])} ${unit} of ${grouped(quota[unit] ?? 0)} are stored`);
