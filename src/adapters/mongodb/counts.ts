import type { Collection, FindCursor, Filter, UpdateFilter } from 'mongodb';

/** A document with counts that hold what the events up to a position have made. */
type Counted = { readonly _id: string; readonly counted: bigint };

/** By document, what is to be added to its counts. */
export type Differences = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** By document, the position that its counts have. */
export type CountedUpTo = ReadonlyMap<string, bigint>;

type Counting<Row extends Counted> = {
  readonly rows: Collection<Row>;
  /** Which of the documents have counts. */
  readonly filter?: Filter<Row>;
  readonly ids: readonly string[];
  /** The position of the newest event that is to be counted. All events up to it that change these counts have been applied. */
  readonly position: bigint;
  /** Returns what the events after the position of each document have changed, up to `position` and no further. */
  readonly differencesSince: (counted: CountedUpTo) => Promise<Differences>;
};

/**
 * Moves counts to a position by what has changed since the one they have: to count everything anew with each batch would take longer with each ticket. The
 * position is compared and set with the counts, so that a repeat, a crash before or after, and another process that counts at the same time count nothing twice.
 */
export const addDifferences = async <Row extends Counted>(counting: Counting<Row>): Promise<void> => {
  const { rows, filter = {}, ids, position, differencesSince } = counting;
  for (;;) {
    const behind = { ...filter, _id: { $in: ids }, counted: { $lt: position } } as unknown as Filter<Row>;
    const found = (await rows.find(behind, { projection: { counted: 1 } }).toArray()) as unknown as readonly Counted[];
    if (found.length === 0) return;
    const differences = await differencesSince(new Map(found.map(({ _id, counted }) => [_id, counted])));
    const updates = found.map(({ _id, counted }) => {
      const difference = differences.get(_id);
      const update = { ...(difference && { $inc: difference }), $set: { counted: position } };
      return {
        updateOne: {
          filter: { ...filter, _id, counted } as unknown as Filter<Row>,
          update: update as unknown as UpdateFilter<Row>,
        },
      };
    });
    const { matchedCount } = await rows.bulkWrite(updates, { ordered: false });
    // Another process has counted one of them meanwhile, perhaps not up to here.
    if (matchedCount === found.length) return;
  }
};

/** Each document once: an index scan that yields returns one again whose indexed field has grown meanwhile. */
export async function* oncePerId<Document extends { readonly _id: string }>(
  found: FindCursor<Document>,
): AsyncGenerator<Document> {
  const seen = new Set<string>();
  for await (const document of found) {
    if (seen.has(document._id)) continue;
    seen.add(document._id);
    yield document;
  }
}
