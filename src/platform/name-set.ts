import { hash } from 'node:crypto';

/** A set of names that keeps 52 bits of a hash of each in a table at most half full: a log may have millions of tickets. */
export const nameSet = () => {
  let table = new Float64Array(1_024);
  let size = 0;
  const placeOf = (key: number): number => {
    let place = key % table.length;
    while (table[place] !== 0 && table[place] !== key) place = next(place);
    return place;
  };
  const next = (place: number) => (place + 1) % table.length;
  const distance = (from: number, to: number) => (to - from + table.length) % table.length;
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
    delete: (name: string): void => {
      let free = placeOf(keyOf(name));
      if (table[free] === 0) return;
      // What was put behind a place that was taken moves up, so that it is still found.
      for (let place = next(free); table[place] !== 0; place = next(place)) {
        const key = table[place] ?? 0;
        if (distance(key % table.length, place) < distance(free, place)) continue;
        table[free] = key;
        free = place;
      }
      table[free] = 0;
      size -= 1;
    },
    has: (name: string): boolean => table[placeOf(keyOf(name))] !== 0,
  };
};

/** Never 0, which marks a free place. */
const keyOf = (name: string): number => Number(`0x${hash('sha1', name).slice(0, 13)}`) || 1;
