/** A list that never exceeds a length: of very many items it keeps some, evenly chosen. */
export const someOf = <Item>(max: number) => {
  let kept: Item[] = [];
  let every = 1;
  let count = 0;
  return {
    add: (item: Item): void => {
      if (count % every === 0) kept.push(item);
      count += 1;
      if (kept.length < max) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      every *= 2;
    },
    count: () => count,
    kept: (): readonly Item[] => kept,
  };
};
