import type { Client, estypes } from '@elastic/elasticsearch';
import { ElasticsearchError, mapErrors } from './connection.ts';
import { pagesOf, type Write, writeAll } from './documents.ts';
import { stateIndex } from './indices.ts';
import { refreshIndex } from './refresh.ts';

type StoredTombstone = {
  readonly kind: 'deleted';
  readonly collection_id: string;
  readonly position: string;
  readonly purged: boolean;
};
/** A tombstone as it was read, with its sequence number. */
export type Tombstone = estypes.SearchHit<StoredTombstone>;

const idOf = (collectionId: string): string => `deleted-${collectionId}`;

/** The document that exists if a collection is deleted, for a request that reads others too. */
export const tombstoneDocument = (generation: string, collectionId: string) => ({
  _index: stateIndex(generation),
  _id: idOf(collectionId),
  _source: false,
});

/** The tombstones of deleted collections in a generation, kept for ever; each records whether the collection is purged. */
export const tombstonesOf = (client: Client, generation: string) => {
  const index = stateIndex(generation);
  return {
    create: ({ collectionId, position }: { readonly collectionId: string; readonly position: bigint }): Write => [
      JSON.stringify({ create: { _id: idOf(collectionId) } }),
      JSON.stringify({ kind: 'deleted', collection_id: collectionId, position: String(position), purged: false }),
    ],
    /** Those of some collections that are deleted; needs no refresh. */
    among: (collectionIds: Iterable<string>) => deletedAmong(client, index, collectionIds),
    /** The tombstones of collections that are not purged, in pages. */
    unpurged: async function* (): AsyncGenerator<readonly Tombstone[]> {
      await refreshIndex(client, index);
      yield* pagesOf<StoredTombstone>(client, {
        index,
        query: { bool: { filter: [{ term: { kind: 'deleted' } }, { term: { purged: false } }] } },
        sort: ['collection_id'],
        seq_no_primary_term: true,
      });
    },
    /** Marks tombstones as purged, except those that were changed since they were read. */
    markPurged: (tombstones: readonly Tombstone[]): Promise<void> =>
      writeAll(client, index, {
        writes: tombstones.map(({ _id, _seq_no, _primary_term, _source }) => [
          JSON.stringify({ index: { _id, if_seq_no: _seq_no, if_primary_term: _primary_term } }),
          JSON.stringify({ ..._source, purged: true }),
        ]),
      }),
    /** Marks deleted collections for another purge if something was written into them after it. */
    reopen: (collectionIds: Iterable<string>): Promise<void> =>
      writeAll(client, index, {
        writes: [...collectionIds].map((id) => [
          JSON.stringify({ update: { _id: idOf(id), retry_on_conflict: 10 } }),
          JSON.stringify({ doc: { purged: false } }),
        ]),
      }),
  };
};

const deletedAmong = async (
  client: Client,
  index: string,
  collectionIds: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(collectionIds)];
  const found = await existing(client, index, ids.map(idOf));
  return new Set(ids.filter((_, position) => found[position]));
};

/** Whether there are documents of these ids, each at its index; needs no refresh. */
export const existing = async (client: Client, index: string, ids: readonly string[]): Promise<readonly boolean[]> => {
  if (ids.length === 0) return [];
  const { docs } = await mapErrors(client.mget({ index, ids: [...ids], _source: false }));
  return docs.map((doc) => {
    if ('error' in doc) throw new ElasticsearchError(404, doc.error.type);
    return 'found' in doc && doc.found;
  });
};
