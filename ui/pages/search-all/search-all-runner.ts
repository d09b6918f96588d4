import type { ApiClient } from '../../api/api-client.ts';
import { type ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import type { Collection, SimilarityLevels, Source } from '../../api/records.ts';
import { observable, type Observable } from '../../state/observable.ts';

/** A ticket and the collection that it is in. */
export type FoundTicket = { readonly source: Source; readonly collection: Collection };

export type AllSearch = {
  readonly query: string;
  /** Best first. */
  readonly found: readonly FoundTicket[];
  readonly levels: SimilarityLevels | undefined;
  readonly answered: number;
  /** The collections that did not answer, and why. */
  readonly failures: readonly { readonly collection: Collection; readonly error: ApiError }[];
  /** Those that were not asked, since the rate limit has no request left for them. */
  readonly unasked: readonly Collection[];
  readonly isRunning: boolean;
};

type Dependencies = {
  readonly search: ApiClient['search'];
  /** What the rate limit leaves; undefined if that is not known. */
  readonly requestsLeft: () => number | undefined;
};

export type AllSearchRunner = {
  readonly state: Observable<AllSearch | undefined>;
  /** Asks each collection that has tickets, the largest first. */
  readonly start: (query: string, collections: readonly Collection[]) => void;
  /** Asks those that did not answer or were not asked. */
  readonly goOn: () => void;
  readonly stop: () => void;
};

const requestsAtOnce = 3;

/** Searches all collections with one request each, for sources only, and merges what they answer: scores of one model can be compared. A new search cancels the one before. */
export const allSearchRunner = (dependencies: Dependencies): AllSearchRunner => {
  const state = observable<AllSearch | undefined>(undefined);
  let controller = new AbortController();
  const next = () => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
  const begin = (before: AllSearch, collections: readonly Collection[]) => {
    const signal = next();
    state.set({ ...before, isRunning: true, failures: [], unasked: [] });
    void askAll(dependencies, { collections, query: before.query, signal, update: updateOf(state, signal) });
  };
  return {
    state,
    start: (query, collections) => {
      const nothing = { found: [], levels: undefined, answered: 0, failures: [], unasked: [], isRunning: false };
      const filled = collections.filter(({ ticket_count: count }) => count > 0);
      begin(
        { query, ...nothing },
        filled.toSorted((one, other) => other.ticket_count - one.ticket_count),
      );
    },
    goOn: () => {
      const before = state.get();
      if (!before || before.isRunning) return;
      begin(before, [...before.failures.map(({ collection }) => collection), ...before.unasked]);
    },
    stop: () => {
      next();
      state.set(undefined);
    },
  };
};

type Update = (change: (before: AllSearch) => Partial<AllSearch>) => void;

const updateOf =
  (state: Observable<AllSearch | undefined>, signal: AbortSignal): Update =>
  (change) => {
    const before = state.get();
    if (before && !signal.aborted) state.set({ ...before, ...change(before) });
  };

type Asking = {
  readonly collections: readonly Collection[];
  readonly query: string;
  readonly signal: AbortSignal;
  readonly update: Update;
};

const askAll = async ({ search, requestsLeft }: Dependencies, asking: Asking): Promise<void> => {
  const { query, signal, update } = asking;
  const queue = [...asking.collections];
  let running = 0;
  const hasBudget = () => (requestsLeft() ?? Infinity) > running;
  const askNext = async (): Promise<void> => {
    while (hasBudget() && !signal.aborted) {
      const collection = queue.shift();
      if (!collection) return;
      running += 1;
      try {
        const reply = await search({ collectionId: collection.id, query, generateAnswer: false }, { signal });
        update((before) => merged(before, reply, collection));
      } catch (caught) {
        if (isAborted(caught)) return;
        const error = asApiError(caught);
        if (error.status === 429) {
          update(({ unasked }) => ({ unasked: [...unasked, collection, ...queue.splice(0)] }));
          return;
        }
        update(({ failures }) => ({ failures: [...failures, { collection, error }] }));
      } finally {
        running -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, askNext));
  update(({ unasked }) => ({ isRunning: false, unasked: [...unasked, ...queue] }));
};

const merged = (
  { found, levels, answered }: AllSearch,
  reply: { readonly sources: readonly Source[]; readonly levels?: SimilarityLevels | undefined },
  collection: Collection,
): Partial<AllSearch> => ({
  found: [...found, ...reply.sources.map((source) => ({ source, collection }))].toSorted(
    (one, other) => other.source.score - one.source.score,
  ),
  levels: reply.levels ?? levels,
  answered: answered + 1,
});
