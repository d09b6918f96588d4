import { setImmediate } from 'node:timers/promises';
import { type Elasticsearch, ElasticsearchError, mapErrors } from './connection.ts';
import { currentName, rolesDocument, type StoredRoles } from './generations.ts';
import { tombstoneDocument } from './tombstones.ts';

type Server = Pick<Elasticsearch, 'client' | 'prefix'>;

/** What a read is of: a collection in a generation. */
type Source = { readonly generation: string; readonly collectionId: string };

type Status = {
  /** The current generation; undefined if there is none. */
  readonly current: string | undefined;
  /** Whether the generation that is read has the collection's tombstone. */
  readonly deleted: boolean;
};

/** Reads a collection in a generation, and at the same time what has become of both. */
export const readWithStatus = <Found>(
  server: Server,
  source: Source,
  read: (generation: string) => Promise<Found>,
): Promise<[Found, Status]> =>
  Promise.all([
    read(source.generation),
    // Sent after the other request, so that it does not delay it; it is answered sooner.
    setImmediate().then(() => readStatus(server, source)),
  ]);

/** Reads two documents in one request, and by id, which needs no refresh. */
const readStatus = async ({ client, prefix }: Server, { generation, collectionId }: Source): Promise<Status> => {
  const { docs } = await mapErrors(
    client.mget<StoredRoles>({ docs: [rolesDocument(prefix), tombstoneDocument(generation, collectionId)] }),
  );
  const [roles, tombstone] = docs.map((doc) => {
    // The generation was dropped, and its tombstones with it.
    if ('error' in doc) throw new ElasticsearchError(404, doc.error.type);
    return doc;
  });
  return { current: roles?._source?.current, deleted: tombstone?.found ?? false };
};

/** Reads a collection in the current generation; undefined if there is none yet, and for a deleted collection. Throws Unavailable. */
type ReadCurrent = <Found>(
  collectionId: string,
  read: (generation: string) => Promise<Found>,
) => Promise<Found | undefined>;

/**
 * For readers in any process. The read is of the generation that was current last, and is repeated if another is current now: a replay in another
 * process may switch it. Reading one that was dropped meanwhile fails, and is repeated too.
 */
export const currentGeneration = (server: Server): ReadCurrent => {
  const { client, prefix } = server;
  let last: string | undefined;
  return async (collectionId, read) => {
    last ??= await currentName(client, prefix);
    for (let generation = last; generation !== undefined; generation = last) {
      try {
        const [found, { current, deleted }] = await readWithStatus(server, { generation, collectionId }, read);
        last = current;
        if (current === generation) return deleted ? undefined : found;
      } catch (error) {
        if (!(error instanceof ElasticsearchError)) throw error;
        last = await currentName(client, prefix);
        if (last !== generation) continue;
        // Its indices are created when a model is chosen.
        if (error.type === 'index_not_found_exception') return undefined;
        throw error;
      }
    }
    return undefined;
  };
};
