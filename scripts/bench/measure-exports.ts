import { setTimeout } from 'node:timers/promises';
import { load } from './load.ts';
import type { BenchService } from './bench-service.ts';
import type { Timing } from './latencies.ts';
import { forgetPeak, memoryOf, peakMemoryOf } from './process-memory.ts';
import type { Section } from './report.ts';

type ExportPlan = Pick<Timing, 'idleSeconds'> & { readonly size: number; readonly collectionId: string };

/** The most that the memory of the service may grow, in MB, however many tickets are exported. */
const maxGrowth = 80;

/**
 * Exports a whole collection from a service that has just started, since memory that was freed by earlier work would hide the growth: what its resident memory
 * grows by until a tenth is exported, and until all is.
 */
export const measureExports = async (
  service: BenchService,
  { size, collectionId, idleSeconds }: ExportPlan,
): Promise<Section> => {
  await service.stop();
  await service.start();
  const { pid } = service.running();
  const target = service.target(collectionId);
  // What a first request loads is no part of an export.
  await load({ kind: 'sources', ...target, queries: 1 });
  await setTimeout(idleSeconds * 1_000);
  const before = memoryOf(pid) ?? 0;
  forgetPeak(pid);
  const grown = (): number | undefined => {
    const peak = peakMemoryOf(pid);
    return peak === undefined ? undefined : peak - before;
  };
  const response = await fetch(`${target.url}/api/collections/${collectionId}/export.jsonl`, {
    headers: { authorization: `Bearer ${target.token}` },
  });
  const began = performance.now();
  let [tickets, bytes] = [0, 0];
  let early: number | undefined;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) tickets += 1;
    if (tickets >= size / 10) early ??= grown();
  }
  // Parts before this one may have added some.
  if (tickets < size) throw new Error(`${tickets} of ${size} tickets were exported`);
  const seconds = (performance.now() - began) / 1_000;
  return {
    title: `Export of ${tickets} tickets, ${Math.round(bytes / 1024 / 1024)} MB`,
    lines: [
      { name: 'rate', value: tickets / seconds, unit: 'tickets/s' },
      { name: 'growth of memory until a tenth was exported', value: early, unit: 'MB' },
      { name: 'growth of memory until all was', value: grown(), unit: 'MB', goal: { most: maxGrowth } },
    ],
  };
};
