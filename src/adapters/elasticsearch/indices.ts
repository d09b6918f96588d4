import type { Client, estypes } from '@elastic/elasticsearch';
import { Unavailable } from '../../domain/errors.ts';
import type { EmbeddingModel } from '../../domain/events.ts';
import { details } from '../../domain/ticket-fields.ts';
import { ElasticsearchError, mapErrors, timeoutsMs } from './connection.ts';

/** The index with the state of a generation: its checkpoint, parked events, and the tombstones of deleted collections. */
export const stateIndex = (generation: string): string => `${generation}-state`;

/** All writes go through this alias with `require_alias`: a write to a dropped index would create it again with a guessed mapping. */
export const writeAlias = (index: string): string => `${index}-write`;

/** The index with the roles of the generations of each version. */
export const rolesIndex = (prefix: string): string => `${prefix}-copies`;

/** The names of all indices of the ticket index, also closed and hidden ones. */
export const indicesUnder = async (client: Client, prefix: string): Promise<readonly string[]> => {
  const request = { index: `${prefix}-tickets-*`, expand_wildcards: 'all' as const, features: 'aliases' as const };
  return Object.keys(await mapErrors(client.indices.get(request)));
};

/** What an index template must not change, by the reason: each is given at the creation, which wins over a template. */
const required = {
  // An acknowledged write is on the disk.
  'index.translog.durability': 'request',
  // A pipeline may change, drop or refuse documents.
  'index.default_pipeline': '_none',
  'index.final_pipeline': '_none',
  // Others are sorted, routed or limited by themselves.
  'index.mode': 'standard',
  // The largest page, and the largest pool of candidates.
  'index.max_result_window': '10000',
} as const;

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  // One replica if there is a second node.
  auto_expand_replicas: '0-1',
  ...required,
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

/** Lists filter and count by the category, filter by the time of resolution, and find by the client. */
const detailMappings: Readonly<Record<string, estypes.MappingProperty>> = {
  ...Object.fromEntries(details.map(({ name }) => [name, storedText])),
  category: { type: 'keyword' },
  client: { type: 'keyword', doc_values: false },
  resolved_at: { type: 'date', doc_values: false },
};

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
    _source: { enabled: true, excludes: ['words'] },
    properties: {
      tenant_id: { type: 'keyword' as const },
      collection_id: { type: 'keyword' as const },
      record_id: { type: 'keyword' as const },
      ticket_id: { type: 'keyword' as const },
      ...detailMappings,
      // Of the problem and the solution together: the same for copies.
      texts_hash: { type: 'keyword' as const },
      problem: storedText,
      solution: storedText,
      // Stems: a distribution may lack the analyzers of languages.
      words: { type: 'keyword' as const, doc_values: false },
      state: { type: 'keyword' as const },
      revision: { type: 'integer' as const, index: false },
      corrected: { type: 'boolean' as const },
      stored_position: { type: 'long' as const },
      changed_position: { type: 'long' as const },
      stored_at: { type: 'keyword' as const, index: false, doc_values: false },
      changed_at: { type: 'keyword' as const, index: false, doc_values: false },
      flagged_at: { type: 'keyword' as const },
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
    _source: { enabled: true },
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
const rolesBody = { settings, mappings: { dynamic: false as const, _source: { enabled: true } } };

type Body = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>;

/** Creates an index with its write alias unless it exists. Throws Unavailable, with what to do, if that is refused or the index is of no use. */
const ensure = async (client: Client, index: string, body: Body): Promise<void> => {
  const request = { index, ...body, aliases: { [writeAlias(index)]: {} } };
  try {
    await mapErrors(client.indices.create(request, { requestTimeout: timeoutsMs.index }));
  } catch (error) {
    if (!(error instanceof ElasticsearchError)) throw error;
    if (error.type === 'security_exception') throw new Unavailable(missingRight);
    if (error.type !== 'resource_already_exists_exception') throw error;
  }
  await requireUsable(client, index);
};

const missingRight =
  'Elasticsearch refuses to create an index with an alias; give the user in ELASTICSEARCH_URL the right manage on its indices';

/** Throws if an index has a setting that loses or changes documents. An older release may have let a template set it. */
const requireUsable = async (client: Client, index: string): Promise<void> => {
  const request: estypes.IndicesGetRequest = { index, features: ['settings', 'mappings'], flat_settings: true };
  const { settings: found = {}, mappings } = (await mapErrors(client.indices.get(request)))[index] ?? {};
  const given = found as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(required).find(([name, value]) => given[name] !== undefined && given[name] !== value);
  if (wrong)
    throw new Unavailable(`An index of Elasticsearch must have ${wrong.join(': ')}; set it in /INDEX/_settings`);
  if (mappings?._source?.enabled === false) {
    throw new Unavailable('An index of Elasticsearch keeps no _source; delete it and the template that says so');
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
