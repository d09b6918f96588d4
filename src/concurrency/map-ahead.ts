/**
 * Yields the results of `work` in the order of the items, with up to `atOnce` of them in work. Rejects with the first failure, in that order; what is in work then, or when
 * the caller stops reading, goes on without effect.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const inWork: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => undefined);
    inWork.push(result);
    if (inWork.length < atOnce) continue;
    const first = inWork.shift();
    if (first) yield await first;
  }
  yield* inWork;
}
