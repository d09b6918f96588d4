import { semanticEmbedder } from '../../src/adapters/local-model/semantic-embedder.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import {
  type BareEngine,
  bareElasticsearch,
  bareSqlite,
  exactNearest,
  type StoredVector,
  type Where,
} from './bare-engines.ts';
import { type BenchFilter, letsThrough } from './bench-filters.ts';
import { benchQuery } from './bench-tickets.ts';
import { answerJob } from './child-job.ts';
import { closedLoop, type Latencies } from './latencies.ts';

/** One collection in the folder or the Elasticsearch of a service, which may be running: nothing is written. */
export type EngineJob = Where & {
  readonly folder: string;
  readonly elasticsearch: string | undefined;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Number of queries whose exact nearest tickets are returned. */
  readonly exact: number;
  /** Limits what is compared exactly. */
  readonly filter?: BenchFilter;
};

export type EngineResult = {
  readonly alone: Latencies;
  readonly together: Latencies;
  /** For each query, the ids of all tickets whose exact cosine is at least that of the fifth nearest. */
  readonly nearest: readonly (readonly string[])[];
};

const queries = 1_000;

async function* filtered(stored: ReturnType<BareEngine['stored']>, filter: BenchFilter): AsyncGenerator<StoredVector> {
  for await (const one of stored) if (letsThrough(filter, Number(one.id.slice('B-'.length)))) yield one;
}

answerJob(
  async ({
    folder,
    elasticsearch,
    seconds,
    warmUpSeconds,
    exact,
    filter,
    ...where
  }: EngineJob): Promise<EngineResult> => {
    const engine =
      elasticsearch === undefined ? bareSqlite(folder, where) : await bareElasticsearch(elasticsearch, where);
    const embedder = semanticEmbedder();
    const vectors = await Promise.all(
      Array.from({ length: queries }, (_, number) => embedder.embedQuery(cleanQuery(benchQuery(number)))),
    );
    const ask = (number: number) => engine.ask(vectors[number % queries] ?? new Float32Array());
    const alone = await closedLoop(ask, { clients: 1, seconds, warmUpSeconds });
    const together = await closedLoop(ask, { clients: 32, seconds, warmUpSeconds });
    const nearest =
      exact === 0
        ? []
        : await exactNearest(filter ? filtered(engine.stored(), filter) : engine.stored(), vectors.slice(0, exact));
    await engine.close();
    return { alone, together, nearest };
  },
);
