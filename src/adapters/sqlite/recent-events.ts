import type { RecordedEvent } from '../../domain/events.ts';

/** The cache holds some thousand tickets. */
const maxCharacters = 8_000_000;

/**
 * A cache of the log's newest events, so that projections, which mostly follow closely, need not read and parse them. It holds all events
 * from its first one to the end of the log, or none.
 */
export const recentEvents = () => {
  let cached: { readonly event: RecordedEvent; readonly characters: number }[] = [];
  let characters = 0;

  const clear = () => {
    cached = [];
    characters = 0;
  };
  return {
    add: (event: RecordedEvent, size: number): void => {
      const last = cached.at(-1)?.event.position;
      // Another connection has appended in between.
      if (last !== undefined && event.position !== last + 1n) clear();
      cached.push({ event, characters: size });
      characters += size;
      if (characters <= 2 * maxCharacters) return;
      let first = 0;
      while (characters > maxCharacters && first < cached.length - 1) characters -= cached[first++]?.characters ?? 0;
      cached = cached.slice(first);
    },
    /** Returns a batch of events after a position, up to the first limit that is reached; undefined if they are not all cached. */
    after: (position: bigint, limits: { readonly events: number; readonly characters: number }) => {
      const first = cached[0]?.event.position;
      if (first === undefined || position + 1n < first) return undefined;
      const start = Number(position + 1n - first);
      const events: RecordedEvent[] = [];
      let taken = 0;
      for (let at = start; at < cached.length && events.length < limits.events && taken < limits.characters; at += 1) {
        const one = cached[at];
        if (!one) break;
        events.push(one.event);
        taken += one.characters;
      }
      return { events, caughtUp: start + events.length >= cached.length };
    },
    /** To be called after an erasure. */
    clear,
  };
};
