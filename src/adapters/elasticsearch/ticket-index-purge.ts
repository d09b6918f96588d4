import type { Client } from '@elastic/elasticsearch';
import type { Generation } from '../../ports/read-model.ts';
import { writeAll } from './bulk.ts';
import { answered } from './failures.ts';
import { idOf } from './ticket-document.ts';
import { type Grave, tombstones } from './tombstones.ts';

type Purge = Pick<Generation<never>, 'orphans' | 'remove' | 'markPurged'>;
type Below = { readonly collection_id: string; readonly record_id: string };

/** Empties deleted collections, some documents at a time. What is counted or looked for is made visible before, so that zero is zero. */
export const ticketIndexPurge = (client: Client, copy: string, refresh: () => Promise<void>): Purge => {
  const graves = tombstones(client, copy);
  const index = { index: copy, ignore_unavailable: true, allow_partial_search_results: false };
  const below = (page: readonly Grave[]) => ({
    terms: { collection_id: page.flatMap(({ _source }) => _source?.collection_id ?? []) },
  });

  return {
    orphans: async (limit) => {
      let refreshed = false;
      for await (const page of graves.unpurged()) {
        if (!refreshed) await refresh();
        refreshed = true;
        const query = below(page);
        const wanted = { query, size: limit, _source: ['collection_id', 'record_id'], track_total_hits: false };
        const { hits } = await answered(client.search<Below>({ ...index, ...wanted }));
        if (hits.hits.length === 0) continue;
        return hits.hits.flatMap(({ _source: found }) =>
          found ? [{ collectionId: found.collection_id, recordId: found.record_id }] : [],
        );
      }
      return [];
    },
    remove: async (orphans) => {
      const deleted = await graves.among(orphans.map(({ collectionId }) => collectionId));
      const values = orphans.filter(({ collectionId }) => deleted.has(collectionId)).map(idOf);
      if (values.length === 0) return;
      // A document is deleted by its id and its routing, which only the document knows.
      const wanted = { query: { ids: { values } }, size: values.length, _source: false, track_total_hits: false };
      const { hits } = await answered(client.search({ ...index, ...wanted }));
      const writes = hits.hits.map(
        ({ _id, _routing }) => [JSON.stringify({ delete: { _id, routing: _routing } })] as const,
      );
      await writeAll(client, copy, { writes });
    },
    markPurged: async () => {
      let refreshed = false;
      for await (const page of graves.unpurged()) {
        if (!refreshed) await refresh();
        refreshed = true;
        const query = below(page);
        const aggs = { left: { terms: { field: 'collection_id', size: page.length } } };
        const { aggregations } = await answered(
          client.search<unknown, Counted>({ ...index, query, aggs, size: 0, track_total_hits: false }),
        );
        const left = new Set(aggregations?.left.buckets.map(({ key }) => key));
        await graves.settle(page.filter(({ _source }) => _source && !left.has(_source.collection_id)));
      }
    },
  };
};

type Counted = { readonly left: { readonly buckets: readonly { readonly key: string }[] } };
