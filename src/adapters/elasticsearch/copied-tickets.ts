import type { estypes } from '@elastic/elasticsearch';
import { textsLookup } from '../../ports/tickets.ts';

type Filter = estypes.QueryDslQueryContainer;

/** The first active tickets of each hash of texts, in one request, however many tickets have the same. */
export const textsRequest = (ofOwner: readonly Filter[], hashes: readonly string[]): estypes.SearchRequest => {
  const first = { size: textsLookup.ids, sort: ['stored_position'], _source: false, docvalue_fields: ['ticket_id'] };
  const filter = [...ofOwner, { terms: { texts_hash: [...hashes] } }, { term: { state: 'active' } }];
  return {
    query: { bool: { filter } },
    size: 0,
    track_total_hits: false,
    aggs: { texts: { terms: { field: 'texts_hash', size: textsLookup.hashes }, aggs: { first: { top_hits: first } } } },
  };
};

type FirstHits = {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly ticket_id: readonly string[] } }[] };
};

type TextsAnswer = {
  readonly aggregations: {
    readonly texts: { readonly buckets: readonly { readonly key: string; readonly first: FirstHits }[] };
  };
};

/** The ids of the tickets by the hash of their texts. */
export const idsByTexts = (answer: TextsAnswer | undefined): ReadonlyMap<string, readonly string[]> =>
  new Map(
    answer?.aggregations.texts.buckets.map(({ key, first }) => [
      key,
      first.hits.hits.flatMap(({ fields }) => fields.ticket_id),
    ]),
  );
