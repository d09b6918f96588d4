import { setTimeout } from 'node:timers/promises';
import type { BenchService } from './bench-service.ts';
import { percentile } from './latencies.ts';
import { load } from './load.ts';
import { mostTickets } from './measure-uploads.ts';
import { forgetPeak, memoryOf, peakMemoryOf } from './process-memory.ts';
import type { Section } from './report.ts';

const rate = 25;

/**
 * Searches at a fixed rate in a collection, before and while a body of 50 MB is previewed for it, and how far the service grows meanwhile; for a
 * service that has just started: one that was busy has memory in hand. The numbers of the tickets begin at `from`.
 */
export const measurePreview = async (
  service: BenchService,
  { collectionId, seconds, from }: { readonly collectionId: string; readonly seconds: number; readonly from: number },
): Promise<Section> => {
  const target = { ...service.target(collectionId), rate };
  const { pid } = service.running();
  const idle = await load({ kind: 'open loop', ...target, seconds });
  await setTimeout(2_000);
  const before = memoryOf(pid);
  forgetPeak(pid);
  const count = mostTickets();
  const preview = await load({ kind: 'preview beside searches', ...target, from, count, perRequest: count });
  const most = peakMemoryOf(pid);
  if (preview.total !== count) throw new Error(`${preview.total} of ${count} tickets were previewed`);
  const goal = { most: Math.max(3 * percentile(idle, 0.99), 40) };
  const growth = before === undefined || most === undefined ? undefined : most - before;
  return {
    title: `Search among ${from} tickets, ${rate} a second, beside a preview of 50 MB`,
    lines: [
      { name: 'idle, p50', value: percentile(idle, 0.5), unit: 'ms' },
      { name: 'idle, p99', value: percentile(idle, 0.99), unit: 'ms' },
      { name: 'during the preview, p50', value: percentile(preview.searches, 0.5), unit: 'ms' },
      { name: 'during the preview, p99', value: percentile(preview.searches, 0.99), unit: 'ms', goal },
      { name: 'that preview', value: count / preview.seconds, unit: 'tickets/s' },
      { name: 'growth of memory during the preview', value: growth, unit: 'MB', goal: { most: 300 } },
    ],
  };
};
