import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { backOffMs } from '../../concurrency/retry.ts';
import type { Append, AppendOutcome } from '../../ports/event-store.ts';
import { type AppendsInFlight, appendsInFlight, type InFlightLimits } from './appends-in-flight.ts';
import type { BatchCall, BatchCallEvents } from './batch-call.ts';
import { answerOf, AppendTooLarge, correlationOf, type EncodedAppend, encodeAppend } from './batch-messages.ts';
import { withCallTimeout } from './client.ts';

/** `append` resolves with the outcome; it rejects if the append is too large for the server. */
export type BatchAppender = {
  readonly append: (append: Append) => Promise<AppendOutcome>;
  /** The number of appends that wait or are in flight. */
  readonly load: () => number;
  /** Resolves once every append that was sent has its outcome; those that were not sent, and later ones, are unknown. */
  readonly close: () => Promise<void>;
};

export type BatchLimits = InFlightLimits & {
  /** Time in ms until a call that answers nothing is given up. */
  readonly silenceMs: number;
};

/** Wait before a call that has failed is opened again. */
const reopenAfter = { firstMs: 50, maxMs: 1_000 };

/** How many times within the shorter time-out the time-outs are checked. */
const checksInTimeout = 10;

type Context = {
  readonly open: (events: BatchCallEvents) => Promise<BatchCall>;
  /** Gets the reason why a call was dropped or an append was neither written nor rejected. */
  readonly onFailure: (error: unknown) => void;
  readonly limits: BatchLimits;
};

type Waiting = EncodedAppend & {
  readonly number: number;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly reject: (error: Error) => void;
};

type State = {
  lastNumber: number;
  readonly waiting: Waiting[];
  readonly inFlight: AppendsInFlight<Waiting>;
  call: BatchCall | undefined;
  isOpening: boolean;
  /** The call takes no messages until it has sent some. */
  isBlocked: boolean;
  /** When the call has answered, or the first append was sent since nothing was in flight. */
  lastProgress: number;
  /** Calls that have failed since the last answer. */
  failures: number;
  timer: NodeJS.Timeout | undefined;
  isClosed: boolean;
  /** Called when nothing is in flight any more. */
  onIdle: () => void;
};

const initialState = (limits: BatchLimits): State => ({
  lastNumber: 0,
  waiting: [],
  inFlight: appendsInFlight(limits),
  call: undefined,
  isOpening: false,
  isBlocked: false,
  lastProgress: 0,
  failures: 0,
  timer: undefined,
  isClosed: false,
  onIdle: () => undefined,
});

/**
 * Sends appends through one call, which is opened when it is needed. When the call drops, the appends in flight and those that wait are unknown:
 * their callers repeat them, and the next call is opened after a wait that grows. Answers to appends that are not awaited any more are ignored.
 */
export const batchAppender = (
  open: Context['open'],
  onFailure: Context['onFailure'],
  limits: BatchLimits,
): BatchAppender => {
  const context: Context = { open, onFailure, limits };
  const state = initialState(limits);
  return {
    append: (append) =>
      new Promise((settle, reject) => {
        if (state.isClosed) {
          settle(unknown);
          return;
        }
        const number = (state.lastNumber += 1);
        state.waiting.push({ ...encodeAppend(append, number), number, settle, reject });
        sendWaiting(state, context);
      }),
    load: () => state.waiting.length + state.inFlight.size(),
    close: async () => {
      state.isClosed = true;
      for (const { settle } of state.waiting.splice(0)) settle(unknown);
      if (state.inFlight.size() > 0) await new Promise<void>((resolve) => (state.onIdle = resolve));
      clearTimeout(state.timer);
      state.call?.cancel();
    },
  };
};

const unknown: AppendOutcome = { outcome: 'unknown' };

/** Sends what waits as far as there is room. */
const sendWaiting = (state: State, context: Context): void => {
  const { waiting, inFlight, call } = state;
  if (!call) {
    if (waiting.length > 0 && !state.isOpening) void openCall(state, context);
    return;
  }
  for (let next = waiting[0]; next && !state.isBlocked && inFlight.hasRoom(next.bytes); next = waiting[0]) {
    waiting.shift();
    const now = performance.now();
    if (inFlight.size() === 0) state.lastProgress = now;
    inFlight.add(next, now);
    for (const message of next.messages) state.isBlocked = !call.write(message);
  }
  if (inFlight.size() + waiting.length > 0) watchTimeouts(state, context);
};

const openCall = async (state: State, context: Context): Promise<void> => {
  state.isOpening = true;
  if (state.failures > 0) await sleep(backOffMs(state.failures, reopenAfter));
  const opening = context.open({
    onAnswer: (response) => receive(state, context, response),
    onDrain: () => {
      state.isBlocked = false;
      sendWaiting(state, context);
    },
    onDrop: (error) => drop(state, context, error),
  });
  try {
    const call = await withCallTimeout(opening, context.limits.silenceMs);
    if (state.isClosed) call.cancel();
    else if (!call.isClosed()) state.call = call;
  } catch (error) {
    // A call that opens too late is not used.
    opening.then((late) => late.cancel()).catch(() => undefined);
    drop(state, context, error);
  }
  state.isOpening = false;
  sendWaiting(state, context);
};

/** The call is over: nothing is known of its appends. */
const drop = (state: State, { onFailure }: Context, error: unknown): void => {
  const lost = [...state.inFlight.takeAll(), ...state.waiting.splice(0)];
  state.call?.cancel();
  clearTimeout(state.timer);
  Object.assign(state, {
    call: undefined,
    isBlocked: false,
    timer: undefined,
  } satisfies Partial<State>);
  // A call that carries nothing may end with a restart of the server: the next append finds out whether that works.
  if (lost.length === 0) return;
  state.failures += 1;
  onFailure(error);
  for (const { settle } of lost) settle(unknown);
  settleIdle(state);
};

const receive = (state: State, context: Context, response: BatchAppendResp): void => {
  state.failures = 0;
  state.lastProgress = performance.now();
  const append = state.inFlight.take(correlationOf(response));
  if (append) {
    const answer = answerOf(response);
    if (!(answer instanceof Error)) append.settle(answer);
    else if (answer instanceof AppendTooLarge) append.reject(answer);
    else {
      context.onFailure(answer);
      append.settle(unknown);
    }
    settleIdle(state);
  }
  sendWaiting(state, context);
};

const watchTimeouts = (state: State, context: Context): void => {
  const { silenceMs, lifetimeMs } = context.limits;
  state.timer ??= setTimeout(
    () => {
      state.timer = undefined;
      // Answers that have arrived while this thread was busy are read first.
      setImmediate(() => checkTimeouts(state, context));
    },
    Math.min(silenceMs, lifetimeMs) / checksInTimeout,
  );
};

const checkTimeouts = (state: State, context: Context): void => {
  if (state.inFlight.size() + state.waiting.length === 0) return;
  const now = performance.now();
  const timedOut = new Error('timed out');
  if (now - state.lastProgress >= context.limits.silenceMs) drop(state, context, timedOut);
  const expired = state.inFlight.takeExpired(now);
  for (const { settle } of expired) settle(unknown);
  if (expired.length > 0) context.onFailure(timedOut);
  settleIdle(state);
  sendWaiting(state, context);
};

const settleIdle = ({ inFlight, onIdle }: State): void => {
  if (inFlight.size() === 0) onIdle();
};
