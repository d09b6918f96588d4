import type { ApiClient } from '../../api/api-client.ts';
import { type ApiError, asApiError, isAborted } from '../../api/api-error.ts';
import type { Found, Source } from '../../api/records.ts';
import { observable, type Observable } from '../../state/observable.ts';
import { type Answer, parseAnswer } from './parse-answer.ts';

/** `goesOn`: the service takes no requests for a while, and the search goes on by itself after that. */
export type Refused = { readonly state: 'refused'; readonly error: ApiError; readonly goesOn: boolean };

export type FoundSources =
  { readonly state: 'searching' } | { readonly state: 'found'; readonly sources: readonly Source[] } | Refused;

export type AnswerState =
  | { readonly state: 'off' }
  /** `since`: milliseconds of `performance.now()`. */
  | { readonly state: 'writing'; readonly since: number }
  | { readonly state: 'read'; readonly answer: Answer; readonly seconds: number }
  | Refused;

/** One query: its sources at once, its answer when it comes. */
export type SearchState = { readonly query: string; readonly found: FoundSources; readonly answer: AnswerState };

export type SearchRunner = {
  readonly now: Observable<SearchState | undefined>;
  /** Searches; what was found by the same query before is shown again without asking, unless `anew`. */
  readonly start: (query: string, how: { readonly withAnswer: boolean; readonly anew?: boolean }) => void;
  /** Asks for the answer, again or for the first time; the sources stay. */
  readonly answer: () => void;
  /** Asks for the answer where there is none yet, or gives up the one on its way. */
  readonly wantAnswer: (wanted: boolean) => void;
  /** Repeats what was refused. */
  readonly retry: () => void;
  /** The same, where the service could not be reached. */
  readonly retryOffline: () => void;
  /** Gives up what is on its way; `forget` what was found as well. */
  readonly stop: () => void;
  readonly forget: () => void;
};

const mostHeld = 10;
/** How often a search goes on by itself: a page that nobody looks at must not ask for ever. */
const mostPauses = 3;

const off: AnswerState = { state: 'off' };

/** The ticket that the answer is based on. */
export const citedIn = ({ answer }: SearchState): string | undefined =>
  answer.state === 'read' && answer.answer.kind === 'written' ? answer.answer.cited : undefined;

/** The searches in one collection, one at a time: the next one ends the one before. */
export const createSearchRunner = (search: ApiClient['search'], collectionId: string): SearchRunner => {
  const now = observable<SearchState | undefined>(undefined);
  /** What is done, newest last: going back asks for nothing. */
  const held = new Map<string, SearchState>();
  let onTheWay = new AbortController();
  let pauses = 0;
  let wantsAnswer = true;

  const change = (change: Partial<SearchState>) => {
    const before = now.get();
    if (!before) return;
    const run = { ...before, ...change };
    if (run.found.state === 'found' && (run.answer.state === 'read' || run.answer.state === 'off')) hold(run);
    now.set(run);
  };
  const hold = (run: SearchState) => {
    held.delete(run.query);
    held.set(run.query, run);
    const [oldest] = held.keys();
    if (held.size > mostHeld && oldest !== undefined) held.delete(oldest);
  };
  const refused = (error: ApiError): Refused => ({
    state: 'refused',
    error,
    goesOn: error.status === 429 && (pauses += 1) <= mostPauses,
  });
  /** The reply, the refusal, or undefined where another search has begun meanwhile. */
  const ask = async (query: string, generateAnswer: boolean): Promise<Found | Refused | undefined> => {
    onTheWay.abort();
    const { signal } = (onTheWay = new AbortController());
    try {
      const reply = await search({ collectionId, query, generateAnswer }, signal);
      return signal.aborted ? undefined : reply;
    } catch (error) {
      return signal.aborted || isAborted(error) ? undefined : refused(asApiError(error));
    }
  };

  const findSources = async (query: string) => {
    now.set({ query, found: { state: 'searching' }, answer: off });
    const reply = await ask(query, false);
    if (!reply) return;
    if ('state' in reply) change({ found: reply });
    else {
      change({ found: { state: 'found', sources: reply.sources } });
      if (wantsAnswer && reply.sources.length > 0) await findAnswer(query, reply.sources);
    }
  };
  const findAnswer = async (query: string, sources: readonly Source[]) => {
    const since = performance.now();
    change({ answer: { state: 'writing', since } });
    const reply = await ask(query, true);
    if (!reply) return;
    if ('state' in reply) change({ answer: reply });
    else {
      const seconds = (performance.now() - since) / 1000;
      change({ answer: { state: 'read', answer: parseAnswer(reply.answer, sources), seconds } });
    }
  };
  const answer = () => {
    const run = now.get();
    wantsAnswer = true;
    if (run?.found.state === 'found' && run.found.sources.length > 0) void findAnswer(run.query, run.found.sources);
  };
  const retry = () => {
    const run = now.get();
    if (run?.found.state === 'refused') void findSources(run.query);
    else if (run?.answer.state === 'refused') answer();
  };
  const stop = () => {
    onTheWay.abort();
    now.set(undefined);
  };

  return {
    now,
    start: (query, { withAnswer, anew = false }) => {
      pauses = 0;
      wantsAnswer = withAnswer;
      const before = anew ? undefined : held.get(query);
      if (!before) {
        void findSources(query);
        return;
      }
      onTheWay.abort();
      now.set(before);
      if (withAnswer && before.answer.state === 'off') answer();
    },
    answer,
    wantAnswer: (wanted) => {
      wantsAnswer = wanted;
      const state = now.get()?.answer.state;
      if (wanted && state === 'off') answer();
      if (wanted || state === 'read') return;
      if (state === 'writing') onTheWay.abort();
      change({ answer: off });
    },
    retry,
    retryOffline: () => {
      const refusals = [now.get()?.found, now.get()?.answer].filter((each) => each?.state === 'refused');
      if (refusals.some((each) => each.error.status === 0)) retry();
    },
    stop,
    forget: () => held.clear(),
  };
};
