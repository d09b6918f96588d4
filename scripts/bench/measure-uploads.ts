import type { BenchService, Target } from './bench-service.ts';
import { benchTicket, fittingTickets } from './bench-tickets.ts';
import { load } from './load.ts';
import { forgetPeak, peakMemoryOf } from './process-memory.ts';
import { grouped, type Line, type Section } from './report.ts';

/** Mean bytes of a ticket in the body of an upload, over a thousand tickets. */
export const ticketBytes = (): number =>
  Array.from({ length: 1_000 }, (_, number) => Buffer.byteLength(JSON.stringify(benchTicket(number))) + 1).reduce(
    (sum, bytes) => sum + bytes,
    0,
  ) / 1_000;

type Numbers = { readonly from: number; readonly count: number; readonly perRequest: number };

/** Uploads tickets to a collection; returns tickets a second. Throws if one of them is not stored. */
const send = async (target: Target, numbers: Numbers): Promise<number> => {
  const { seconds, processed } = await load({ kind: 'upload', ...target, ...numbers });
  if (processed !== numbers.count) throw new Error(`${processed} of ${numbers.count} tickets were stored`);
  return numbers.count / seconds;
};

const fillCollection = async (service: BenchService, count: number, perRequest: number) => {
  const collectionId = await service.newCollection();
  return { collectionId, perSecond: await send(service.target(collectionId), { from: 0, count, perRequest }) };
};

/** Uploads `measured` tickets twice, and fills one collection of each size; returns the collections by size and the number of tickets in all. */
export const measureUploads = async (
  service: BenchService,
  { sizes, measured }: { readonly sizes: readonly number[]; readonly measured: number },
): Promise<{
  readonly section: Section;
  readonly memory: Line;
  readonly collections: ReadonlyMap<number, string>;
  readonly stored: number;
}> => {
  const goal = { least: 500 };
  const inPieces = await fillCollection(service, measured, 500);
  const atOnce = await fillCollection(service, measured, measured);
  const lines: Line[] = [
    { name: `${grouped(measured)} tickets in one request`, value: atOnce.perSecond, unit: 'tickets/s', goal },
    { name: `${grouped(measured)} tickets in requests of 500`, value: inPieces.perSecond, unit: 'tickets/s', goal },
  ];
  const collections = new Map([[measured, atOnce.collectionId]]);
  let stored = 2 * measured;
  let memory: Line = { name: 'most during a 50 MB upload', value: undefined, unit: 'MB', goal: { most: 600 } };
  for (const size of sizes.filter((one) => !collections.has(one))) {
    const { pid } = service.running();
    forgetPeak(pid);
    const { collectionId, perSecond } = await fillCollection(service, size, size);
    collections.set(size, collectionId);
    stored += size;
    if (fittingTickets(0, undefined, size + 1) > size) continue;
    memory = { ...memory, value: peakMemoryOf(pid) };
    lines.push({ name: `${size} tickets in requests of 50 MB`, value: perSecond, unit: 'tickets/s', goal });
  }
  return { section: { title: 'Upload: cleaned, embedded, stored, findable', lines }, memory, collections, stored };
};

const perTenant = 5_000;
/** Above the numbers of all other tickets. */
const firstForeign = 1_000_000;

/** Adds tickets of other tenants, each with one collection. */
export const fillWithOthers = async (service: BenchService, count: number): Promise<void> => {
  for (let sent = 0; sent < count; sent += perTenant) {
    const some = Math.min(perTenant, count - sent);
    await send(await service.foreignCollection(), { from: firstForeign + sent, count: some, perRequest: some });
  }
};
