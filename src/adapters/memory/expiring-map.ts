/** A map of at most `maxKeys` values, each forgotten after its time in ms; beyond them the one that was set longest ago is dropped. */
export const expiringMap = <Value>(now: () => number, maxKeys: number) => {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get: (key: string): Value | undefined => {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set: (key: string, value: Value, forMs: number): void => {
      entries.delete(key);
      entries.set(key, { value, expiresAt: now() + forMs });
      if (entries.size <= maxKeys) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key: string): void => {
      entries.delete(key);
    },
  };
};
