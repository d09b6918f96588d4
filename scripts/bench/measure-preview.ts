import { setTimeout } from 'node:timers/promises';
import type { BenchService } from './bench-service.ts';
import { fittingTickets } from './bench-tickets.ts';
import { percentile, type Timing } from './latencies.ts';
import { load } from './load.ts';
import { forgetPeak, memoryOf, peakMemoryOf } from './process-memory.ts';
import type { Section } from './report.ts';

const rate = 25;

type PreviewPlan = Timing & {
  readonly collectionId: string;
  /** Number of the first ticket in the preview. */
  readonly from: number;
  readonly bodyBytes: number;
};

/**
 * Searches at a fixed rate before and during the preview of one large body. Measure it on a service that has just started: memory that was freed
 * by earlier work would hide the growth.
 */
export const measurePreview = async (service: BenchService, plan: PreviewPlan): Promise<Section> => {
  const { collectionId, seconds, from, bodyBytes } = plan;
  const target = { ...service.target(collectionId), rate };
  const { pid } = service.running();
  const idle = await load({ kind: 'open loop', ...target, seconds });
  await setTimeout(plan.idleSeconds * 1_000);
  const before = memoryOf(pid);
  forgetPeak(pid);
  const count = fittingTickets(from, bodyBytes);
  const preview = await load({ kind: 'preview during searches', ...target, from, count, perRequest: count });
  const peak = peakMemoryOf(pid);
  if (preview.total !== count) throw new Error(`${preview.total} of ${count} tickets were previewed`);
  const goal = { most: Math.max(3 * percentile(idle, 0.99), 40) };
  const growth = before === undefined || peak === undefined ? undefined : peak - before;
  return {
    title: `Search among ${from} tickets, ${rate} a second, during a preview of ${Math.round(bodyBytes / 1024 / 1024)} MB`,
    lines: [
      { name: 'idle, p50', value: percentile(idle, 0.5), unit: 'ms' },
      { name: 'idle, p99', value: percentile(idle, 0.99), unit: 'ms' },
      { name: 'during the preview, p50', value: percentile(preview.searches, 0.5), unit: 'ms' },
      { name: 'during the preview, p99', value: percentile(preview.searches, 0.99), unit: 'ms', goal },
      { name: 'its first tickets, from the last byte', value: preview.firstSeconds, unit: 's', goal: { most: 1 } },
      { name: 'that preview', value: count / preview.seconds, unit: 'tickets/s' },
      { name: 'growth of memory during the preview', value: growth, unit: 'MB', goal: { most: 300 } },
    ],
  };
};
