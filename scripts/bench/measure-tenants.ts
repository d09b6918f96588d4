import { limitConcurrency } from '../../src/concurrency/limit.ts';
import type { BenchService } from './bench-service.ts';
import { percentile } from './latencies.ts';
import { load } from './load.ts';
import { grouped, type Section } from './report.ts';

export type TenantPlan = { readonly tenants: number; readonly tickets: number };

/** The goal at p99, in ms, of a tenant whose collection was searched before. */
const maxMs = 5;

/** Registrations at a time: a password takes the service two threads. */
const registrations = 4;

/** Makes tenants with few tickets each, and searches the collection of one after the other, in two rounds. */
export const measureTenants = async (service: BenchService, { tenants, tickets }: TenantPlan): Promise<Section> => {
  const few = limitConcurrency(registrations);
  const targets = await Promise.all(Array.from({ length: tenants }, () => few(service.foreignCollection)));
  const inTurn = { targets, from: firstTicket, count: tickets };
  const { first, again } = await load({ kind: 'tenants in turn', ...inTurn });
  return {
    title: `Search of ${grouped(tenants)} tenants of ${tickets} tickets, one after the other`,
    lines: [
      { name: 'first search of each, p50', value: percentile(first, 0.5), unit: 'ms' },
      { name: 'first search of each, p99', value: percentile(first, 0.99), unit: 'ms' },
      { name: 'later searches, p50', value: percentile(again, 0.5), unit: 'ms' },
      { name: 'later searches, p99', value: percentile(again, 0.99), unit: 'ms', goal: { most: maxMs } },
    ],
  };
};

/** Above the numbers of all other tickets. */
const firstTicket = 2_000_000;
