import type { ApiClient } from '../../api/api-client.ts';
import { type ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import type { Collection, SimilarityLevels, Source } from '../../api/records.ts';
import { observable, type Observable } from '../../state/observable.ts';

/** A ticket and the collection that it is in. `answerId`: by which the search of that collection is judged. */
export type FoundTicket = {
  readonly source: Source;
  readonly collection: Collection;
  readonly answerId: string | undefined;
};

export type AllSearch = {
  readonly query: string;
  /** Best first; what is shown keeps its place, whatever comes later. */
  readonly found: readonly FoundTicket[];
  /** Tickets that came later and belong above what is shown; they wait until they are asked for. */
  readonly closer: readonly FoundTicket[];
  readonly showsAll: boolean;
  readonly levels: SimilarityLevels | undefined;
  readonly answered: number;
  /** The collections that did not answer, and why. */
  readonly failures: readonly { readonly collection: Collection; readonly error: ApiError }[];
  /** Those that were not asked, since the rate limit has no request left for them. */
  readonly unasked: readonly Collection[];
  /** In how many seconds it has requests again. */
  readonly waitSeconds: number;
  readonly isRunning: boolean;
};

type Dependencies = {
  readonly search: ApiClient['search'];
  /** What the rate limit leaves; undefined if that is not known. */
  readonly requestsLeft: () => number | undefined;
  /** For how many seconds the minute of the limit lasts. */
  readonly secondsOfLimit: () => number;
};

export type AllSearchRunner = {
  readonly state: Observable<AllSearch | undefined>;
  /** Asks each collection that has tickets, the largest first. */
  readonly start: (query: string, collections: readonly Collection[]) => void;
  /** Asks those that did not answer or were not asked. */
  readonly goOn: () => void;
  /** Puts the closer tickets where they belong. */
  readonly showCloser: () => void;
  /** Shows more than the first ones. */
  readonly showAll: () => void;
  readonly stop: () => void;
};

const requestsAtOnce = 3;
const firstShown = 10;
/** Replies that come soon after the first one are shown together with it, in their common order. */
const togetherMs = 300;

/** What is shown of the tickets that were found. */
export const shownOf = ({ found, showsAll }: Pick<AllSearch, 'found' | 'showsAll'>): readonly FoundTicket[] =>
  showsAll ? found : found.slice(0, firstShown);

const nothing: Omit<AllSearch, 'query'> = {
  ...{ found: [], closer: [], showsAll: false, levels: undefined, answered: 0 },
  ...{ failures: [], unasked: [], waitSeconds: 0, isRunning: false },
};

/** Searches all collections with one request each, for sources only, and merges what they answer: scores of one model can be compared. A new search cancels the one before. */
export const allSearchRunner = (dependencies: Dependencies): AllSearchRunner => {
  const state = observable<AllSearch | undefined>(undefined);
  let controller = new AbortController();
  const change: Update = (changed) => updateOf(state, controller.signal)(changed);
  const next = () => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
  const begin = (before: AllSearch, collections: readonly Collection[]) => {
    const signal = next();
    state.set({ ...before, isRunning: true, failures: [], unasked: [], waitSeconds: 0 });
    void askAll(dependencies, { collections, query: before.query, signal, update: updateOf(state, signal) });
  };
  return {
    state,
    start: (query, collections) => {
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
    showCloser: () => change(({ found, closer }) => ({ found: bestFirst([...found, ...closer]), closer: [] })),
    showAll: () => change(() => ({ showsAll: true })),
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

/** Collects replies until the first ones are to be shown; from then on each is shown at once. */
const batchedReplies = (update: Update) => {
  let waiting: Reply[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  const flush = () => {
    clearTimeout(timer);
    isShown = true;
    const replies = waiting;
    waiting = [];
    if (replies.length > 0) update((before) => merged(before, replies));
  };
  return {
    add: (reply: Reply) => {
      waiting.push(reply);
      if (isShown) flush();
      else timer ??= setTimeout(flush, togetherMs);
    },
    flush,
  };
};

const askAll = async ({ search, requestsLeft, secondsOfLimit }: Dependencies, asking: Asking): Promise<void> => {
  const { query, signal, update } = asking;
  const queue = [...asking.collections];
  const replies = batchedReplies(update);
  let running = 0;
  const hasBudget = () => (requestsLeft() ?? Infinity) > running;
  const refused = (collection: Collection, error: ApiError) =>
    error.status === 429
      ? update(({ unasked }) => ({
          unasked: [...unasked, collection, ...queue.splice(0)],
          waitSeconds: error.retryAfter ?? 60,
        }))
      : update(({ failures }) => ({ failures: [...failures, { collection, error }] }));
  const askNext = async (): Promise<void> => {
    while (hasBudget() && !signal.aborted) {
      const collection = queue.shift();
      if (!collection) return;
      running += 1;
      try {
        const { sources, levels, answerId } = await search(
          { collectionId: collection.id, query, generateAnswer: false },
          { signal },
        );
        replies.add({ found: sources.map((source) => ({ source, collection, answerId })), levels });
      } catch (caught) {
        if (isAborted(caught)) return;
        refused(collection, asApiError(caught));
      } finally {
        running -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, askNext));
  replies.flush();
  update(({ unasked, waitSeconds }) => ({
    isRunning: false,
    unasked: [...unasked, ...queue],
    waitSeconds: queue.length > 0 ? Math.max(waitSeconds, secondsOfLimit()) : waitSeconds,
  }));
};

type Reply = { readonly found: readonly FoundTicket[]; readonly levels: SimilarityLevels | undefined };

const bestFirst = (tickets: readonly FoundTicket[]): readonly FoundTicket[] =>
  tickets.toSorted((one, other) => other.source.score - one.source.score);

/** What is shown stays where it is: closer tickets wait, the others come after it. */
const merged = (before: AllSearch, replies: readonly Reply[]): Partial<AllSearch> => {
  const shown = shownOf(before);
  const last = shown.at(-1)?.source.score ?? Infinity;
  const { closer = [], others = [] } = Object.groupBy(
    replies.flatMap(({ found }) => found),
    ({ source: { score } }) => (score > last ? 'closer' : 'others'),
  );
  return {
    found: [...shown, ...bestFirst([...before.found.slice(shown.length), ...others])],
    closer: [...before.closer, ...closer],
    levels: replies.findLast(({ levels }) => levels)?.levels ?? before.levels,
    answered: before.answered + replies.length,
  };
};
