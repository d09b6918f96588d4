/** Counts what runs for each key: returns the function to call at its end, undefined if the key has `max` already. */
export type KeyLimit = (key: string) => (() => void) | undefined;

export const keyLimit = (max: number): KeyLimit => {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return undefined;
    counts.set(key, count + 1);
    return () => {
      const remaining = (counts.get(key) ?? 1) - 1;
      if (remaining === 0) counts.delete(key);
      else counts.set(key, remaining);
    };
  };
};
