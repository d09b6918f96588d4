import type { Collection, FindCursor, Filter, UpdateFilter } from 'mongodb';

/** A document whose counts include the events up to position `counted`. */
type Counted = { readonly _id: string; readonly counted: bigint };

/** What is to be added to the counts of each document, by its id. */
export type CountDeltas = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** The position of the counts of each document, by its id. */
export type CountPositions = ReadonlyMap<string, bigint>;

type Counting<Row extends Counted> = {
  readonly rows: Collection<Row>;
  /** Selects the documents that have counts. */
  readonly filter?: Filter<Row>;
  readonly ids: readonly string[];
  /** The position of the newest event that is to be counted. All events up to it that change these counts have been applied. */
  readonly position: bigint;
  /** Returns the deltas of the events after the position of each document, up to `position`. */
  readonly deltasSince: (counted: CountPositions) => Promise<CountDeltas>;
};

/**
 * Advances counts to a position by adding deltas: a full recount with each batch would take longer with each ticket. The position is compared and set with the
 * counts (optimistic locking), so that repeats, crashes and concurrent processes count nothing twice.
 */
export const advanceCounts = async <Row extends Counted>(counting: Counting<Row>): Promise<void> => {
  const { rows, filter = {}, ids, position, deltasSince } = counting;
  for (;;) {
    const behind = { ...filter, _id: { $in: ids }, counted: { $lt: position } } as unknown as Filter<Row>;
    const found = (await rows.find(behind, { projection: { counted: 1 } }).toArray()) as unknown as readonly Counted[];
    if (found.length === 0) return;
    const deltas = await deltasSince(new Map(found.map(({ _id, counted }) => [_id, counted])));
    const updates = found.map(({ _id, counted }) => {
      const delta = deltas.get(_id);
      const update = { ...(delta && { $inc: delta }), $set: { counted: position } };
      return {
        updateOne: {
          filter: { ...filter, _id, counted } as unknown as Filter<Row>,
          update: update as unknown as UpdateFilter<Row>,
        },
      };
    });
    const { matchedCount } = await rows.bulkWrite(updates, { ordered: false });
    // Another process has advanced one of them meanwhile, perhaps not as far.
    if (matchedCount === found.length) return;
  }
};

/** Each document once: an index scan that yields may return a document again whose indexed field has grown meanwhile. */
export async function* distinctById<Document extends { readonly _id: string }>(
  found: FindCursor<Document>,
): AsyncGenerator<Document> {
  const seen = new Set<string>();
  for await (const document of found) {
    if (seen.has(document._id)) continue;
    seen.add(document._id);
    yield document;
  }
}
