import type { Client } from '@elastic/elasticsearch';
import { ContentRefused } from '../../ports/read-model.ts';
import { patience } from './connect.ts';
import { answered, ElasticsearchAnswered } from './failures.ts';
import { writingTo } from './names.ts';

/** One write: its action line and, unless it deletes, its document, both as JSON. */
export type Write = readonly [action: string] | readonly [action: string, document: string];

/** Bytes of one request: larger ones are no faster and take more memory of the server. */
const mostBytes = 5_000_000;

/** A position is the version of what it writes, so that nothing older ever replaces it; as text, because it may exceed a double. */
export const put = (id: string, position: bigint, document: object, routing?: string): Write => [
  JSON.stringify({ index: { _id: id, routing, version: String(position), version_type: 'external_gte' } }),
  JSON.stringify(document),
];

/**
 * Writes in order, by size. A write that meets something newer, or that removes what is gone, counts as done. Throws ContentRefused where one
 * document can never be stored, after everything else was written; whatever else goes wrong is the store's failure.
 */
export const writeAll = async (
  client: Client,
  index: string,
  { writes, refresh = false }: { readonly writes: Iterable<Write>; readonly refresh?: boolean },
): Promise<void> => {
  let refused: string | undefined;
  for (const operations of bySize(writes)) {
    const { errors, items } = await answered(
      client.bulk(
        {
          ...{ index: writingTo(index), require_alias: true, operations, refresh },
          filter_path: ['errors', 'items.*.status', 'items.*.error.type'],
        },
        { requestTimeout: patience.writing },
      ),
    );
    if (!errors) continue;
    for (const { status, error } of items.flatMap((item) => Object.values(item))) {
      if (error === undefined || status === 409) continue;
      if (status !== 400) throw new ElasticsearchAnswered(status, error.type);
      refused ??= error.type;
    }
  }
  if (refused !== undefined) throw new ContentRefused(refused);
};

function* bySize(writes: Iterable<Write>): Generator<string[]> {
  let lines: string[] = [];
  let bytes = 0;
  for (const write of writes) {
    const more = write.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (lines.length > 0 && bytes + more > mostBytes) {
      yield lines;
      [lines, bytes] = [[], 0];
    }
    lines.push(...write);
    bytes += more;
  }
  if (lines.length > 0) yield lines;
}
