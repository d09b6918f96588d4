import type { Decider } from './decider.ts';
import type { StoredVector, TicketReembedded, TicketStored } from './events.ts';

export type TicketCommand =
  | { readonly type: 'StoreTicket'; readonly data: TicketStored['data'] }
  | { readonly type: 'ReembedTicket'; readonly vector: StoredVector };

export type TicketState =
  { readonly status: 'missing' } | { readonly status: 'stored'; readonly data: TicketStored['data'] };

/** A model is its name and its length: one may be asked for vectors of several. */
const isOfModel = (one: StoredVector, other: StoredVector) =>
  one.model === other.model && one.values.length === other.values.length;

/** One ticket of one collection a stream, so that it is stored once however many uploads race (rule 1 of the contract), and has one vector a model. */
export const ticket: Decider<TicketCommand, TicketState, TicketStored | TicketReembedded> = {
  initialState: { status: 'missing' },
  decide: (command, state) => {
    if (command.type === 'StoreTicket') {
      return state.status === 'stored' ? [] : [{ type: 'TicketStored', data: command.data }];
    }
    if (state.status === 'missing' || isOfModel(state.data.vector, command.vector)) return [];
    return [{ type: 'TicketReembedded', data: { ...state.data, vector: command.vector } }];
  },
  evolve: (_state, { data }) => ({ status: 'stored', data }),
};
