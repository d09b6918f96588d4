import type { Client, estypes } from '@elastic/elasticsearch';
import { answered } from './failures.ts';

const pageSize = 1000;

/** All documents of a query in the order of its sort, which tells them apart, a page at a time; none of the pages is empty. */
export async function* pagesOf<Document>(
  client: Client,
  search: estypes.SearchRequest & { readonly sort: string[] },
): AsyncGenerator<readonly estypes.SearchHit<Document>[]> {
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await answered(
      client.search<Document>({
        ...search,
        ...{ size: pageSize, track_total_hits: false, allow_partial_search_results: false },
        ...(after && { search_after: after }),
      }),
    );
    if (hits.hits.length > 0) yield hits.hits;
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < pageSize) return;
  }
}
