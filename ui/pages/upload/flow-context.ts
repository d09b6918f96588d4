import { ApiError, isAborted } from '../../api/api-error.ts';
import type { AppContext } from '../../app-context.ts';
import { translated } from '../../messages/language.ts';
import { uploadMessages } from '../../messages/upload.ts';
import { observable, type Observable } from '../../state/observable.ts';
import type { FlowState, Refusal } from './flow-state.ts';
import { percentOf } from './percent-of.ts';

/** What the steps of an upload share. */
export type FlowContext = {
  readonly app: AppContext;
  readonly collectionId: string;
  readonly now: Observable<FlowState>;
  readonly to: (state: FlowState) => void;
  readonly refuse: (file: File, why: Refusal['why']) => void;
  /** Gives up what is under way; returns the signal of what begins. */
  readonly begin: () => AbortSignal;
  /** Does what may be given up; `failed` is told of an error, unless something else has begun. */
  readonly run: (work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) => Promise<void>;
};

/** The browser asks before it closes a window that is sending. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Where an upload into a collection stands, at its start; tells the window's title and its warning as well. */
export const createFlowContext = (app: AppContext, collectionId: string): FlowContext => {
  const now = observable<FlowState>({ step: 'start' });
  let current = new AbortController();
  const begin = (): AbortSignal => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };
  const to = (state: FlowState) => {
    const before = now.get().step;
    now.set(state);
    if (state.step === 'sending') {
      const { stage } = state;
      window.addEventListener('beforeunload', warn);
      app.windowTitle.set(translated(uploadMessages).windowTitle(percentOf(stage), stage.at === 'transfer'));
    } else if (before === 'sending') {
      window.removeEventListener('beforeunload', warn);
      app.windowTitle.set(undefined);
    }
  };
  return {
    ...{ app, collectionId, now, begin, to },
    refuse: ({ name }, why) => to({ step: 'start', refusal: { name, why } }),
    run: async (work, failed) => {
      const signal = begin();
      try {
        await work(signal);
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        failed(error);
        // The collection was deleted meanwhile: its page says so when the list is here.
        if (error instanceof ApiError && error.status === 404) void app.collections.load();
      }
    },
  };
};
