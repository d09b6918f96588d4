import type { Client, estypes } from '@elastic/elasticsearch';
import { type Write, writeAll } from './bulk.ts';
import { answered, ElasticsearchAnswered } from './failures.ts';
import { stateOf } from './names.ts';
import { pagesOf } from './pages.ts';

type Tombstone = {
  readonly kind: 'deleted';
  readonly collection_id: string;
  readonly position: string;
  readonly purged: boolean;
};
/** A tombstone as it was found, with what tells whether it was changed since. */
export type Grave = estypes.SearchHit<Tombstone>;

const idOf = (collectionId: string): string => `deleted-${collectionId}`;

/** The document that is there when a collection was deleted, for whoever reads it together with others. */
export const tombstoneDocument = (copy: string, collectionId: string) => ({
  ...{ _index: stateOf(copy), _id: idOf(collectionId), _source: false },
});

/** The tombstones of a copy: a document for each deleted collection, kept for ever, and whether what was below it is gone. */
export const tombstones = (client: Client, copy: string) => {
  const state = stateOf(copy);
  const unpurged = () =>
    pagesOf<Tombstone>(client, {
      index: state,
      query: { bool: { filter: [{ term: { kind: 'deleted' } }, { term: { purged: false } }] } },
      sort: ['collection_id'],
      seq_no_primary_term: true,
    });

  return {
    bury: (collectionId: string, position: bigint): Write => [
      JSON.stringify({ create: { _id: idOf(collectionId) } }),
      JSON.stringify({ kind: 'deleted', collection_id: collectionId, position: String(position), purged: false }),
    ],
    /** Those of some collections that are deleted, at once. */
    among: async (collectionIds: Iterable<string>): Promise<ReadonlySet<string>> => {
      const ids = [...new Set(collectionIds)];
      if (ids.length === 0) return new Set();
      const { docs } = await answered(client.mget({ index: state, ids: ids.map(idOf), _source: false }));
      const deleted = docs.map((doc) => {
        if ('error' in doc) throw new ElasticsearchAnswered(404, doc.error.type);
        return 'found' in doc && doc.found;
      });
      return new Set(ids.filter((_, index) => deleted[index]));
    },
    /** Deleted collections below which something may still hang, some at a time. */
    unpurged: async function* (): AsyncGenerator<readonly Grave[]> {
      await answered(client.indices.refresh({ index: state }));
      yield* unpurged();
    },
    /** Marks tombstones as purged, but for those that were changed since they were read. */
    settle: (graves: readonly Grave[]): Promise<void> =>
      writeAll(client, state, {
        writes: graves.map(({ _id, _seq_no, _primary_term, _source }) => [
          JSON.stringify({ index: { _id, if_seq_no: _seq_no, if_primary_term: _primary_term } }),
          JSON.stringify({ ..._source, purged: true }),
        ]),
      }),
    /** Has the purge look again below collections that something late was written to. */
    reopen: (collectionIds: Iterable<string>): Promise<void> =>
      writeAll(client, state, {
        writes: [...collectionIds].map((id) => [
          JSON.stringify({ update: { _id: idOf(id), retry_on_conflict: 10 } }),
          JSON.stringify({ doc: { purged: false } }),
        ]),
      }),
  };
};
