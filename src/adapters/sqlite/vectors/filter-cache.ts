import type { RunSteps } from '../../../concurrency/steps.ts';
import type { TicketFilter } from '../../../domain/ticket-filter.ts';
import type { Database } from '../database.ts';
import type { CommitCount } from '../row-cache.ts';
import { filteredRowsReader } from './filtered-rows.ts';

/** The rows that a filter lets through, with some that no longer exist. */
type CachedRows = {
  rows: Set<number>;
  /** All of them were read up to this number; undefined before the first read. */
  last: number | undefined;
  /** How many there were when all were read. */
  wholeSize: number;
  /** The count of commits before the last read. */
  readAt: bigint | undefined;
  reading: Promise<void> | undefined;
};

type Wanted = { readonly collection: number; readonly filter: TicketFilter };

/** Of all filters, each counted as its rows and `entrySize` more: 20 to 40 MB. */
const maxSize = 1 << 20;
const entrySize = 1 << 12;

/** Rows that were added since all were read may have replaced others: beyond twice as many and this all are read again. */
const maxAdded = 1_000;

/**
 * Caches the rows of recently used filters. A ticket that is written again, or restored, gets a vector with a new number, so that after a commit only new
 * numbers are read, however many rows a filter lets through. A number whose vector is gone may stay: whoever finds that deletes it.
 */
export const filterCache = (database: Database, commits: CommitCount | undefined) => {
  const reader = filteredRowsReader(database);
  // In the order of insertion: the least recently used first.
  const all = new Map<string, CachedRows>();
  const read = async (cached: CachedRows, { collection, filter }: Wanted, run: RunSteps): Promise<void> => {
    const now = commits?.();
    if (cached.last === undefined || cached.rows.size > 2 * cached.wholeSize + maxAdded) {
      const last = reader.newest(collection);
      const rows = await run(reader.all(collection, filter));
      Object.assign(cached, { rows, last, wholeSize: rows.size });
    } else cached.last = await run(reader.addNewOnes({ collection, filter }, cached.rows, cached.last));
    cached.readAt = now;
  };
  const evict = () => {
    let size = 0;
    for (const [name, { rows }] of [...all].toReversed()) {
      const own = rows.size + name.length + entrySize;
      // The last one stays even if it is too large.
      if (size > 0 && size + own > maxSize) all.delete(name);
      else size += own;
    }
  };
  /** The rows of a filter; `fresh`: with those of a commit that is not counted yet. */
  return async ({ fresh, ...wanted }: Wanted & { readonly fresh: boolean }, run: RunSteps): Promise<Set<number>> => {
    const name = `${wanted.collection} ${JSON.stringify(wanted.filter)}`;
    const cached = all.get(name) ?? {
      ...{ rows: new Set<number>(), last: undefined, wholeSize: 0, readAt: undefined, reading: undefined },
    };
    all.delete(name);
    all.set(name, cached);
    while (cached.reading) await cached.reading;
    if (fresh || !commits || commits() !== cached.readAt) {
      cached.reading = read(cached, wanted, run).finally(() => (cached.reading = undefined));
      await cached.reading;
      evict();
    }
    return cached.rows;
  };
};
