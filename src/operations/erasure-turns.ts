import { setTimeout } from 'node:timers/promises';
import { restAfter } from '../concurrency/duty-cycle.ts';
import { usedTime } from '../concurrency/fair-time-slices.ts';
import { type Rank, roundRobinQueue } from '../concurrency/round-robin-queue.ts';
import type { Steps } from '../concurrency/steps.ts';
import type { UnprovenErasure } from '../ports/erasures.ts';

/** Work that may take long: a turn of it ends at each `yield`, after some ten milliseconds. */
export type Turns<Result> = AsyncGenerator<undefined, Result, undefined>;

/** The share of the time that turns take at most: the thread, the disk and the processor serve others too. */
const shareOfTurns = 0.5;
const minRestMs = 2;

const rest = (workedMs: number): Promise<unknown> => setTimeout(Math.max(minRestMs, restAfter(workedMs, shareOfTurns)));

/** Work that is not divided; others may have their turn before it. */
export async function* inOneTurn<Result>(work: () => Promise<Result>): Turns<Result> {
  yield;
  return work();
}

const longestTurnMs = 10;

/** Cooperative work in turns. */
export function* stepsInTurns<Result>(steps: Steps<Result>): Generator<undefined, Result, undefined> {
  let startedAt = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - startedAt < longestTurnMs) continue;
    yield;
    startedAt = performance.now();
  }
}

/** Does work to its end, whoever else waits for a turn. */
export const allTurns = async <Result>(turns: Turns<Result>): Promise<Result> => {
  for (;;) {
    const startedAt = performance.now();
    const turn = await turns.next();
    if (turn.done) return turn.value;
    await rest(performance.now() - startedAt);
  }
};

/** Tenants with an erasure under way: what it has found so far is in memory. */
const maxTenants = 16;

/** An erasure, and whose time it takes. */
export type TurnKey = Pick<UnprovenErasure, 'erasureId' | 'tenantId'>;

type UnderWay<Key, Result> = {
  readonly key: Key;
  readonly turns: Turns<Result>;
  /** Aborts when another process may go on with it, from the last step that is proven. */
  readonly term: AbortSignal;
};

/** `term` aborts when another process may go on with it. */
type Advance<Key, Result> = (key: Key, term: AbortSignal) => Turns<Result>;

/**
 * Divides time between tenants: the next turn is of the one that has used the least, so that one with large erasures, or many, delays no other. A tenant has one erasure
 * under way.
 */
export const tenantTurns = <Key extends TurnKey, Result>(
  advance: Advance<Key, Result>,
  now: () => number = () => performance.now(),
) => {
  const { queueOf, rank, takeTurn, areAny } = erasuresUnderWay(advance, now);
  return {
    /** Whether there are erasures that the next call has to go on with. */
    areUnderWay: areAny,
    /** Advances those under way and others turn by turn until `isOver`; yields each that has come to an end with its result. */
    async *advance(
      erasures: readonly Key[],
      { term, isOver }: { readonly term: AbortSignal; readonly isOver: () => boolean },
    ): AsyncGenerator<readonly [Key, Result], void> {
      const queue = queueOf(erasures);
      while (!isOver()) {
        const key = queue.take(rank);
        if (key === undefined) return;
        const startedAt = now();
        const turn = await takeTurn(key, term);
        if (turn.done) yield [key, turn.value];
        else {
          queue.addFirst(key.tenantId, key);
          await rest(now() - startedAt);
        }
      }
    },
  };
};

const erasuresUnderWay = <Key extends TurnKey, Result>(advance: Advance<Key, Result>, now: () => number) => {
  const time = usedTime();
  /** By tenant. */
  const underWay = new Map<string, UnderWay<Key, Result>>();
  return {
    areAny: () => underWay.size > 0,
    /** Those under way, then others. */
    queueOf: (erasures: readonly Key[]) => {
      for (const [tenantId, { term }] of underWay) if (term.aborted) underWay.delete(tenantId);
      const begun = new Map([...underWay.values()].map(({ key }) => [key.erasureId, key]));
      const queue = roundRobinQueue<Key>();
      for (const key of begun.values()) queue.add(key.tenantId, key);
      for (const key of erasures) if (!begun.has(key.erasureId)) queue.add(key.tenantId, key);
      return queue;
    },
    rank: (tenantId: string): Rank => [
      underWay.has(tenantId) || underWay.size < maxTenants ? time.of(tenantId) : Number.POSITIVE_INFINITY,
    ],
    takeTurn: async (key: Key, term: AbortSignal): Promise<IteratorResult<undefined, Result>> => {
      const { tenantId } = key;
      const one = underWay.get(tenantId) ?? { key, turns: advance(key, term), term };
      underWay.delete(tenantId);
      const [startedAt, addTime] = [now(), time.start(tenantId)];
      const turn = await one.turns.next();
      addTime(now() - startedAt);
      if (!turn.done) underWay.set(tenantId, one);
      return turn;
    },
  };
};

/** The share of the time that listing takes at most. */
const shareOfListing = 0.1;

/** A list that is read anew each time, unless that takes long: then the last one stands for some times as long, since very many erasures may wait for a scavenge. */
export const seldomListed = <Item>(
  list: () => Promise<readonly Item[]>,
  now: () => number = () => performance.now(),
): (() => Promise<readonly Item[]>) => {
  let last: readonly Item[] = [];
  let until = 0;
  return async () => {
    const startedAt = now();
    if (startedAt < until) return last;
    last = await list();
    until = now() + restAfter(now() - startedAt, shareOfListing);
    return last;
  };
};

/** A waiting step is checked again after half the time that it has waited, within these bounds. */
const recheckDelayMs = { min: 1_000, max: 60_000 };

/** Files that still have texts are looked at again after a delay that doubles, up to the last look; from then on once a day. */
export const leftTextsDelayMs = { first: 1_000, max: 3_600_000, looks: 12, afterLast: 24 * 3_600_000 };

/** Pieces that are kept of an erasure that is held back, to be looked for once a day. */
export const keptOfHeldBack = 64;

type Waits = 'no' | 'soon' | 'later';
type Waiting = { readonly since: number; readonly until: number; readonly looks: number };

/** When each waiting erasure is due for its next check. */
export const recheckSchedule = (ofLeftTexts = leftTextsDelayMs, now: () => number = () => performance.now()) => {
  const waiting = new Map<string, Waiting>();
  return {
    isDue: (id: string) => now() >= (waiting.get(id)?.until ?? 0),
    /** How an erasure waits after a check; `soon`: it is due again at once. Looks at files count until it does not wait. */
    checked: (id: string, waits: Waits) => {
      const { since = now(), looks = 0 } = waiting.get(id) ?? {};
      const delayMs = Math.min(recheckDelayMs.max, Math.max(recheckDelayMs.min, (now() - since) / 2));
      if (waits === 'no') waiting.delete(id);
      else if (waits === 'soon') waiting.set(id, { since: now(), looks, until: now() });
      else waiting.set(id, { since, looks, until: now() + delayMs });
    },
    /** The files still have texts of an erasure; returns whether that was the last look. `wasHeldBack`: by a look before. */
    leftTexts: (id: string, wasHeldBack: boolean): boolean => {
      const { since = now(), looks: before = 0 } = waiting.get(id) ?? {};
      const looks = before + 1;
      const { first, max, afterLast } = ofLeftTexts;
      const isLast = wasHeldBack || looks >= ofLeftTexts.looks;
      const delayMs = isLast ? afterLast : Math.min(max, first * 2 ** (looks - 1));
      waiting.set(id, { since, looks, until: now() + delayMs });
      return isLast;
    },
  };
};
