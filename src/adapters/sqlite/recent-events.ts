import type { RecordedEvent } from '../../domain/events.ts';

/** So many characters of events are kept: some thousand tickets. */
const mostCharacters = 8_000_000;

/**
 * The newest events of the log as they were appended, so that the projections, which follow close behind, need neither read nor parse them again.
 * It holds every event from its first one on, or nothing.
 */
export const recentEvents = () => {
  let kept: { readonly event: RecordedEvent; readonly characters: number }[] = [];
  let characters = 0;

  const clear = () => {
    kept = [];
    characters = 0;
  };
  return {
    add: (event: RecordedEvent, size: number): void => {
      const last = kept.at(-1)?.event.position;
      // Another connection has written in between.
      if (last !== undefined && event.position !== last + 1n) clear();
      kept.push({ event, characters: size });
      characters += size;
      if (characters <= 2 * mostCharacters) return;
      let first = 0;
      while (characters > mostCharacters && first < kept.length - 1) characters -= kept[first++]?.characters ?? 0;
      kept = kept.slice(first);
    },
    /** Up to `limit` events after a position, in as many characters; undefined where they are not all here. */
    after: (position: bigint, limit: { readonly events: number; readonly characters: number }) => {
      const first = kept[0]?.event.position;
      if (first === undefined || position + 1n < first) return undefined;
      const start = Number(position + 1n - first);
      const events: RecordedEvent[] = [];
      let taken = 0;
      for (let at = start; at < kept.length && events.length < limit.events && taken < limit.characters; at += 1) {
        const one = kept[at];
        if (!one) break;
        events.push(one.event);
        taken += one.characters;
      }
      return { events, caughtUp: start + events.length >= kept.length };
    },
    /** What was erased from the log must not be given to anybody. */
    clear,
  };
};
