import type { TenantQuotas } from '../domain/quotas.ts';

/** How long what a tenant stores is taken for what it was, beside what was recorded since. */
const usageMs = 10_000;
const maxTenants = 1_000;

/** Returns the check whether a tenant has room for so many bytes, which then count as taken. */
export const roomCheck = ({ limits, usage }: TenantQuotas, now: () => Date) => {
  const rooms = new Map<string, { bytes: number; readonly until: number }>();
  const roomOf = async (tenantId: string) => {
    const known = rooms.get(tenantId);
    if (known && known.until > now().getTime()) return known;
    const { bytes: most } = await limits(tenantId);
    const bytes = most === undefined ? Infinity : most - (await usage(tenantId)).bytes;
    if (rooms.size >= maxTenants) rooms.clear();
    const room = { bytes, until: now().getTime() + usageMs };
    rooms.set(tenantId, room);
    return room;
  };
  return async (tenantId: string, bytes: number): Promise<boolean> => {
    const room = await roomOf(tenantId);
    if (room.bytes < bytes) return false;
    room.bytes -= bytes;
    return true;
  };
};
