/** What a tenant may store in all its collections; undefined: without a limit. */
export type TenantQuota = {
  readonly tickets: number | undefined;
  /** As `stored-bytes.ts` counts them. */
  readonly bytes: number | undefined;
  readonly collections: number | undefined;
};

/** What a tenant stores in all its collections, withdrawn tickets included; `bytes` are what all of its data occupy (`stored-bytes.ts`). */
export type StoredAmount = { readonly tickets: number; readonly bytes: number };

/** The same with the number of its collections. */
export type Usage = StoredAmount & { readonly collections: number };

/** Looks up what a tenant stores, and what it may. */
export type TenantQuotas = {
  readonly limits: (tenantId: string) => Promise<TenantQuota>;
  /** As far as the projections have come. */
  readonly usage: (tenantId: string) => Promise<Usage>;
};

const gigabyte = 1_000_000_000;

/** By plan, where the operator sets no other (docs/configuration.md). */
const planQuotas: Readonly<Record<string, TenantQuota>> = {
  free: { tickets: 200_000, bytes: 5 * gigabyte, collections: 1_000 },
  starter: { tickets: 500_000, bytes: 20 * gigabyte, collections: 1_000 },
  pro: { tickets: 2_000_000, bytes: 100 * gigabyte, collections: 5_000 },
  enterprise: { tickets: undefined, bytes: undefined, collections: 10_000 },
};

/** The quota of a plan; what the operator has set stands for every plan. */
export const quotaOf = (plan: string | undefined, set: TenantQuota): TenantQuota => {
  const { tickets, bytes, collections } = planQuotas[plan ?? ''] ?? set;
  return {
    tickets: set.tickets ?? tickets,
    bytes: set.bytes ?? bytes,
    collections: set.collections ?? collections,
  };
};
