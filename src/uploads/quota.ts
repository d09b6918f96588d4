import { quotaRefusal, requireBytes } from '../commands/admit-changes.ts';
import type { QuotaExceeded } from '../domain/errors.ts';
import type { StoredAmount, TenantQuota, TenantQuotas } from '../domain/quotas.ts';
import { ticketBytes } from '../domain/stored-bytes.ts';
import type { CleanTicket } from '../domain/ticket-record.ts';
import type { TicketStored } from '../domain/ticket-events.ts';
import type { PreparedTicket } from './upload.ts';

/** The first tickets of a batch that the quota has room for, and the refusal of the others. */
type Admission = { readonly tickets: readonly PreparedTicket[]; readonly refusal?: QuotaExceeded };

type Dependencies = {
  readonly quotas: TenantQuotas;
  /** The length of the vectors that the tickets will have, in base64; 0 while no model is known. */
  readonly vectorLength: () => Promise<number>;
};

const units = ['tickets', 'bytes'] as const;

/** What a text adds: its event, and what it has more in the read models than the one that it replaces. */
const addedBytes = (ticket: CleanTicket, vectorLength: number, replaced?: TicketStored['data']): number => {
  const { logged, present } = ticketBytes(ticket, vectorLength);
  return logged + present - (replaced ? ticketBytes(replaced, replaced.vector.values.length).present : 0);
};

/**
 * Returns the check of one upload, to be made before each batch is embedded and stored, by what the batch will occupy. The read models may be behind what the
 * upload has appended, so its own tickets are added to the usage before it; concurrent uploads may together exceed the quota by the batches that each has in work.
 */
export const quotaCheck = ({ quotas, vectorLength }: Dependencies, tenantId: string) => {
  let known: { readonly most: TenantQuota; readonly length: number } | undefined;
  let projectedUsage: StoredAmount | undefined;
  return async (batch: readonly PreparedTicket[]): Promise<Admission> => {
    if (batch.length === 0) return { tickets: batch };
    const { most, length } = (known ??= { most: await quotas.limits(tenantId), length: await vectorLength() });
    if (units.every((unit) => most[unit] === undefined)) return { tickets: batch };
    const stored = await quotas.usage(tenantId);
    let { tickets, bytes } = larger(stored, projectedUsage ?? stored);
    for (const [index, { ticket, replaces }] of batch.entries()) {
      const more = addedBytes(ticket, length, replaces?.state.data);
      const next = { tickets: tickets + (replaces ? 0 : 1), bytes: bytes + more };
      const exceeded = units.find((unit) => next[unit] > (most[unit] ?? Infinity));
      if (exceeded)
        return { tickets: batch.slice(0, index), refusal: quotaRefusal(exceeded, { tickets, bytes }, most) };
      ({ tickets, bytes } = next);
    }
    projectedUsage = { tickets, bytes };
    return { tickets: batch };
  };
};

/** Refuses the correction of a ticket beyond the quota: what it was before stays in the log. Throws QuotaExceeded. */
export const requireRoom = (
  quotas: TenantQuotas,
  stored: TicketStored['data'],
  corrected: CleanTicket,
): Promise<void> => requireBytes(quotas, stored.tenantId, addedBytes(corrected, stored.vector.values.length, stored));

const larger = (one: StoredAmount, other: StoredAmount): StoredAmount => ({
  tickets: Math.max(one.tickets, other.tickets),
  bytes: Math.max(one.bytes, other.bytes),
});
