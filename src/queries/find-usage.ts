import { quotaOf, type TenantQuota, type TenantQuotas, type Usage } from '../domain/quotas.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';

type Stores = {
  readonly accounts: Pick<Accounts, 'byId' | 'settingsBytes'>;
  readonly collections: Pick<Collections, 'usage'>;
};

/** Looks up what tenants store and may store; `set`: what the operator has set in place of what the plans say. */
export const tenantQuotas = ({ accounts, collections }: Stores, set: TenantQuota): TenantQuotas => ({
  limits: async (tenantId) => quotaOf((await accounts.byId(tenantId))?.plan, set),
  usage: async (tenantId) => {
    const [usage, settings] = await Promise.all([collections.usage(tenantId), accounts.settingsBytes(tenantId)]);
    return { ...usage, bytes: usage.bytes + settings };
  },
});

/** What a tenant stores, and what it may. */
export type TenantUsage = Usage & {
  readonly plan: string;
  readonly collections: number;
  readonly limits: TenantQuota;
};

export type FindUsage = (account: Pick<Account, 'id' | 'plan'>) => Promise<TenantUsage>;

export const findUsage =
  ({ limits, usage }: TenantQuotas, collections: Pick<Collections, 'ofUser'>): FindUsage =>
  async ({ id, plan }) => {
    const [used, own, most] = await Promise.all([usage(id), collections.ofUser(id), limits(id)]);
    return { plan, ...used, collections: own.length, limits: most };
  };
