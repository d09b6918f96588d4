import type { Client } from '@elastic/elasticsearch';
import { answered, ElasticsearchAnswered } from './failures.ts';
import { type Pointers, pointersDocument } from './pointers.ts';
import { tombstoneDocument } from './tombstones.ts';

/** What a search has to know beside its hits. */
export type Standing = {
  /** The copy in use; undefined where there is none. */
  readonly current: string | undefined;
  /** Whether the collection was deleted, as far as the copy that is searched has come. */
  readonly deleted: boolean;
};

type Where = { readonly prefix: string; readonly copy: string; readonly collectionId: string };

/** How things stand at this moment: both documents are read in one request, and by id, for which Elasticsearch needs no refresh. */
export const readStanding = async (client: Client, { prefix, copy, collectionId }: Where): Promise<Standing> => {
  const { docs } = await answered(
    client.mget<Pointers>({ docs: [pointersDocument(prefix), tombstoneDocument(copy, collectionId)] }),
  );
  const [pointers, tombstone] = docs.map((doc) => {
    // A copy that was dropped knows nothing of deletions.
    if ('error' in doc) throw new ElasticsearchAnswered(404, doc.error.type);
    return doc;
  });
  return { current: pointers?._source?.current, deleted: tombstone?.found ?? false };
};
