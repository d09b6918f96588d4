import type { Client } from '@elastic/elasticsearch';
import { bestFirst } from '../../domain/answer-order.ts';
import { eachShown } from '../../domain/ticket-details.ts';
import type { ShownDetails } from '../../domain/ticket-fields.ts';
import { fullText, problemLengths } from '../../domain/ticket-record.ts';
import { type Hit, type NearestQuery, withinCharacters } from '../../ports/ticket-index.ts';
import { mapErrors } from './connection.ts';
import { filterQueries } from './filter-queries.ts';
import { graphThreshold } from './indices.ts';
import { unitVector } from './ticket-document.ts';

/**
 * The steps of a search: `candidates` neighbours in each segment by their int8 codes, of which the best are `rescored` on their full vectors, of which
 * the best are `kept`.
 */
export type Pool = { readonly candidates: number; readonly rescored: number; readonly kept: number };

/** Elasticsearch's limit; a collection with no more tickets is searched exactly. */
const maxCandidates = 10_000;
const largestPool: Pool = { candidates: maxCandidates, rescored: maxCandidates, kept: maxCandidates };

/**
 * The candidate pool for a number of hits, by the last known number of documents (docs/benchmarks.md, "An index that grows"). A segment
 * without a graph is scanned exactly, with any number of candidates. A graph may miss some: recall@5 was .98 with 500 candidates and .996 with
 * 1 000 on 50 000 tickets of 121 000, and .96 with 200 on 4 000 vectors of one cluster. Twice the count leaves room for documents added since, and for removed
 * ones, which stay in their segments for a while.
 */
export const poolFor = (count: number, documents = Infinity): Pool => {
  const kept = Math.max(50, 2 * count);
  if (kept > maxCandidates / 20) return largestPool;
  const rescored = 2 * kept;
  return { candidates: 2 * documents < graphThreshold ? rescored : 20 * kept, rescored, kept };
};

/** The largest error of scores by int8 codes that was measured among vectors this close. */
const codeError = 0.001;

/** The `count` nearest tickets of one collection with their exact cosines, equal scores by ticket id. Deletions are not checked. */
export const nearestTickets = async (
  client: Client,
  { generation, pool }: { readonly generation: string; readonly pool: Pool },
  query: NearestQuery,
): Promise<readonly Hit[]> => {
  const found = await search(client, generation, { query, pool });
  // If all that were kept score about as high as the last hit, others may score higher, or as high with a lower id.
  const { hits } = found.crowded ? await search(client, generation, { query, pool: largestPool }) : found;
  return withinCharacters(hits.map(hitOf).toSorted(bestFirst), query);
};

type Ticket = ShownDetails<'name'> & {
  readonly ticket_id: string;
  readonly problem: readonly string[];
  readonly solution: readonly string[];
  readonly flagged_at: string | null;
  readonly revision: number;
};
type Scored = { readonly _score: number; readonly _source: Ticket };
type Answer = {
  readonly hits: { readonly total: { readonly value: number }; readonly hits?: readonly Scored[] };
  readonly aggregations?: {
    readonly worst: { readonly hits: { readonly hits?: readonly { readonly sort: readonly number[] }[] } };
  };
};
type Wanted = { readonly query: NearestQuery; readonly pool: Pool };

const search = async (client: Client, generation: string, { query, pool }: Wanted) => {
  const { tenantId, collectionId, vector, count, filter } = query;
  const answer = (await mapErrors(
    client.search({
      index: generation,
      routing: tenantId,
      allow_partial_search_results: false,
      knn: {
        field: 'vector',
        query_vector: unitVector(vector),
        k: pool.kept,
        num_candidates: pool.candidates,
        rescore_vector: { oversample: pool.rescored / pool.kept },
        // Inside knn, so that it is applied before the nearest are taken.
        filter: [
          { term: { tenant_id: tenantId } },
          { term: { collection_id: collectionId } },
          { term: { state: 'active' } },
          ...(filter ? filterQueries(filter) : []),
        ],
      },
      size: Math.min(count, maxCandidates),
      sort: ['_score', { ticket_id: 'asc' }],
      // The stored source has no vectors; to select fields would cost more than it saves.
      aggs: {
        worst: { top_hits: { size: 1, sort: [{ _score: { order: 'asc' } }], _source: false, stored_fields: '_none_' } },
      },
      filter_path: ['hits.total.value', 'hits.hits._score', 'hits.hits._source', 'aggregations.worst.hits.hits.sort'],
    }),
  )) as unknown as Answer;
  const hits = answer.hits.hits ?? [];
  const worst = answer.aggregations?.worst.hits.hits?.[0]?.sort[0] ?? 0;
  const crowded = answer.hits.total.value >= pool.kept && (hits.at(-1)?._score ?? 0) - worst < codeError;
  return { hits, crowded };
};

/** Elasticsearch scores (1 + cosine) / 2. */
const hitOf = ({ _score, _source: ticket }: Scored): Hit => ({
  ...eachShown(({ name }) => ticket[name]),
  ticketId: ticket.ticket_id,
  score: Math.max(-1, Math.min(1, 2 * _score - 1)),
  fullText: fullText(ticket),
  problemLengths: problemLengths(ticket),
  isFlagged: ticket.flagged_at !== null,
  revision: ticket.revision,
});
