/** Returns whether a time in ms has passed since the last time that it was so; at first, since this call. */
export const dueEvery = (ms: number): (() => boolean) => {
  let last = performance.now();
  return () => {
    const isDue = performance.now() - last >= ms;
    if (isDue) last = performance.now();
    return isDue;
  };
};
