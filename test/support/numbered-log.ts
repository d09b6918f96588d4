import { setImmediate } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { changeSignal } from '../../src/concurrency/change-signal.ts';
import type { RecordedEvent } from '../../src/domain/events.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import { anyFact, newEvent } from './events.ts';

/** Positions are bytes of the log: each event takes as many. */
export const eventBytes = 3_000n;

const eventAt = (index: number): RecordedEvent => ({
  ...newEvent(anyFact(String(index))),
  stream: `collection-${index}`,
  revision: 0,
  position: BigInt(index) * eventBytes,
});

const pageSize = 10;

/** A log whose subscriptions deliver pages of ten events, one whenever it is asked for. */
export const sourceOf = (count: number) => {
  const events = Array.from({ length: count }, (_, index) => eventAt(index + 1));
  const appended = changeSignal();
  const closed = changeSignal();
  const state = { opened: 0, open: 0, delivered: 0, lookUps: 0 };
  const subscribe: EventStore['subscribe'] = async function* (after = -1n, signal) {
    state.opened += 1;
    state.open += 1;
    signal.addEventListener('abort', appended.notify);
    try {
      for (let [position, isNews] = [after, true]; !signal.aborted;) {
        const page = events.filter((event) => event.position > position).slice(0, pageSize);
        position = page.at(-1)?.position ?? position;
        state.delivered += page.length;
        if (page.length > 0 || isNews) yield { events: page, caughtUp: page.length < pageSize };
        else await appended.wait();
        isNews = page.length === pageSize;
        await setImmediate();
      }
    } finally {
      state.open -= 1;
      closed.notify();
    }
  };
  const newestAfter = async (after: bigint) => {
    state.lookUps += 1;
    const newest = events.at(-1)?.position ?? 0n;
    return Promise.resolve(newest > after ? newest : undefined);
  };
  return {
    state,
    subscribe,
    newestAfter,
    /** Resolves when one more subscription has ended. */
    hasClosed: () => closed.wait(),
    append: (more: number) => {
      for (let index = 0; index < more; index += 1) events.push(eventAt(events.length + 1));
      appended.notify();
    },
  };
};

type Options = { readonly from?: bigint; readonly held?: Promise<unknown>; readonly holdAfter?: number };

/** Reads until the test ends; with `held`, keeps a batch until that resolves once it has read so many events. */
export const reading = (t: ExecutionContext, subscribe: EventStore['subscribe'], options: Options = {}) => {
  const { from, held, holdAfter = 1 } = options;
  const stop = new AbortController();
  const positions: number[] = [];
  const changed = changeSignal();
  let batches = 0;
  let caughtUpAt: number | undefined;
  const run = async () => {
    for await (const { events, caughtUp } of subscribe(from, stop.signal)) {
      positions.push(...events.map(({ position }) => Number(position / eventBytes)));
      batches += 1;
      if (caughtUp) caughtUpAt = positions.length;
      changed.notify();
      if (held && positions.length >= holdAfter) await held;
    }
  };
  const ended = run();
  const end = async () => {
    stop.abort();
    await ended;
  };
  t.teardown(end);
  const until = async (holds: () => boolean) => {
    while (!holds()) await changed.wait();
  };
  return {
    positions,
    batches: () => batches,
    end,
    hasRead: (count: number) => until(() => positions.length >= count),
    hasCaughtUp: () => until(() => caughtUpAt === positions.length),
  };
};
