import { hash } from 'node:crypto';

/** A set of names that keeps 52 bits of a hash of each in a table at most half full: a log may have millions of tickets. */
export const nameSet = () => {
  let table = new Float64Array(1_024);
  let size = 0;
  const slotOf = (key: number): number => {
    let slot = key % table.length;
    while (table[slot] !== 0 && table[slot] !== key) slot = next(slot);
    return slot;
  };
  const next = (slot: number) => (slot + 1) % table.length;
  const distance = (from: number, to: number) => (to - from + table.length) % table.length;
  const grow = () => {
    const keys = table;
    table = new Float64Array(keys.length * 2);
    for (const key of keys) if (key !== 0) table[slotOf(key)] = key;
  };
  return {
    add: (name: string): void => {
      const key = keyOf(name);
      const slot = slotOf(key);
      if (table[slot] === key) return;
      table[slot] = key;
      size += 1;
      if (2 * size > table.length) grow();
    },
    delete: (name: string): void => {
      let free = slotOf(keyOf(name));
      if (table[free] === 0) return;
      // What was put behind a slot that was taken moves up, so that it is still found.
      for (let slot = next(free); table[slot] !== 0; slot = next(slot)) {
        const key = table[slot] ?? 0;
        if (distance(key % table.length, slot) < distance(free, slot)) continue;
        table[free] = key;
        free = slot;
      }
      table[free] = 0;
      size -= 1;
    },
    has: (name: string): boolean => table[slotOf(keyOf(name))] !== 0,
  };
};

/** Never 0, which marks a free slot. */
const keyOf = (name: string): number => Number(`0x${hash('sha1', name).slice(0, 13)}`) || 1;
