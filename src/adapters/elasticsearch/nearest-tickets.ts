import type { Client } from '@elastic/elasticsearch';
import { fullText } from '../../domain/ticket-record.ts';
import type { Hit, NearestQuery } from '../../ports/ticket-index.ts';
import { answered } from './failures.ts';
import { unitVector } from './unit-vector.ts';

/**
 * How a search narrows down: `looked` neighbours by their int8 codes, the best of them scored anew on their full vectors, the best of those
 * kept. How many are looked at costs time only where there is a graph. Measured with one, recall@5 against exact search: on 4 000 vectors of
 * one cluster .96 where 200 are looked at and 1.0 with 500; on 50 000 tickets of 121 000 .98 with 500 and .996 with 1 000.
 */
type Pool = { readonly looked: number; readonly scored: number; readonly kept: number };

/** The most that Elasticsearch looks at; a collection that has no more tickets than these is searched exactly. */
const most = 10_000;
const everything: Pool = { looked: most, scored: most, kept: most };
export const poolFor = (count: number): Pool => {
  const kept = Math.max(50, 2 * count);
  return kept > most / 20 ? everything : { looked: 20 * kept, scored: 2 * kept, kept };
};

/** Scores closer than this cannot be told apart by int8 codes: among vectors as close as that their error was at most .001. */
const indistinct = 0.001;

/** The `count` nearest tickets of one collection with their exact cosines, equal scores by ticket id; deletions are not looked at. */
export const nearestTickets = async (client: Client, copy: string, where: NearestQuery): Promise<readonly Hit[]> => {
  const found = await search(client, copy, { where, pool: poolFor(where.count) });
  // Where all that was kept is about as near as the last hit, the rest may be nearer, or as near with an id that comes first.
  const { hits } = found.crowded ? await search(client, copy, { where, pool: everything }) : found;
  return hits.map(hitOf).sort((a, b) => b.score - a.score || (a.ticketId < b.ticketId ? -1 : 1));
};

type Ticket = {
  readonly ticket_id: string;
  readonly category: string;
  readonly problem: readonly string[];
  readonly solution: readonly string[];
};
type Scored = { readonly _score: number; readonly _source: Ticket };
type Answer = {
  readonly hits: { readonly total: { readonly value: number }; readonly hits?: readonly Scored[] };
  readonly aggregations?: {
    readonly worst: { readonly hits: { readonly hits?: readonly { readonly sort: readonly number[] }[] } };
  };
};
type Wanted = { readonly where: NearestQuery; readonly pool: Pool };

const search = async (client: Client, copy: string, { where, pool }: Wanted) => {
  const { tenantId, collectionId, vector, count } = where;
  const answer = (await answered(
    client.search({
      index: copy,
      routing: tenantId,
      allow_partial_search_results: false,
      knn: {
        field: 'vector',
        query_vector: unitVector(vector),
        k: pool.kept,
        num_candidates: pool.looked,
        rescore_vector: { oversample: pool.scored / pool.kept },
        // Inside, so that the nearest are looked for among these alone.
        filter: [{ term: { tenant_id: tenantId } }, { term: { collection_id: collectionId } }],
      },
      size: Math.min(count, most),
      sort: ['_score', { ticket_id: 'asc' }],
      // Texts come as they are stored, vectors are not among them: to pick fields would cost more than it saves.
      aggs: {
        worst: { top_hits: { size: 1, sort: [{ _score: { order: 'asc' } }], _source: false, stored_fields: '_none_' } },
      },
      filter_path: ['hits.total.value', 'hits.hits._score', 'hits.hits._source', 'aggregations.worst.hits.hits.sort'],
    }),
  )) as unknown as Answer;
  const hits = answer.hits.hits ?? [];
  const worst = answer.aggregations?.worst.hits.hits?.[0]?.sort[0] ?? 0;
  const crowded = answer.hits.total.value >= pool.kept && (hits.at(-1)?._score ?? 0) - worst < indistinct;
  return { hits, crowded };
};

/** Elasticsearch scores (1 + cosine) / 2. */
const hitOf = ({ _score, _source: { ticket_id, category, problem, solution } }: Scored): Hit => ({
  ticketId: ticket_id,
  score: Math.max(-1, Math.min(1, 2 * _score - 1)),
  category,
  fullText: fullText({ category, problem, solution }),
});
