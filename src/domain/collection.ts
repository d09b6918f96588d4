import { canonicalJson } from '../platform/canonical-json.ts';
import type { Decider } from './decider.ts';
import { CollectionNotFound } from './errors.ts';
import type { CollectionConfigured, CollectionCreated, CollectionDeleted } from './events.ts';

type CollectionSettings = Pick<CollectionConfigured['data'], 'name' | 'ticketUrl' | 'notNames'>;

export type CollectionCommand =
  | { readonly type: 'CreateCollection'; readonly data: CollectionCreated['data'] }
  | { readonly type: 'ConfigureCollection'; readonly data: CollectionConfigured['data'] }
  | { readonly type: 'DeleteCollection'; readonly data: CollectionDeleted['data'] };

export type CollectionState =
  | { readonly status: 'missing' }
  | (Required<CollectionSettings> & { readonly status: 'open'; readonly userId: string })
  | { readonly status: 'deleted' };

export type CollectionEvent = CollectionCreated | CollectionConfigured | CollectionDeleted;

/** Settings with some of them changed. */
const configured = (
  state: Required<CollectionSettings>,
  { name = state.name, ticketUrl = state.ticketUrl, notNames = state.notNames }: CollectionSettings,
): Required<CollectionSettings> => ({ name, ticketUrl, notNames });

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
        const { name, ticketUrl, notNames } = configured(state, command.data);
        const isSame = name === state.name && ticketUrl === state.ticketUrl;
        if (isSame && canonicalJson(notNames) === canonicalJson(state.notNames)) return [];
        return [{ type: 'CollectionConfigured', data: command.data }];
      }
      case 'DeleteCollection':
        return [{ type: 'CollectionDeleted', data: command.data }];
    }
  },

  evolve: (state, event) => {
    switch (event.type) {
      case 'CollectionCreated':
        return { status: 'open', userId: event.data.userId, name: event.data.name, ticketUrl: null, notNames: [] };
      case 'CollectionConfigured':
        return state.status === 'open' ? { ...state, ...configured(state, event.data) } : state;
      case 'CollectionDeleted':
        return { status: 'deleted' };
    }
  },
};
