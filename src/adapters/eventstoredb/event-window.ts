import type { RecordedEvent } from '../../domain/events.ts';
import { charactersOf } from './recorded-event.ts';

/** Numbers of events and of characters of their data. */
export type Limits = { readonly events: number; readonly characters: number };

/** The newest events that a subscription has delivered, for several readers. */
export type EventWindow = {
  /** The window holds every event after this position, up to the end. */
  readonly start: () => bigint;
  readonly end: () => bigint;
  readonly add: (events: readonly RecordedEvent[]) => void;
  /** Returns the events after a position, up to the limits of a batch; none if the position is before the start. */
  readonly after: (position: bigint, batch: Limits) => readonly RecordedEvent[];
  /** The start that `trim` would make. */
  readonly trimmedStart: () => bigint;
  /** Drops the oldest events that are beyond the limits. */
  readonly trim: () => void;
};

type Held = { readonly event: RecordedEvent; readonly characters: number };

/** A window of events after a position. */
export const eventWindow = (after: bigint, limits: Limits): EventWindow => {
  let held: readonly Held[] = [];
  let characters = 0;
  let start = after;
  let end = after;

  /** The number of events beyond the limits. */
  const surplus = (): number => {
    let count = 0;
    let left = characters;
    while (held.length - count > limits.events || left > limits.characters) left -= held[count++]?.characters ?? 0;
    return count;
  };
  const positionBefore = (index: number) => held[index - 1]?.event.position ?? start;

  return {
    start: () => start,
    end: () => end,
    add: (events) => {
      const added = events.map((event): Held => ({ event, characters: charactersOf(event) }));
      for (const one of added) characters += one.characters;
      held = held.concat(added);
      end = events.at(-1)?.position ?? end;
    },
    after: (position, batch) => (position < start ? [] : batchFrom(held, firstAfter(held, position), batch)),
    trimmedStart: () => positionBefore(surplus()),
    trim: () => {
      const count = surplus();
      if (count === 0) return;
      start = positionBefore(count);
      for (const one of held.slice(0, count)) characters -= one.characters;
      held = held.slice(count);
    },
  };
};

/** The events from an index on, up to the limits. */
const batchFrom = (held: readonly Held[], first: number, { events: most, characters }: Limits) => {
  const events: RecordedEvent[] = [];
  let taken = 0;
  for (let index = first; index < held.length && events.length < most && taken < characters; index += 1) {
    const one = held[index];
    if (!one) break;
    events.push(one.event);
    taken += one.characters;
  }
  return events;
};

/** The index of the first event after a position. */
const firstAfter = (held: readonly Held[], position: bigint): number => {
  let [low, high] = [0, held.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((held[middle]?.event.position ?? 0n) > position) high = middle;
    else low = middle + 1;
  }
  return low;
};
