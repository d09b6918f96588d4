import { hash } from 'node:crypto';
import {
  type AccountErasureEvent,
  type AccountErasureProven,
  type AccountErasureRequested,
  type AccountErasureStep,
  accountErasureSteps,
} from './account-erasure-events.ts';
import type { Decider } from './decider.ts';
import { ErasureNotFound } from './errors.ts';

export type AccountErasureCommand =
  | { readonly type: 'RequestAccountErasure'; readonly data: AccountErasureRequested['data'] }
  | { readonly type: 'HoldBackAccountErasure'; readonly left: number }
  | {
      readonly type: 'ProveAccountStep';
      readonly proof: Pick<AccountErasureProven['data'], 'step' | 'found' | 'positions'>;
    };

export type AccountErasureState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'requested';
      readonly request: AccountErasureRequested['data'];
      readonly proven: ReadonlySet<AccountErasureStep>;
      /** Of erased events, once they are known. */
      readonly positions: readonly string[];
      /** Pieces of the texts that the files had after the last look; undefined if it has not come to that. */
      readonly heldBackFor: number | undefined;
    };

/** Each erasure of an account is one stream. A step is proven once. */
export const accountErasure: Decider<AccountErasureCommand, AccountErasureState, AccountErasureEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RequestAccountErasure')
      return state.status === 'missing' ? [{ type: 'AccountErasureRequested', data: command.data }] : [];
    if (state.status === 'missing') throw new ErasureNotFound();
    const { erasureId, userId } = state.request;
    if (command.type === 'HoldBackAccountErasure') {
      if (state.heldBackFor !== undefined || state.proven.has('files')) return [];
      return [{ type: 'AccountErasureHeldBack', data: { erasureId, userId, left: command.left } }];
    }
    if (state.proven.has(command.proof.step)) return [];
    return [{ type: 'AccountErasureProven', data: { erasureId, userId, ...command.proof } }];
  },

  evolve: (state, event) => {
    if (event.type === 'AccountErasureRequested')
      return { status: 'requested', request: event.data, proven: new Set(), positions: [], heldBackFor: undefined };
    if (state.status === 'missing') return state;
    if (event.type === 'AccountErasureHeldBack') return { ...state, heldBackFor: event.data.left };
    const { step, positions = state.positions } = event.data;
    return { ...state, proven: new Set([...state.proven, step]), positions };
  },
};

/** Of the token of an erasure, as the log has it: long and random, so that it needs no slow hash. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** For how long the token of an erasure shows it. */
export const shownForDays = 90;

/** The steps of a service: `log_disk` only where the log's server keeps what was erased. */
export const accountStepsOf = ({ hasLogServer }: { readonly hasLogServer: boolean }): readonly AccountErasureStep[] =>
  accountErasureSteps.filter((step) => hasLogServer || step !== 'log_disk');
