import { readFileSync } from 'node:fs';
import { startDoubleProcess } from '../../test/support/eventstoredb-double/double-process.ts';
import { type BenchService, benchService } from './bench-service.ts';
import { type BenchStores, embeddedStores, serverStores } from './bench-stores.ts';
import { load } from './load.ts';
import type { Line, Section } from './report.ts';

/** Uploads of `count` tickets each, in so many turns after one that does not count. */
type Uploads = { readonly count: number; readonly turns: number };

/** Seconds of one upload, and of the processor in the service's process (undefined on other systems than Linux). */
type Cost = { readonly seconds: number; readonly processor: number | undefined };

/** The URL of an EventStoreDB, or `double`; the data key of a service that has used it. */
type MeasuredLog = { readonly log: string; readonly dataKey: string | undefined };

/** Uploads to a service on embedded stores and to one with its log in EventStoreDB in turns, so that both meet the same load of the machine. */
export const measureEventStoreDb = async (measured: MeasuredLog, { count, turns }: Uploads): Promise<Section> => {
  const services = [
    await benchService(await embeddedStores()),
    await benchService(await storesWith(measured)),
  ] as const;
  const costs: [Cost[], Cost[]] = [[], []];
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const index of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const cost = await uploadTo(services[index], { from: turn * count, count });
        if (turn > 0) costs[index].push(cost);
      }
    }
  } finally {
    await Promise.all(services.map((service) => service.remove()));
  }
  const name = measured.log === 'double' ? 'its double' : 'EVENTSTORE_URL';
  return {
    title: `Upload with the log in EventStoreDB (${name}), in turns with the embedded log`,
    lines: linesOf(meanOf(costs[0], count), meanOf(costs[1], count)),
  };
};

/** The double runs in a process of its own, so that its processor time is not the bench's. */
const storesWith = async ({ log, dataKey }: MeasuredLog): Promise<BenchStores> => {
  const double = log === 'double' ? await startDoubleProcess() : undefined;
  const stores = await serverStores({ EVENTSTORE_URL: double?.url ?? log });
  return {
    ...stores,
    environment: { ...stores.environment, ...(dataKey !== undefined && { DATA_KEY: dataKey }) },
    drop: async () => {
      await stores.drop();
      await double?.kill();
    },
  };
};

const uploadTo = async (
  service: BenchService,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<Cost> => {
  const { pid } = service.running();
  const target = service.target(await service.newCollection());
  const before = processorSecondsOf(pid);
  const { seconds, processed } = await load({ kind: 'upload', ...target, from, count, perRequest: count });
  if (processed !== count) throw new Error(`${processed} of ${count} tickets were stored`);
  const after = processorSecondsOf(pid);
  return { seconds, processor: before === undefined || after === undefined ? undefined : after - before };
};

const ticksPerSecond = 100;

/** User and system time of all threads; undefined on other systems than Linux. */
const processorSecondsOf = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the process comes before these fields and may have spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
};

type Mean = { readonly perSecond: number; readonly processorMs: number | undefined };

const meanOf = (costs: readonly Cost[], count: number): Mean => {
  const tickets = costs.length * count;
  const seconds = costs.reduce((sum, cost) => sum + cost.seconds, 0);
  const processor = costs.reduce((sum, cost) => sum + (cost.processor ?? Number.NaN), 0);
  return {
    perSecond: tickets / seconds,
    processorMs: Number.isNaN(processor) ? undefined : (processor * 1_000) / tickets,
  };
};

const linesOf = (embedded: Mean, server: Mean): readonly Line[] => {
  const times =
    server.processorMs !== undefined && embedded.processorMs ? server.processorMs / embedded.processorMs : undefined;
  return [
    { name: 'embedded log', value: embedded.perSecond, unit: 'tickets/s' },
    { name: 'embedded log, processor time of the service', value: embedded.processorMs, unit: 'ms/ticket' },
    { name: 'EventStoreDB', value: server.perSecond, unit: 'tickets/s' },
    { name: 'EventStoreDB, processor time of the service', value: server.processorMs, unit: 'ms/ticket' },
    {
      name: 'rate, of the embedded one',
      value: server.perSecond / embedded.perSecond,
      unit: '×',
      goal: { least: 0.45 },
    },
    { name: 'processor time, of the embedded one', value: times, unit: '×', goal: { most: 1.7 } },
  ];
};
