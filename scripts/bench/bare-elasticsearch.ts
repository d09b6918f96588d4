import { openElasticsearch } from '../../src/adapters/elasticsearch/connection.ts';
import { poolFor } from '../../src/adapters/elasticsearch/nearest-tickets.ts';
import { pagesOf } from '../../src/adapters/elasticsearch/documents.ts';
import { currentName } from '../../src/adapters/elasticsearch/generations.ts';
import { type BareEngine, nearestWanted, type StoredVector, type Where } from './bare-engine.ts';

/**
 * Elasticsearch with nothing but the request that its manual gives for the nearest neighbours, among the same tickets and with as many
 * candidates as the service asks for: no routing, no exact scores, no order among equals, no look at deletions.
 */
export const bareElasticsearch = async (url: string, { tenantId, collectionId }: Where): Promise<BareEngine> => {
  const { client, prefix, close } = openElasticsearch(url);
  const index = await currentName(client, prefix);
  if (index === undefined) throw new Error('Elasticsearch holds no tickets');
  const filter = [{ term: { tenant_id: tenantId } }, { term: { collection_id: collectionId } }];
  const candidates = { k: nearestWanted, num_candidates: poolFor(nearestWanted).candidates };
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
