import { quotaOf, type TenantQuota, type TenantQuotas, type Usage } from '../domain/quotas.ts';
import type { Account, Accounts } from '../ports/accounts.ts';
import type { Collections } from '../ports/collections.ts';
import type { Questions } from '../ports/questions.ts';

type Stores = {
  readonly accounts: Pick<Accounts, 'byId' | 'settingsBytes'>;
  readonly collections: Pick<Collections, 'usage'>;
  readonly questions: Pick<Questions, 'bytes'>;
};

/** Looks up what tenants store and may store; `set`: what the operator has set in place of what the plans say. */
export const tenantQuotas = ({ accounts, collections, questions }: Stores, set: TenantQuota): TenantQuotas => ({
  limits: async (tenantId) => quotaOf((await accounts.byId(tenantId))?.plan, set),
  usage: async (tenantId) => {
    const [usage, settings, ofQuestions] = await Promise.all([
      collections.usage(tenantId),
      accounts.settingsBytes(tenantId),
      questions.bytes(tenantId),
    ]);
    return { ...usage, bytes: usage.bytes + settings + ofQuestions };
  },
});

/** The same for what is stored after a reply: nothing of an account that was deleted meanwhile. */
export const lateQuotas = (stores: Stores, set: TenantQuota): TenantQuotas => {
  const none = { tickets: 0, bytes: 0, collections: 0 };
  return {
    ...tenantQuotas(stores, set),
    limits: async (tenantId) => {
      const account = await stores.accounts.byId(tenantId);
      return account ? quotaOf(account.plan, set) : none;
    },
  };
};

/** What a tenant stores, and what it may. */
export type TenantUsage = Usage & {
  readonly plan: string;
  readonly limits: TenantQuota;
  readonly questions: { readonly recording: 'on' | 'off' | 'over-quota'; readonly keepDays: number };
};

export type FindUsage = (account: Pick<Account, 'id' | 'plan'>) => Promise<TenantUsage>;

type Dependencies = {
  readonly quotas: TenantQuotas;
  readonly keepQuestionsDays: number;
};

export const findUsage =
  ({ quotas, keepQuestionsDays: keepDays }: Dependencies): FindUsage =>
  async ({ id, plan }) => {
    const [usage, limits] = await Promise.all([quotas.usage(id), quotas.limits(id)]);
    const recording = keepDays === 0 ? 'off' : usage.bytes >= (limits.bytes ?? Infinity) ? 'over-quota' : 'on';
    return { plan, ...usage, limits, questions: { recording, keepDays } };
  };
