import type { Client, estypes } from '@elastic/elasticsearch';
import type { EmbeddingModel } from '../../domain/events.ts';
import { patience } from './connect.ts';
import { answered, ElasticsearchAnswered } from './failures.ts';
import { pointersBody, stateBody, vectorsBody } from './mappings.ts';
import { copyOfIndex, pointersOf, stateOf, writingTo } from './names.ts';

type Body = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>;

/** Makes an index unless it is there, with the alias that writes go through. */
const ensure = async (client: Client, index: string, body: Body): Promise<void> => {
  try {
    await answered(
      client.indices.create(
        { index, ...body, aliases: { [writingTo(index)]: {} } },
        { requestTimeout: patience.building },
      ),
    );
  } catch (error) {
    if (error instanceof ElasticsearchAnswered && error.type === 'resource_already_exists_exception') return;
    throw error;
  }
};

export const ensurePointers = (client: Client, prefix: string): Promise<void> =>
  ensure(client, pointersOf(prefix), pointersBody);

export const ensureState = (client: Client, copy: string): Promise<void> => ensure(client, stateOf(copy), stateBody);

export const ensureVectors = (client: Client, copy: string, model: EmbeddingModel): Promise<void> =>
  ensure(client, copy, vectorsBody(model));

/** The model of a copy's vectors, which never changes; undefined until it was told. */
export const modelOf = async (client: Client, copy: string): Promise<EmbeddingModel | undefined> => {
  const found = await answered(client.indices.getMapping({ index: copy }, { ignore: [404] }));
  return found[copy]?.mappings._meta as EmbeddingModel | undefined;
};

/** All indices of tickets under a prefix, of whatever version. */
export const indicesOf = async (client: Client, prefix: string): Promise<readonly string[]> => {
  const found = await answered(client.indices.get({ index: `${prefix}-tickets-*`, features: 'aliases' }));
  return Object.keys(found).filter((index) => copyOfIndex(prefix, index) !== undefined);
};
