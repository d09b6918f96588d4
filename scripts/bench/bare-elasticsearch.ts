import { openElasticsearch } from '../../src/adapters/elasticsearch/connect.ts';
import { poolFor } from '../../src/adapters/elasticsearch/nearest-tickets.ts';
import { pagesOf } from '../../src/adapters/elasticsearch/pages.ts';
import { copyPointers } from '../../src/adapters/elasticsearch/pointers.ts';
import { type BareEngine, nearestWanted, type StoredVector, type Where } from './bare-engine.ts';

/**
 * Elasticsearch with nothing but the request that its manual gives for the nearest neighbours, among the same tickets and with as many
 * candidates as the service asks for: no routing, no exact scores, no order among equals, no look at deletions.
 */
export const bareElasticsearch = async (url: string, { tenantId, collectionId }: Where): Promise<BareEngine> => {
  const { client, prefix, close } = openElasticsearch(url);
  const { current: index } = await copyPointers(client, prefix).read();
  if (index === undefined) throw new Error('Elasticsearch holds no tickets');
  const filter = [{ term: { tenant_id: tenantId } }, { term: { collection_id: collectionId } }];
  const candidates = { k: nearestWanted, num_candidates: poolFor(nearestWanted).looked };
  return {
    ask: (vector) =>
      client.search({ index, knn: { field: 'vector', query_vector: [...vector], ...candidates, filter } }),
    stored: async function* (): AsyncGenerator<StoredVector> {
      const tickets = { index, query: { bool: { filter } }, sort: ['record_id'] };
      const wanted = { _source: ['ticket_id'], fields: ['vector'] };
      for await (const page of pagesOf<{ readonly ticket_id: string }>(client, { ...tickets, ...wanted })) {
        for (const { _source, fields } of page) {
          yield { id: _source?.ticket_id ?? '', vector: Float32Array.from(fields?.['vector'] as number[]) };
        }
      }
    },
    close,
  };
};
