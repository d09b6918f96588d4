import type { Client } from '@elastic/elasticsearch';
import type { Orphan, Purgeable } from '../../ports/read-model.ts';
import { searchIfExists, writeAll } from './documents.ts';
import { idOf } from './ticket-document.ts';
import { type Tombstone, tombstonesOf } from './tombstones.ts';

/** Removes the tickets of deleted collections. The index is refreshed before each search, so that no ticket is overlooked. */
export const purgeable = (client: Client, generation: string, refresh: () => Promise<void>): Purgeable => {
  const tombstones = tombstonesOf(client, generation);
  const { ticketsBelow, collectionsWithTickets, withRouting } = ticketSearches(client, generation);

  /** Unpurged tombstones in pages, after one refresh if there are any. */
  async function* unpurged(): AsyncGenerator<readonly Tombstone[]> {
    let refreshed = false;
    for await (const page of tombstones.unpurged()) {
      if (!refreshed) await refresh();
      refreshed = true;
      yield page;
    }
  }

  return {
    orphans: async (limit) => {
      for await (const page of unpurged()) {
        const found = await ticketsBelow(page, limit);
        if (found.length > 0) return found;
      }
      return [];
    },
    remove: async (orphans) => {
      const deleted = await tombstones.among(orphans.map(({ collectionId }) => collectionId));
      const values = orphans.filter(({ collectionId }) => deleted.has(collectionId)).map(idOf);
      if (values.length === 0) return;
      const found = await withRouting(values);
      const writes = found.map(
        ({ _id, _routing }) => [JSON.stringify({ delete: { _id, routing: _routing } })] as const,
      );
      await writeAll(client, generation, { writes });
    },
    markPurged: async () => {
      for await (const page of unpurged()) {
        const left = await collectionsWithTickets(page);
        await tombstones.markPurged(page.filter(({ _source }) => _source && !left.has(_source.collection_id)));
      }
    },
  };
};

const ticketSearches = (client: Client, index: string) => ({
  ticketsBelow: async (page: readonly Tombstone[], size: number): Promise<readonly Orphan[]> => {
    const search = { index, query: below(page), size, _source: ['collection_id', 'record_id'] };
    const { hits } = await searchIfExists<StoredIds>(client, search);
    return (hits?.hits ?? []).flatMap(({ _source: found }) =>
      found ? [{ collectionId: found.collection_id, recordId: found.record_id }] : [],
    );
  },
  collectionsWithTickets: async (page: readonly Tombstone[]): Promise<ReadonlySet<string>> => {
    const aggs = { left: { terms: { field: 'collection_id', size: page.length } } };
    const search = { index, query: below(page), aggs, size: 0 };
    const { aggregations } = await searchIfExists<unknown, Counted>(client, search);
    return new Set(aggregations?.left.buckets.map(({ key }) => key));
  },
  /** A deletion needs the document's routing, which is stored with the document only. */
  withRouting: async (values: string[]) => {
    const search = { index, query: { ids: { values } }, size: values.length, _source: false };
    return (await searchIfExists(client, search)).hits?.hits ?? [];
  },
});

type StoredIds = { readonly collection_id: string; readonly record_id: string };
type Counted = { readonly left: { readonly buckets: readonly { readonly key: string }[] } };

const below = (page: readonly Tombstone[]) => ({
  terms: { collection_id: page.flatMap(({ _source }) => _source?.collection_id ?? []) },
});
