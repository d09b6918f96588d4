import type { TenantQuotas } from '../../src/domain/quotas.ts';

/** Of tenants that may store any number and have nothing yet. */
export const noQuotas: TenantQuotas = {
  limits: () => Promise.resolve({ tickets: undefined, bytes: undefined, collections: undefined }),
  usage: () => Promise.resolve({ tickets: 0, bytes: 0, collections: 0 }),
};
