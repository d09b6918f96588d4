import type { BenchService } from './bench-service.ts';
import type { LargeFiles } from './large-files.ts';
import { type Latencies, percentile } from './latencies.ts';
import { load } from './load.ts';
import type { Line, Section } from './report.ts';

export type NeighbourPlan = {
  /** Of each file that another tenant uploads at the same time. */
  readonly fileBytes: number;
  /** How long uploads are measured alone, and at most beside files of one kind. */
  readonly seconds: number;
};

const files = 6;
const ticketsPerUpload = 10;
/** Above the numbers of all other tickets. */
const firstTicket = 3_000_000;

/** Uploads ten tickets at a time, alone and while another tenant uploads six large files of each kind. */
export const measureNeighbours = async (service: BenchService, plan: NeighbourPlan): Promise<Section> => {
  const goal = { most: 300 };
  const alone = await beside(service, plan, { kind: 'JSON of tickets of 256 KiB', count: 0 });
  const wide = await beside(service, plan, { kind: 'CSV of 1 000 columns', count: files });
  const long = await beside(service, plan, { kind: 'JSON of tickets of 256 KiB', count: files });
  const named = await beside(service, plan, { kind: 'JSON full of names', count: files });
  return {
    title: `Uploads of ten tickets, and six files of ${(plan.fileBytes / 1e6).toFixed(1)} MB of another tenant`,
    lines: [
      ...linesOf('alone', alone),
      ...linesOf('beside CSVs of 1 000 columns', wide, goal),
      ...linesOf('beside JSON with tickets of 256 KiB', long, goal),
      ...linesOf('beside JSON full of names', named, goal),
    ],
  };
};

type Beside = { readonly kind: LargeFiles; readonly count: number };

const beside = async (
  service: BenchService,
  { fileBytes, seconds }: NeighbourPlan,
  { kind, count }: Beside,
): Promise<Latencies> => {
  const target = await service.foreignCollection();
  const to = await service.foreignCollection();
  const file = { to, kind, count, bytes: fileBytes };
  return load({
    kind: 'uploads beside files',
    ...target,
    from: firstTicket,
    perRequest: ticketsPerUpload,
    seconds,
    files: file,
  });
};

const linesOf = (name: string, latencies: Latencies, goal?: { readonly most: number }): readonly Line[] =>
  [50, 95, 99].map((percent) => ({
    name: `${name}, p${percent}`,
    value: percentile(latencies, percent / 100),
    unit: 'ms',
    ...(goal ? { goal } : {}),
  }));
