/**
 * Maps items with up to `concurrency` calls in flight; yields the results in the order of the items. Rejects with the first failure in that order. Calls that are
 * in flight then, or when the caller stops reading, are not cancelled; their results are dropped.
 */
export async function* mapConcurrently<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const pending: Promise<Result>[] = [];
  for await (const item of items) {
    const result = map(item);
    result.catch(() => undefined);
    pending.push(result);
    if (pending.length < concurrency) continue;
    const first = pending.shift();
    if (first) yield await first;
  }
  yield* pending;
}
