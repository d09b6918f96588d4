import { ApiError, isAborted } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import { translated } from '../../../messages/language.ts';
import { uploadMessages } from '../../../messages/upload.ts';
import { observable, type Observable } from '../../../state/observable.ts';
import { type FlowState, percentOf, type Refusal } from './flow-state.ts';

/** What the steps of an upload share. */
export type FlowContext = {
  readonly app: AppContext;
  readonly collectionId: string;
  readonly state: Observable<FlowState>;
  /** Sets the state; also updates the window title and the warning before the window is closed. */
  readonly setState: (state: FlowState) => void;
  readonly refuse: (file: File, reason: Refusal['reason'], chosen?: Refusal['chosen']) => void;
  /** Cancels the running step; returns the signal of the next one. */
  readonly nextSignal: () => AbortSignal;
  /** Runs a cancellable step; `onError` is not called after it was cancelled. */
  readonly runStep: (step: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void) => Promise<void>;
};

/** Tells other pages what is running. */
const publish = ({ uploads }: AppContext, collectionId: string, state: FlowState): void => {
  const others = uploads.get().filter((each) => each.collectionId !== collectionId);
  if (state.step !== 'sending' && state.step !== 'following') {
    if (others.length < uploads.get().length) uploads.set(others);
    return;
  }
  const { stage } = state;
  const { stored, total } = (stage.phase === 'processing' ? stage.progress : undefined) ?? { stored: 0, total: null };
  uploads.set([...others, { collectionId, percent: percentOf(stage), stored, total }]);
};

/** Returns what follows from each state: the warning before the window is closed, and its title. */
const windowEffects = ({ windowTitle }: AppContext) => {
  const confirmClosing = (event: BeforeUnloadEvent) => event.preventDefault();
  return (before: FlowState, state: FlowState): void => {
    // An upload that was accepted goes on without the window.
    const needsWindow = state.step === 'sending' && !(state.stage.phase === 'processing' && state.stage.accepted);
    if (needsWindow) window.addEventListener('beforeunload', confirmClosing);
    else window.removeEventListener('beforeunload', confirmClosing);
    if (state.step === 'sending' || state.step === 'following') {
      const { stage } = state;
      windowTitle.set(translated(uploadMessages).windowTitle(percentOf(stage), stage.phase === 'transfer'));
    } else if (before.step === 'sending' || before.step === 'following') windowTitle.set(undefined);
  };
};

/** The state of an upload into a collection, at step `start`. */
export const createFlowContext = (app: AppContext, collectionId: string): FlowContext => {
  const state = observable<FlowState>({ step: 'start' });
  const applyToWindow = windowEffects(app);
  let controller = new AbortController();
  const nextSignal = (): AbortSignal => {
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  };
  const setState = (next: FlowState) => {
    const before = state.get();
    state.set(next);
    applyToWindow(before, next);
    publish(app, collectionId, next);
  };
  return {
    app,
    collectionId,
    state,
    setState,
    refuse: ({ name }, reason, chosen) => setState({ step: 'start', refusal: { name, reason, chosen } }),
    nextSignal,
    runStep: async (step, onError) => {
      const signal = nextSignal();
      try {
        await step(signal);
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        onError(error);
        // The collection was deleted meanwhile: its page shows that once the list is reloaded.
        if (error instanceof ApiError && error.status === 404) void app.collections.load();
      }
    },
  };
};
