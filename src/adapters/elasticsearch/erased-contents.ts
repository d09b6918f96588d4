import type { Client } from '@elastic/elasticsearch';
import type { ErasedContents } from '../../ports/erased-contents.ts';
import { type Elasticsearch, mapErrors, timeoutsMs } from './connection.ts';
import { indicesUnder } from './indices.ts';
import { refreshIndex } from './refresh.ts';
import { idOf } from './ticket-document.ts';

/** A merge of large segments takes minutes and goes on when its request has timed out: the next call looks again. */
const mergeTimeoutMs = timeoutsMs.index;

/** Looks for erased tickets in the indices of all generations, and has removed documents dropped from their segments. */
export const elasticsearchErasedContents = ({
  client,
  prefix,
}: Pick<Elasticsearch, 'client' | 'prefix'>): ErasedContents => ({
  left: async ({ collectionId, recordIds }) => {
    const indices = await vectorIndices(client, prefix);
    const values = recordIds.map((recordId) => idOf({ collectionId, recordId }));
    const sum = { rows: 0, onDisk: 0, unavailableCopies: 0 };
    for (const index of indices) {
      await refreshIndex(client, index);
      sum.rows += (await mapErrors(client.count({ index, query: { ids: { values } } }))).count;
      if ((await copiesOf(client, index)).removed > 0) await dropRemoved(client, index);
      const { removed, unavailable } = await copiesOf(client, index);
      sum.onDisk += removed;
      sum.unavailableCopies += unavailable;
    }
    return sum;
  },
});

const vectorIndices = async (client: Client, prefix: string): Promise<readonly string[]> =>
  (await indicesUnder(client, prefix)).filter((index) => /^-tickets-\d+-\d+$/.test(index.slice(prefix.length)));

/** Documents that are removed and still in a segment of any copy, replicas included, and the copies that were not asked. */
const copiesOf = async (client: Client, index: string) => {
  const { _shards: shards, indices } = await mapErrors(client.indices.stats({ index, metric: 'docs' }));
  return { removed: indices?.[index]?.total?.docs?.deleted ?? 0, unavailable: shards.total - shards.successful };
};

/**
 * Rewrites all segments that have removed documents; by default Elasticsearch leaves those with less than 10 % of them. The flush before it empties the translog,
 * which has the written documents, and releases the history of removals.
 */
const dropRemoved = async (client: Client, index: string): Promise<void> => {
  const settings = { 'index.merge.policy.expunge_deletes_allowed': 0 };
  await mapErrors(client.indices.putSettings({ index, settings }));
  await mapErrors(client.indices.flush({ index, force: true }, { requestTimeout: timeoutsMs.write }));
  await mapErrors(client.indices.forcemerge({ index, only_expunge_deletes: true }, { requestTimeout: mergeTimeoutMs }));
};
