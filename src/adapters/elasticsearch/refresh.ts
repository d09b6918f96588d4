import { setTimeout } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { backOffMs } from '../../concurrency/retry.ts';
import { Unavailable } from '../../domain/errors.ts';
import { mapErrors, timeoutsMs } from './connection.ts';

/**
 * Refreshes an index, if it exists. While a primary shard is unavailable, Elasticsearch may answer that it has reached no shard copy: the refresh is retried until
 * it reaches one. Throws Unavailable if none is reached in `withinMs`.
 */
export const refreshIndex = async (client: Client, index: string, withinMs = timeoutsMs.write): Promise<void> => {
  const deadline = performance.now() + withinMs;
  for (let failures = 1; ; failures += 1) {
    const options = { ignore: [404], requestTimeout: timeoutsMs.write };
    const { _shards: shards } = await mapErrors(client.indices.refresh({ index }, options));
    if (shards === undefined || shards.total === 0 || shards.successful > 0) return;
    if (performance.now() >= deadline) throw new Unavailable('Elasticsearch has no copy of an index at hand');
    await setTimeout(backOffMs(failures, { firstMs: 50, maxMs: 1_000 }));
  }
};
