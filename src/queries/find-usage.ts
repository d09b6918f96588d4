import { quotaOf, type QuotaOf, type TenantQuota } from '../domain/quotas.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Collections, Usage } from '../ports/collections.ts';
import type { Questions } from '../ports/questions.ts';

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
  readonly questions: { readonly recording: 'on' | 'off' | 'over-quota'; readonly keepDays: number };
};

export type FindUsage = (account: Pick<Account, 'id' | 'plan'>) => Promise<TenantUsage>;

/** What a tenant stores, its recorded questions included. */
export const usageWithQuestions =
  (collections: Pick<Collections, 'usage'>, questions: Pick<Questions, 'bytes'>): Collections['usage'] =>
  async (userId) => {
    const [{ tickets, bytes }, ofQuestions] = await Promise.all([collections.usage(userId), questions.bytes(userId)]);
    return { tickets, bytes: bytes + ofQuestions };
  };

type Dependencies = {
  readonly collections: Pick<Collections, 'usage' | 'ofUser'>;
  /** What the operator has set for every plan. */
  readonly tenantMax: TenantQuota;
  readonly keepQuestionsDays: number;
};

export const findUsage =
  ({ collections, tenantMax, keepQuestionsDays: keepDays }: Dependencies): FindUsage =>
  async ({ id, plan }) => {
    const [usage, own] = await Promise.all([collections.usage(id), collections.ofUser(id)]);
    const limits = quotaOf(plan, tenantMax);
    const recording = keepDays === 0 ? 'off' : usage.bytes >= (limits.bytes ?? Infinity) ? 'over-quota' : 'on';
    return { plan, ...usage, collections: own.length, limits, questions: { recording, keepDays } };
  };
