/** Compared number by number. */
export type Rank = readonly number[];

/** A round-robin queue: a key with many items is served no more often than one with a single item. */
export const roundRobinQueue = <Item, Key = string>() => {
  /** In the order of the turns; no list is empty. */
  const lists = new Map<Key, Item[]>();
  const listOf = (key: Key): Item[] => {
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    return list;
  };
  const takeOf = (key: Key): Item | undefined => {
    const list = lists.get(key) ?? [];
    const item = list.shift();
    lists.delete(key);
    if (list.length > 0) lists.set(key, list);
    return item;
  };
  return {
    add: (key: Key, item: Item): void => {
      listOf(key).push(item);
    },
    /** Adds an item before the others of its key. */
    addFirst: (key: Key, item: Item): void => {
      listOf(key).unshift(item);
    },
    /** Removes an item that waits; the turns of its key stay as they are. */
    remove: (key: Key, item: Item): void => {
      const list = lists.get(key) ?? [];
      const index = list.indexOf(item);
      if (index >= 0) list.splice(index, 1);
      if (list.length === 0) lists.delete(key);
    },
    /** Removes and returns the first item of the key with the lowest rank; among equal ranks, of the key whose last turn is longest ago. */
    take: (rankOf: (key: Key) => Rank): Item | undefined => {
      const key = lowest(lists.keys(), rankOf);
      return key === undefined ? undefined : takeOf(key);
    },
    /** Removes and returns the first item of a key; counts as its turn. */
    takeOf,
    keys: (): MapIterator<Key> => lists.keys(),
    isEmpty: (): boolean => lists.size === 0,
  };
};

/** The first of those with the lowest rank; undefined of none. */
export const lowest = <Item>(items: Iterable<Item>, rankOf: (item: Item) => Rank): Item | undefined => {
  let best: { readonly item: Item; readonly rank: Rank } | undefined;
  for (const item of items) {
    const rank = rankOf(item);
    if (!best || isBefore(rank, best.rank)) best = { item, rank };
  }
  return best?.item;
};

const isBefore = (one: Rank, other: Rank): boolean => {
  const index = one.findIndex((value, at) => value !== other[at]);
  return (one[index] ?? 0) < (other[index] ?? 0);
};
