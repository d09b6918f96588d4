import type { Decider } from './decider.ts';
import { CollectionNotFound } from './errors.ts';
import type { CollectionConfigured, CollectionCreated, CollectionDeleted } from './events.ts';

export type CollectionCommand =
  | { readonly type: 'CreateCollection'; readonly data: CollectionCreated['data'] }
  | { readonly type: 'ConfigureCollection'; readonly data: CollectionConfigured['data'] }
  | { readonly type: 'DeleteCollection'; readonly data: CollectionDeleted['data'] };

export type CollectionState =
  | { readonly status: 'missing' }
  | { readonly status: 'open'; readonly userId: string; readonly name: string; readonly ticketUrl: string | null }
  | { readonly status: 'deleted' };

export type CollectionEvent = CollectionCreated | CollectionConfigured | CollectionDeleted;

/** One stream per collection. A deleted collection is never created again. */
export const collection: Decider<CollectionCommand, CollectionState, CollectionEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'CreateCollection' && state.status === 'missing') {
      return [{ type: 'CollectionCreated', data: command.data }];
    }
    if (state.status !== 'open' || state.userId !== command.data.userId) throw new CollectionNotFound();
    switch (command.type) {
      case 'CreateCollection':
        // The id was derived from an idempotency key: a repeated request finds its collection unless it has been deleted.
        return [];
      case 'ConfigureCollection': {
        const { name = state.name, ticketUrl = state.ticketUrl } = command.data;
        if (name === state.name && ticketUrl === state.ticketUrl) return [];
        return [{ type: 'CollectionConfigured', data: command.data }];
      }
      case 'DeleteCollection':
        return [{ type: 'CollectionDeleted', data: command.data }];
    }
  },

  evolve: (state, event) => {
    switch (event.type) {
      case 'CollectionCreated':
        return { status: 'open', userId: event.data.userId, name: event.data.name, ticketUrl: null };
      case 'CollectionConfigured': {
        if (state.status !== 'open') return state;
        const { name = state.name, ticketUrl = state.ticketUrl } = event.data;
        return { ...state, name, ticketUrl };
      }
      case 'CollectionDeleted':
        return { status: 'deleted' };
    }
  },
};
