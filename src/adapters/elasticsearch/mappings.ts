import type { estypes } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  // One replica where there is a second node.
  auto_expand_replicas: '0-1',
};

/**
 * int8 serves about a million vectors a node well; beyond that `bbq_hnsw` does with a quarter of the memory. A segment with fewer documents than
 * this has no graph and is scanned, which costs what the collection costs and misses nothing: among 50 000 tickets of 121 000 a scan took
 * 6.5 ms, the graph 9.4 ms for a recall@5 of .996 and 6.5 ms for .98.
 */
const scanned = 200_000;

const vectorOf = ({ dimensions }: EmbeddingModel): estypes.MappingDenseVectorProperty => ({
  type: 'dense_vector',
  dims: dimensions,
  index: true,
  similarity: 'cosine',
  index_options: { type: 'int8_hnsw', flat_index_threshold: scanned },
});

/**
 * How the graphs of larger segments are searched under a filter. What Elasticsearch does by itself (to jump over what the filter leaves out, and to
 * end early) is made for speed: where several collections hold the same tickets, it found .6 of the five nearest among 10 000 of 121 000.
 */
const thorough: estypes.IndicesIndexSettings = {
  'dense_vector.hnsw_filter_heuristic': 'fanout',
  'dense_vector.hnsw_enable_early_termination': false,
};

/** Texts are shown and never searched. */
const shown: estypes.MappingTextProperty = { type: 'text', index: false, norms: false };

/** The index of a copy's vectors. It is made when its model is known, and says which it is: the first to make it decides. */
export const vectorsBody = (model: EmbeddingModel) => ({
  settings: {
    ...settings,
    ...thorough,
    // Whoever waits for a write refreshes; this shows what nobody waits for.
    refresh_interval: '10s',
    'sort.field': ['tenant_id', 'collection_id'],
  },
  mappings: {
    dynamic: 'strict' as const,
    _meta: model,
    _routing: { required: true },
    properties: {
      tenant_id: { type: 'keyword' as const },
      collection_id: { type: 'keyword' as const },
      record_id: { type: 'keyword' as const },
      ticket_id: { type: 'keyword' as const },
      category: shown,
      client: shown,
      problem: shown,
      solution: shown,
      vector: vectorOf(model),
    },
  },
});

/** The small index beside it; its documents are told apart by their kind. */
export const stateBody = {
  settings,
  mappings: {
    dynamic: 'strict' as const,
    properties: {
      kind: { type: 'keyword' as const },
      log_id: { type: 'keyword' as const },
      position: { type: 'long' as const },
      error_class: { type: 'keyword' as const },
      collection_id: { type: 'keyword' as const },
      purged: { type: 'boolean' as const },
    },
  },
};

/** What stands where is read by id only. */
export const pointersBody = { settings, mappings: { dynamic: false as const } };
