import type { BenchService } from './bench-service.ts';
import { inProcess } from './child-job.ts';
import { joined, percentile } from './latencies.ts';
import type { PairedJob, SearchBlock } from './paired-process.ts';
import { type Pair, pairedRatio } from './paired-ratio.ts';
import type { Line, Section } from './report.ts';

/** A percentile may be longer by so much. */
const maxRatio = 1.03;

/** Searches a second of four large desks. */
const rate = 100;

const ways = { one: {}, other: { 'Do-Not-Record': '1' } };

type Pairs = readonly Pair<SearchBlock>[];

type Compared = { readonly name: string; readonly of: (block: SearchBlock) => number; readonly goal?: Line['goal'] };

const linesOf = (pairs: Pairs, { name, of, goal }: Compared): readonly Line[] => {
  const { ratio, interval } = pairedRatio(pairs, of);
  const all = (way: 'one' | 'other') => {
    const blocks = pairs.map((pair) => pair[way]);
    const processorMs = blocks.reduce((sum, block) => sum + (block.processorMs ?? Number.NaN), 0);
    return of({ ...joined(blocks), processorMs });
  };
  return [
    { name: `${name}, recorded`, value: all('one'), unit: 'ms' },
    { name: '  with Do-Not-Record', value: all('other'), unit: 'ms' },
    { name: '  ratio, median of the pairs', value: ratio, unit: '×', ...(goal && { goal }) },
    { name: '  95 % interval, from', value: interval[0], unit: '×' },
    { name: '  95 % interval, to', value: interval[1], unit: '×' },
  ];
};

const compared = (name: string, pairs: Pairs): readonly Line[] => [
  ...[0.5, 0.99].flatMap((share) =>
    linesOf(pairs, {
      name: `${name}, p${share * 100}`,
      of: (block) => percentile(block, share),
      goal: { most: maxRatio },
    }),
  ),
  // Of a search. It is known on Linux only.
  ...(pairs.every(({ one }) => one.processorMs === undefined)
    ? []
    : linesOf(pairs, {
        name: `${name}, processor time`,
        of: ({ processorMs, each }) => (processorMs ?? Number.NaN) / each.length,
      })),
];

export type RecordingPlan = Pick<PairedJob, 'pairs' | 'seconds' | 'settleSeconds'>;

/**
 * Searches whose questions are recorded, in turns with searches that leave no trace: at a steady rate, and as fast as one client can. They ask for sources alone, so that none
 * is grouped (`gap-costs.ts`).
 */
export const measureRecording = async (
  service: BenchService,
  { size, collectionId, ...plan }: RecordingPlan & { readonly size: number; readonly collectionId: string },
): Promise<Section> => {
  const { pid } = service.running();
  const measure = (load: Pick<PairedJob, 'rate'>) =>
    inProcess<Pairs>('paired-process.ts', { ...service.target(collectionId), pid, ...ways, ...plan, ...load });
  const people = await measure({ rate });
  const client = await measure({});
  return {
    title: `Search among ${size} tickets, recorded and not, ${plan.pairs} pairs of ${plan.seconds} s`,
    lines: [...compared(`${rate} a second`, people), ...compared('1 client without pause', client)],
  };
};
