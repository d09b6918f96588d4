import { quotaOf, type QuotaOf, type TenantQuota } from '../domain/quotas.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Collections, Usage } from '../ports/collections.ts';

/** Looks up the quota of a tenant by its plan; `set`: what the operator has set for every plan. */
export const quotaByPlan =
  (accounts: Pick<Accounts, 'byId'>, set: TenantQuota): QuotaOf =>
  async (tenantId) =>
    quotaOf((await accounts.byId(tenantId))?.plan, set);

/** What a tenant stores, and what it may. */
export type TenantUsage = Usage & {
  readonly plan: string;
  readonly collections: number;
  readonly limits: TenantQuota;
};

export type FindUsage = (account: Pick<Account, 'id' | 'plan'>) => Promise<TenantUsage>;

export const findUsage =
  (collections: Pick<Collections, 'usage' | 'ofUser'>, set: TenantQuota): FindUsage =>
  async ({ id, plan }) => {
    const [usage, own] = await Promise.all([collections.usage(id), collections.ofUser(id)]);
    return { plan, ...usage, collections: own.length, limits: quotaOf(plan, set) };
  };
