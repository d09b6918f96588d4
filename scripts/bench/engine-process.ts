import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { cleanQuery } from '../../src/personal-data/clean.ts';
import { bareElasticsearch } from './bare-elasticsearch.ts';
import type { Where } from './bare-engine.ts';
import { bareSqlite } from './bare-sqlite.ts';
import { benchQuery } from './bench-tickets.ts';
import { answerJob } from './child-job.ts';
import { exactNearest } from './exact-nearest.ts';
import { closedLoop, type Latencies } from './latencies.ts';

/** One collection of a folder that a service may be running on, or of its Elasticsearch; nothing is written. */
export type EngineJob = Where & {
  readonly folder: string;
  readonly elasticsearch: string | undefined;
  readonly seconds: number;
  /** How many queries' true nearest tickets are wanted. */
  readonly exact: number;
};

export type EngineResult = {
  readonly alone: Latencies;
  readonly together: Latencies;
  /** For each query all ticket ids as near as the five nearest or nearer, by cosines of the stored vectors. */
  readonly nearest: readonly (readonly string[])[];
};

const queries = 1_000;

answerJob(async ({ folder, elasticsearch, seconds, exact, ...where }: EngineJob): Promise<EngineResult> => {
  const engine =
    elasticsearch === undefined ? bareSqlite(folder, where) : await bareElasticsearch(elasticsearch, where);
  const embedder = localEmbedder();
  const vectors = await Promise.all(
    Array.from({ length: queries }, (_, number) => embedder.embedQuery(cleanQuery(benchQuery(number)))),
  );
  const ask = (number: number) => engine.ask(vectors[number % queries] ?? new Float32Array());
  const alone = await closedLoop(ask, { clients: 1, seconds });
  const together = await closedLoop(ask, { clients: 32, seconds });
  const nearest = exact === 0 ? [] : await exactNearest(engine.stored(), vectors.slice(0, exact));
  await engine.close();
  return { alone, together, nearest };
});
