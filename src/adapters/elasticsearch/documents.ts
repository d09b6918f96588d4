import type { Client, estypes } from '@elastic/elasticsearch';
import { ContentRefused } from '../../ports/read-model.ts';
import { ElasticsearchError, mapErrors, timeoutsMs } from './connection.ts';
import { writeAlias } from './indices.ts';

/** One write: its action line and, unless it is a deletion, its document, both as JSON. */
export type Write = readonly [action: string] | readonly [action: string, document: string];

/** Larger requests are no faster and take more of the server's memory. */
const maxRequestBytes = 5_000_000;

/** Stores a document unless a newer one is stored: the position of its event is its version, as text since it may exceed a double. */
export const put = (id: string, position: bigint, document: object, routing?: string): Write => [
  JSON.stringify({ index: { _id: id, routing, version: String(position), version_type: 'external_gte' } }),
  JSON.stringify(document),
];

/**
 * Writes in order, in requests of limited size. A write that meets a newer document or deletes a missing one counts as done. Throws
 * ContentRefused if a document can never be stored, after the others were written; throws other errors at once.
 */
export const writeAll = async (
  client: Client,
  index: string,
  { writes, refresh = false }: { readonly writes: Iterable<Write>; readonly refresh?: boolean },
): Promise<void> => {
  let refused: string | undefined;
  for (const operations of bySize(writes)) {
    const { errors, items } = await mapErrors(
      client.bulk(
        {
          index: writeAlias(index),
          require_alias: true,
          operations,
          refresh,
          filter_path: ['errors', 'items.*.status', 'items.*.error.type'],
        },
        { requestTimeout: timeoutsMs.write },
      ),
    );
    if (!errors) continue;
    for (const { status, error } of items.flatMap((item) => Object.values(item))) {
      if (error === undefined || status === 409) continue;
      if (status !== 400 || error.type === 'index_closed_exception') throw new ElasticsearchError(status, error.type);
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
    if (lines.length > 0 && bytes + more > maxRequestBytes) {
      yield lines;
      [lines, bytes] = [[], 0];
    }
    lines.push(...write);
    bytes += more;
  }
  if (lines.length > 0) yield lines;
}

const pageSize = 1000;

/** All documents of a query in pages, none of them empty. The sort must differ for each document. */
export async function* pagesOf<Document>(
  client: Client,
  search: estypes.SearchRequest & { readonly sort: string[] },
): AsyncGenerator<readonly estypes.SearchHit<Document>[]> {
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await mapErrors(
      client.search<Document>({
        ...search,
        size: pageSize,
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after && { search_after: after }),
      }),
    );
    if (hits.hits.length > 0) yield hits.hits;
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < pageSize) return;
  }
}

/** The answer of all shards of an index, which is empty if the index does not exist. `ignore_unavailable` would take a closed index for one without documents. */
export const searchIfExists = async <Document = unknown, Aggregations = unknown>(
  client: Client,
  search: estypes.SearchRequest,
): Promise<Partial<estypes.SearchResponse<Document, Aggregations>>> =>
  mapErrors(
    client.search<Document, Aggregations>(
      { ...search, allow_partial_search_results: false, track_total_hits: false },
      { ignore: [404] },
    ),
  );
