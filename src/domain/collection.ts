import type { Decider } from './decider.ts';
import { CollectionNotFound } from './errors.ts';
import type { CollectionCreated, CollectionDeleted } from './events.ts';

export type CollectionCommand =
  | { readonly type: 'CreateCollection'; readonly data: CollectionCreated['data'] }
  | { readonly type: 'DeleteCollection'; readonly data: CollectionDeleted['data'] };

export type CollectionState =
  | { readonly status: 'missing' }
  | { readonly status: 'open'; readonly userId: string }
  | { readonly status: 'deleted' };

export type CollectionEvent = CollectionCreated | CollectionDeleted;

/** One stream per collection. A deleted collection is never created again. */
export const collection: Decider<CollectionCommand, CollectionState, CollectionEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    const isOwn = state.status === 'open' && state.userId === command.data.userId;
    if (command.type === 'CreateCollection') {
      if (state.status === 'missing') return [{ type: 'CollectionCreated', data: command.data }];
      // The id was derived from an idempotency key: a repeated request finds its collection unless it has been deleted.
      if (isOwn) return [];
      throw new CollectionNotFound();
    }
    if (!isOwn) throw new CollectionNotFound();
    return [{ type: 'CollectionDeleted', data: command.data }];
  },

  evolve: (_state, event) =>
    event.type === 'CollectionCreated' ? { status: 'open', userId: event.data.userId } : { status: 'deleted' },
};
