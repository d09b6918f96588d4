import { userPassword } from '../../test/support/api.ts';
import type { BenchService } from './bench-service.ts';
import { percentile } from './latencies.ts';
import { load } from './load.ts';
import type { Section } from './report.ts';

/** Above the numbers of all other tickets of the collection. */
const firstTicket = 2_000_000;

export type LoginPlan = {
  readonly collectionId: string;
  /** Uploads of one ticket. */
  readonly count: number;
  /** That log in at the same time. */
  readonly clients: number;
};

/** Uploads one ticket at a time, alone and while clients log in. */
export const measureLogins = async (
  service: BenchService,
  { collectionId, count, clients }: LoginPlan,
): Promise<Section> => {
  const login = { email: service.user.email, password: userPassword };
  const target = { ...service.target(collectionId), login, count };
  const alone = await load({ kind: 'single uploads', ...target, from: firstTicket, logins: 0 });
  const during = await load({ kind: 'single uploads', ...target, from: firstTicket + count, logins: clients });
  const goal = { most: 100 };
  return {
    title: `Uploads of one ticket, one after the other, and ${clients} clients that log in`,
    lines: [
      { name: 'alone, p50', value: percentile(alone, 0.5), unit: 'ms' },
      { name: 'alone, p99', value: percentile(alone, 0.99), unit: 'ms' },
      { name: 'during the logins, p50', value: percentile(during, 0.5), unit: 'ms', goal },
      { name: 'during the logins, p99', value: percentile(during, 0.99), unit: 'ms', goal },
    ],
  };
};
