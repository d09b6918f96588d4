import type { Client, estypes } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';
import { ElasticsearchError, mapErrors, timeoutsMs } from './connection.ts';

/** The index with the state of a generation: its checkpoint, parked events, and the tombstones of deleted collections. */
export const stateIndex = (generation: string): string => `${generation}-state`;

/** All writes go through this alias with `require_alias`: a write to a dropped index would create it again with a guessed mapping. */
export const writeAlias = (index: string): string => `${index}-write`;

/** The index with the roles of the generations of each version. */
export const rolesIndex = (prefix: string): string => `${prefix}-copies`;

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  // One replica if there is a second node.
  auto_expand_replicas: '0-1',
};

/**
 * Segments with fewer documents have no graph and are scanned, which takes as long as the collection is large and finds all neighbours: among
 * 50 000 tickets of 121 000 a scan took 6.5 ms; the graph took 9.4 ms for a recall@5 of .996 and 6.5 ms for .98.
 */
export const graphThreshold = 200_000;

/** int8 serves about a million vectors a node; for more, `bbq_hnsw` needs a quarter of the memory. */
const vectorMapping = ({ dimensions }: EmbeddingModel): estypes.MappingDenseVectorProperty => ({
  type: 'dense_vector',
  dims: dimensions,
  index: true,
  similarity: 'cosine',
  index_options: { type: 'int8_hnsw', flat_index_threshold: graphThreshold },
});

/**
 * How the graphs of larger segments are searched under a filter. The defaults (to skip filtered nodes, and to end early) favour speed: with the
 * same tickets in several collections they found .6 of the five nearest among 10 000 of 121 000.
 */
const graphSearch: estypes.IndicesIndexSettings = {
  'dense_vector.hnsw_filter_heuristic': 'fanout',
  'dense_vector.hnsw_enable_early_termination': false,
};

/** Texts are returned and never searched. */
const storedText: estypes.MappingTextProperty = { type: 'text', index: false, norms: false };

/** The index of a generation's vectors. `_meta` is the model of all its vectors. */
export const vectorsBody = (model: EmbeddingModel) => ({
  settings: {
    ...settings,
    ...graphSearch,
    // Makes visible the writes that no caller waits for; the others are refreshed at once.
    refresh_interval: '10s',
    // The newest tickets of a collection first, as lists show them: what follows a page cannot compete and is skipped.
    'sort.field': ['tenant_id', 'collection_id', 'stored_position'],
    'sort.order': ['asc' as const, 'asc' as const, 'desc' as const],
  },
  mappings: {
    dynamic: 'strict' as const,
    _meta: model,
    _routing: { required: true },
    _source: { excludes: ['words'] },
    properties: {
      tenant_id: { type: 'keyword' as const },
      collection_id: { type: 'keyword' as const },
      record_id: { type: 'keyword' as const },
      ticket_id: { type: 'keyword' as const },
      category: { type: 'keyword' as const },
      client: { type: 'keyword' as const, doc_values: false },
      problem: storedText,
      solution: storedText,
      // Stems: a distribution may lack the analyzers of languages.
      words: { type: 'keyword' as const, doc_values: false },
      state: { type: 'keyword' as const },
      revision: { type: 'integer' as const, index: false },
      stored_position: { type: 'long' as const },
      changed_position: { type: 'long' as const },
      stored_at: { type: 'keyword' as const, index: false, doc_values: false },
      changed_at: { type: 'keyword' as const, index: false, doc_values: false },
      upload_id: { type: 'keyword' as const },
      updated_by: { type: 'keyword' as const },
      has_vector: { type: 'boolean' as const },
      vector: vectorMapping(model),
    },
  },
});

/** `kind` distinguishes the documents: checkpoint, parked, deleted. */
const stateBody = {
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

/** Its documents are read by id only. */
const rolesBody = { settings, mappings: { dynamic: false as const } };

type Body = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>;

/** Creates an index with its write alias unless it exists. */
const ensure = async (client: Client, index: string, body: Body): Promise<void> => {
  const request = { index, ...body, aliases: { [writeAlias(index)]: {} } };
  try {
    await mapErrors(client.indices.create(request, { requestTimeout: timeoutsMs.index }));
  } catch (error) {
    if (error instanceof ElasticsearchError && error.type === 'resource_already_exists_exception') return;
    throw error;
  }
};

export const ensureRoles = (client: Client, prefix: string): Promise<void> =>
  ensure(client, rolesIndex(prefix), rolesBody);

export const ensureState = (client: Client, generation: string): Promise<void> =>
  ensure(client, stateIndex(generation), stateBody);

export const ensureVectors = (client: Client, generation: string, model: EmbeddingModel): Promise<void> =>
  ensure(client, generation, vectorsBody(model));

/** The model of a generation's vectors, which never changes; undefined before it was chosen. */
export const modelOf = async (client: Client, generation: string): Promise<EmbeddingModel | undefined> => {
  const found = await mapErrors(client.indices.getMapping({ index: generation }, { ignore: [404] }));
  return found[generation]?.mappings._meta as EmbeddingModel | undefined;
};
