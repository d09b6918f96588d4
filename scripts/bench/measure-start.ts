import { setTimeout } from 'node:timers/promises';
import type { BenchService } from './bench-service.ts';
import { load } from './load.ts';
import { memoryOf } from './process-memory.ts';
import type { Line } from './report.ts';

/** Restarts the service on its data: seconds until its first answers, and its memory without requests. */
export const measureStart = async (
  service: BenchService,
  {
    size,
    collectionId,
    idleSeconds,
  }: { readonly size: number; readonly collectionId: string; readonly idleSeconds: number },
): Promise<{ readonly lines: readonly Line[]; readonly memory: readonly Line[] }> => {
  await service.stop();
  const start = performance.now();
  const since = () => (performance.now() - start) / 1_000;
  await service.start();
  await fetch(`${service.running().url}/api/health`);
  const answered = since();
  await setTimeout(idleSeconds * 1_000);
  const untouched = memoryOf(service.running().pid);
  const search = performance.now();
  await load({ kind: 'sources', ...service.target(collectionId), queries: 1 });
  const searched = (performance.now() - search) / 1_000;
  await setTimeout(idleSeconds * 1_000);
  return {
    lines: [
      { name: `with ${size} tickets, until the first answer`, value: answered, unit: 's', goal: { most: 5 } },
      { name: 'first search in that collection', value: searched, unit: 's' },
    ],
    memory: [
      { name: `idle with ${size} tickets, after a start`, value: untouched, unit: 'MB' },
      { name: `idle with ${size} tickets, once searched`, value: memoryOf(service.running().pid), unit: 'MB' },
    ],
  };
};
