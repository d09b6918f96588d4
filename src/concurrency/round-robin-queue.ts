/** A queue whose keys take turns: one key with many items gets no more turns than one with a single item. */
export const roundRobinQueue = <Item>() => {
  /** In the order of the turns; no list is empty. */
  const lists = new Map<string, Item[]>();
  const listOf = (key: string): Item[] => {
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    return list;
  };
  return {
    add: (key: string, item: Item): void => {
      listOf(key).push(item);
    },
    /** Adds an item before the others of its key. */
    addFirst: (key: string, item: Item): void => {
      listOf(key).unshift(item);
    },
    /** Removes and returns the first item of the key with the lowest rank; among equal ranks, of the key whose last turn is longest ago. */
    take: (rank: (key: string) => number = () => 0): Item | undefined => {
      const keys = [...lists.keys()];
      const key = keys.reduce<string | undefined>(
        (best, other) => (best === undefined || rank(other) < rank(best) ? other : best),
        undefined,
      );
      if (key === undefined) return undefined;
      const list = listOf(key);
      const item = list.shift();
      lists.delete(key);
      if (list.length > 0) lists.set(key, list);
      return item;
    },
    keys: (): MapIterator<string> => lists.keys(),
    isEmpty: (): boolean => lists.size === 0,
  };
};
