import type { Turns } from './erasure-turns.ts';

/** Does work for many that are known by their ids; a result for each. `term` aborts when another process may do it. */
type Run<One, Result> = (all: ReadonlyMap<string, One>, term: AbortSignal) => Turns<ReadonlyMap<string, Result>>;

type Shared<One, Result> = { readonly waiting: Map<string, One>; readonly results: Map<string, Result> };

/**
 * Work of which one run serves all who wait when it begins; who comes later waits for the next run. Whoever of them has a turn goes on with it, one at a time.
 * What it throws meets the one whose turn it is: the others begin it anew.
 */
export const sharedTurns = <One, Result extends object>(run: Run<One, Result>) => {
  const shared: Shared<One, Result> = { waiting: new Map(), results: new Map() };
  const goOn = oneRunAtATime(run, shared);
  return async function* (id: string, one: One, term: AbortSignal): Turns<Result> {
    shared.results.delete(id);
    shared.waiting.set(id, one);
    // Others that are as far as this one wait first, too.
    yield;
    for (;;) {
      if (!shared.results.has(id)) await goOn(term);
      const result = shared.results.get(id);
      if (result) {
        shared.results.delete(id);
        return result;
      }
      yield;
    }
  };
};

/** Returns a function that takes a turn of the run, or begins one. */
const oneRunAtATime = <One, Result>(run: Run<One, Result>, { waiting, results }: Shared<One, Result>) => {
  let running:
    | { readonly all: ReadonlyMap<string, One>; readonly turns: ReturnType<typeof run>; term: AbortSignal }
    | undefined;
  const begin = (term: AbortSignal) => {
    const all = new Map(waiting);
    waiting.clear();
    return { all, turns: run(all, term), term };
  };
  const giveUp = (): void => {
    for (const [id, one] of running?.all ?? []) if (!waiting.has(id)) waiting.set(id, one);
    running = undefined;
  };
  return async (term: AbortSignal): Promise<void> => {
    if (running?.term.aborted) giveUp();
    running ??= begin(term);
    try {
      const turn = await running.turns.next();
      if (!turn.done) return;
      for (const [id, result] of turn.value) results.set(id, result);
      running = undefined;
    } catch (error) {
      giveUp();
      throw error;
    }
  };
};
