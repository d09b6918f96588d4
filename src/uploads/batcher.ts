/** Collects items into batches that end with the item by which they reach one of the limits. */
export const batcher = <Item>(limits: { readonly items: number; readonly size: number }) => {
  let batch: Item[] = [];
  let total = 0;
  const take = (): readonly Item[] => {
    const taken = batch;
    batch = [];
    total = 0;
    return taken;
  };
  return {
    /** Adds an item of a size; returns the batch if it is complete with it. */
    add: (item: Item, size: number): readonly Item[] | undefined => {
      batch.push(item);
      total += size;
      return batch.length >= limits.items || total >= limits.size ? take() : undefined;
    },
    /** Removes and returns the batch that is not complete; it may be empty. */
    take,
    /** The batch that is not complete. */
    items: (): readonly Item[] => batch,
  };
};
