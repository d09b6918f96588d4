import { setTimeout } from 'node:timers/promises';
import type { BenchService, Target } from './bench-service.ts';
import { joined, type Latencies, percentile, type Timing } from './latencies.ts';
import { load } from './load.ts';
import type { Line, Section } from './report.ts';

/** Latencies may differ by so much. */
const maxRatio = 1.03;

/** Searches a second of all people of a large desk. */
const rate = 25;

const ways = { recorded: {}, unrecorded: { 'Do-Not-Record': '1' } } as const;
type Way = keyof typeof ways;

const compared = (name: string, share: number, runs: Readonly<Record<Way, readonly Latencies[]>>) => {
  const [on, off] = [percentile(joined(runs.recorded), share), percentile(joined(runs.unrecorded), share)];
  return [
    { name: `${name}, p${share * 100}, recorded`, value: on, unit: 'ms' },
    { name: '  with Do-Not-Record', value: off, unit: 'ms' },
    { name: '  ratio', value: on / off, unit: '×' },
  ] satisfies readonly Line[];
};

type RecordingPlan = Timing & { readonly size: number; readonly collectionId: string };

/** Searches whose questions are recorded, in turns with searches that leave no trace: as people send them, and as fast as one client can. */
export const measureRecording = async (
  service: BenchService,
  { size, collectionId, seconds, warmUpSeconds, idleSeconds, turns }: RecordingPlan,
): Promise<Section> => {
  const inTurns = async (run: (target: Target & { readonly headers: object }) => Promise<Latencies>) => {
    const runs: Record<Way, Latencies[]> = { recorded: [], unrecorded: [] };
    for (let turn = 0; turn < 2 * turns; turn += 1) {
      const order = Object.keys(ways) as Way[];
      for (const way of turn % 2 === 0 ? order : order.toReversed()) {
        // Longer than a question waits to be recorded, so that no run pays for the one before.
        await setTimeout(idleSeconds * 1_000);
        runs[way].push(await run({ ...service.target(collectionId), headers: ways[way] }));
      }
    }
    return runs;
  };
  const people = await inTurns((target) => load({ kind: 'open loop', ...target, rate, seconds }));
  const client = await inTurns((target) =>
    load({ kind: 'closed loop', ...target, clients: 1, seconds: seconds / turns, warmUpSeconds }),
  );
  const [median, off, ratio] = compared(`${rate} a second`, 0.5, people);
  return {
    title: `Search among ${size} tickets, recorded and not, in turns`,
    lines: [
      ...[median, off, ratio && { ...ratio, goal: { most: maxRatio } }].filter((line) => line !== undefined),
      ...compared(`${rate} a second`, 0.99, people),
      ...compared('1 client without pause', 0.5, client),
      ...compared('1 client without pause', 0.99, client),
    ],
  };
};
