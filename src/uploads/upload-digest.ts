import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256, in hexadecimal, of what makes two uploads the same: the bytes as sent, the collection, and how columns were assigned. */
export const uploadDigest = async ({
  path,
  collectionId,
  columns,
}: {
  readonly path: string;
  readonly collectionId: string;
  readonly columns: ReadonlyMap<string, string | null>;
}): Promise<string> => {
  const bytes = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) bytes.update(chunk);
  const assigned = [...columns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([bytes.digest('hex'), collectionId, assigned]))
    .digest('hex');
};
