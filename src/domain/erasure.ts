import type { Decider } from './decider.ts';
import { ErasureNotFound } from './errors.ts';
import { type ErasureProven, type ErasureRequested, type ErasureStep, erasureSteps } from './erasure-events.ts';

export type ErasureCommand =
  | { readonly type: 'RequestErasure'; readonly data: ErasureRequested['data'] }
  | {
      readonly type: 'ProveStep';
      readonly proof: Pick<ErasureProven['data'], 'step' | 'found' | 'positions'>;
    };

export type ErasureState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'requested';
      readonly request: ErasureRequested['data'];
      readonly proven: ReadonlySet<ErasureStep>;
      /** Of all erased events, once they are known. */
      readonly positions: readonly string[];
    };

export type ErasureEvent = ErasureRequested | ErasureProven;

/** Each erasure is one stream. A step is proven once. */
export const erasure: Decider<ErasureCommand, ErasureState, ErasureEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RequestErasure') {
      return state.status === 'missing' ? [{ type: 'ErasureRequested', data: command.data }] : [];
    }
    if (state.status === 'missing') throw new ErasureNotFound();
    const { erasureId, userId, collectionId } = state.request;
    if (state.proven.has(command.proof.step)) return [];
    return [{ type: 'ErasureProven', data: { erasureId, userId, collectionId, ...command.proof } }];
  },

  evolve: (state, event) => {
    if (event.type === 'ErasureRequested') {
      const positions = event.data.tickets.flatMap((ticket) => ticket.positions);
      return { status: 'requested', request: event.data, proven: new Set(), positions };
    }
    if (state.status === 'missing') return state;
    const { step, positions = state.positions } = event.data;
    return { ...state, proven: new Set([...state.proven, step]), positions };
  },
};

/** The steps of a service: `log_disk` only if the log's server keeps erased events for a while. */
export const stepsOf = ({ hasLogServer }: { readonly hasLogServer: boolean }): readonly ErasureStep[] =>
  erasureSteps.filter((step) => hasLogServer || step !== 'log_disk');
