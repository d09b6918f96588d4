import { hash } from 'node:crypto';

/** A set of names that keeps 52 bits of a hash of each in a table at most half full: a log may have millions of tickets. */
export const nameSet = () => {
  let table = new Float64Array(1_024);
  let size = 0;
  const placeOf = (key: number): number => {
    let place = key % table.length;
    while (table[place] !== 0 && table[place] !== key) place = (place + 1) % table.length;
    return place;
  };
  const grow = () => {
    const keys = table;
    table = new Float64Array(keys.length * 2);
    for (const key of keys) if (key !== 0) table[placeOf(key)] = key;
  };
  return {
    add: (name: string): void => {
      const key = keyOf(name);
      const place = placeOf(key);
      if (table[place] === key) return;
      table[place] = key;
      size += 1;
      if (2 * size > table.length) grow();
    },
    has: (name: string): boolean => table[placeOf(keyOf(name))] !== 0,
  };
};

/** Never 0, which marks a free place. */
const keyOf = (name: string): number => Number(`0x${hash('sha1', name).slice(0, 13)}`) || 1;
