import type { ApiClient, SearchOptions } from '../../api/api-client.ts';
import { type ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import type { Found, Source } from '../../api/records.ts';
import { observable, type Observable } from '../../state/observable.ts';
import { type Answer, parseAnswer } from './parse-answer.ts';
import { filterText, noSearchFilter, type SearchFilter } from './search-filter.ts';

/** `autoRetry`: rate limited; the request is repeated automatically after the wait. */
export type Refused = { readonly state: 'refused'; readonly error: ApiError; readonly autoRetry: boolean };

export type FoundSources =
  | { readonly state: 'searching' }
  | ({ readonly state: 'found' } & Pick<Found, 'sources' | 'levels' | 'isExtractive'>)
  | Refused;

export type AnswerState =
  | { readonly state: 'off' }
  /** `since`: milliseconds of `performance.now()`. */
  | ({ readonly state: 'writing'; readonly since: number } & Begun)
  | ({ readonly state: 'stopped' } & Begun)
  | ({ readonly state: 'read'; readonly answer: Answer; readonly seconds: number } & Begun)
  | (Refused & Begun);

/** `text`: what the model has written, before the answer rules; of an answer that failed or was stopped it is all there is. */
type Begun = { readonly text: string };

/** The state of one query: sources first, then the answer. `answerId`: by which both are judged; undefined if they are not kept. */
export type SearchState = {
  readonly query: string;
  readonly filter: SearchFilter;
  readonly found: FoundSources;
  readonly answer: AnswerState;
  readonly answerId?: string | undefined;
};

export type SearchRunner = {
  readonly state: Observable<SearchState | undefined>;
  /** Starts a search; a cached result of the same query and filter is reused unless `fresh`. */
  readonly start: (query: string, options: StartOptions) => void;
  /** Requests the answer (again); the sources stay. */
  readonly requestAnswer: () => void;
  /** Ends the writing of the answer; what there is stays. */
  readonly stopAnswer: () => void;
  /** Requests a missing answer, or cancels the pending one. */
  readonly setAnswerWanted: (wanted: boolean) => void;
  /** Repeats the refused request. */
  readonly retry: () => void;
  /** Repeats the refused request if the service could not be reached. */
  readonly retryOffline: () => void;
  /** Cancels the pending request and clears the state. */
  readonly stop: () => void;
  readonly clearCache: () => void;
};

type StartOptions = { readonly withAnswer: boolean; readonly fresh?: boolean; readonly filter?: SearchFilter };

type Search = Pick<SearchState, 'query' | 'filter'>;

const maxCached = 10;
/** Limits automatic retries per search, so that an unattended page stops sending requests. */
const maxAutoRetries = 3;

const off: AnswerState = { state: 'off' };

/** The id of the ticket that the answer is based on. */
export const citedTicket = ({ answer }: SearchState): string | undefined =>
  answer.state === 'read' && answer.answer.kind === 'written' ? answer.answer.cited : undefined;

/** Runs the searches of one collection, one at a time: a new search cancels the one before. A search is one request, which brings the sources before the answer. */
export const createSearchRunner = (search: ApiClient['search'], collectionId: string): SearchRunner => {
  const run: Run = {
    state: observable<SearchState | undefined>(undefined),
    cache: resultCache(),
    requests: latestRequest(search, collectionId),
    answerWanted: true,
  };
  const { state, cache, requests } = run;
  const retry = () => {
    const current = state.get();
    if (current?.found.state === 'refused') void findSources(run, current);
    else if (current?.answer.state === 'refused') requestAnswer(run);
  };
  return {
    state,
    start: (query, options) => start(run, query, options),
    requestAnswer: () => requestAnswer(run),
    stopAnswer: () => {
      const answer = state.get()?.answer;
      if (answer?.state !== 'writing') return;
      requests.cancel();
      update(run, { answer: { state: 'stopped', text: answer.text } });
    },
    setAnswerWanted: (wanted) => setAnswerWanted(run, wanted),
    retry,
    retryOffline: () => {
      const refusals = [state.get()?.found, state.get()?.answer].filter((each) => each?.state === 'refused');
      if (refusals.some((each) => each.error.status === 0)) retry();
    },
    stop: () => {
      requests.cancel();
      state.set(undefined);
    },
    clearCache: cache.clear,
  };
};

type Follower = Pick<SearchOptions, 'onSources' | 'onText'>;

type Run = {
  readonly state: SearchRunner['state'];
  readonly cache: ReturnType<typeof resultCache>;
  readonly requests: ReturnType<typeof latestRequest>;
  answerWanted: boolean;
};

const searchText = ({ query, filter }: Search): string => `${filterText(filter)} ${query}`;

/** The last complete results by query and filter. */
const resultCache = () => {
  const results = new Map<string, SearchState>();
  return {
    get: (search: Search) => results.get(searchText(search)),
    add: (result: SearchState) => {
      results.delete(searchText(result));
      results.set(searchText(result), result);
      const [oldest] = results.keys();
      if (results.size > maxCached && oldest !== undefined) results.delete(oldest);
    },
    clear: () => results.clear(),
  };
};

/** Sends requests; each cancels the one before. */
const latestRequest = (search: ApiClient['search'], collectionId: string) => {
  let controller = new AbortController();
  let autoRetries = 0;
  const refused = (error: ApiError): Refused => ({
    state: 'refused',
    error,
    autoRetry: error.status === 429 && (autoRetries += 1) <= maxAutoRetries,
  });
  return {
    /** The reply or the refusal; undefined if cancelled. `follower` receives what comes before. */
    send: async ({ query, filter }: Search, generateAnswer: boolean, follower: Follower = {}) => {
      controller.abort();
      const { signal } = (controller = new AbortController());
      const unlessAborted =
        <Value>(receive?: (value: Value) => void) =>
        (value: Value) =>
          signal.aborted || receive?.(value);
      try {
        const reply = await search(
          { collectionId, query, generateAnswer, ...(filterText(filter) !== '' && { filter }) },
          { signal, onSources: unlessAborted(follower.onSources), onText: unlessAborted(follower.onText) },
        );
        return signal.aborted ? undefined : reply;
      } catch (error) {
        return signal.aborted || isAborted(error) ? undefined : refused(asApiError(error));
      }
    },
    cancel: () => controller.abort(),
    resetAutoRetries: () => {
      autoRetries = 0;
    },
  };
};

const update = ({ state, cache }: Run, change: Partial<SearchState>): void => {
  const before = state.get();
  if (!before) return;
  const next = { ...before, ...change };
  if (next.found.state === 'found' && (next.answer.state === 'read' || next.answer.state === 'off')) cache.add(next);
  state.set(next);
};

const start = (run: Run, query: string, options: StartOptions): void => {
  const { withAnswer, fresh = false, filter = noSearchFilter } = options;
  const { state, cache, requests } = run;
  requests.resetAutoRetries();
  run.answerWanted = withAnswer;
  const cached = fresh ? undefined : cache.get({ query, filter });
  if (!cached) {
    void findSources(run, { query, filter });
    return;
  }
  requests.cancel();
  state.set(cached);
  if (withAnswer && cached.answer.state === 'off') requestAnswer(run);
};

const findSources = async (run: Run, { query, filter }: Search): Promise<void> => {
  run.state.set({ query, filter, found: { state: 'searching' }, answer: off });
  const growing = growingAnswer(run);
  const withAnswer = run.answerWanted;
  const onSources = ({ sources, levels, isExtractive, answerId }: Found) => {
    const isWriting = withAnswer && run.answerWanted && sources.length > 0;
    const found = { state: 'found', sources, levels, isExtractive } as const;
    update(run, { found, answerId, ...(isWriting && { answer: growing.begun() }) });
  };
  const reply = await run.requests.send({ query, filter }, withAnswer, { onSources, onText: growing.add });
  if (!reply) return;
  if ('state' in reply) {
    const hasSources = run.state.get()?.found.state === 'found';
    update(run, hasSources ? { answer: growing.ended(reply) } : { found: reply });
    return;
  }
  if (run.state.get()?.found.state !== 'found') onSources(reply);
  if (!run.answerWanted || reply.sources.length === 0) return;
  if (withAnswer) update(run, { answer: growing.ended(reply) });
  else requestAnswer(run);
};

/** The pieces of an answer are shown so often: each time all of it is formatted. */
const growthIntervalMs = 50;

/** An answer from its request to its end. */
const growingAnswer = (run: Run) => {
  const since = performance.now();
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begun = (): AnswerState => ({ state: 'writing', since, text });
  const grow = () => {
    timer = undefined;
    const answer = run.state.get()?.answer;
    if (answer?.state === 'writing' && answer.since === since) update(run, { answer: begun() });
  };
  return {
    begun,
    add: (piece: string): void => {
      text += piece;
      timer ??= setTimeout(grow, growthIntervalMs);
    },
    ended: (reply: Found | Refused): AnswerState => {
      clearTimeout(timer);
      if ('state' in reply) return { ...reply, text };
      const seconds = (performance.now() - since) / 1000;
      return { state: 'read', answer: parseAnswer(reply.answer, reply.sources), seconds, text };
    },
  };
};

const findAnswer = async (run: Run, search: Search, sources: readonly Source[]): Promise<void> => {
  const growing = growingAnswer(run);
  update(run, { answer: growing.begun() });
  // It is another answer than the one before, even if that had none.
  const onSources = ({ answerId }: Found) => update(run, { answerId });
  const reply = await run.requests.send(search, true, { onSources, onText: growing.add });
  if (reply) update(run, { answer: growing.ended('state' in reply ? reply : { ...reply, sources }) });
};

const requestAnswer = (run: Run): void => {
  const current = run.state.get();
  run.answerWanted = true;
  if (current?.found.state !== 'found' || current.found.sources.length === 0) return;
  void findAnswer(run, current, current.found.sources);
};

const setAnswerWanted = (run: Run, wanted: boolean): void => {
  run.answerWanted = wanted;
  const answerState = run.state.get()?.answer.state;
  if (wanted && answerState === 'off') requestAnswer(run);
  if (wanted || answerState === 'read') return;
  if (answerState === 'writing') run.requests.cancel();
  update(run, { answer: off });
};
