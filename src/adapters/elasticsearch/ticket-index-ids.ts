import type { Client } from '@elastic/elasticsearch';
import type { Generation } from '../../ports/read-model.ts';
import { answered } from './failures.ts';
import { tombstones } from './tombstones.ts';

const pageSize = 1000;

/** Pages over the tickets of the live collections, in the order of their ids' text. */
export const ticketIndexIds = (
  client: Client,
  copy: string,
  refresh: () => Promise<void>,
): Generation<never>['ids'] => {
  const graves = tombstones(client, copy);
  const page = async (
    after: readonly string[],
  ): Promise<readonly (readonly [collection: string, record: string])[]> => {
    const { hits } = await answered(
      client.search({
        ...{ index: copy, ignore_unavailable: true, allow_partial_search_results: false },
        ...{ size: pageSize, sort: ['collection_id', 'record_id'], _source: false, track_total_hits: false },
        ...(after.length > 0 && { search_after: [...after] }),
        filter_path: ['hits.hits.sort'],
      }),
    );
    // Without a hit the filtered answer is empty.
    const found = (hits as typeof hits | undefined)?.hits ?? [];
    return found.map(({ sort = [] }) => [String(sort[0]), String(sort[1])]);
  };

  return async (after) => {
    await refresh();
    let last: readonly string[] = after?.split('/') ?? [];
    for (;;) {
      const found = await page(last);
      const deleted = await graves.among(found.map(([collection]) => collection));
      const live = found
        .filter(([collection]) => !deleted.has(collection))
        .map(([collection, record]) => `${collection}/${record}`);
      if (live.length > 0 || found.length < pageSize) return live;
      last = found.at(-1) ?? [];
    }
  };
};
