import type { Decider } from './decider.ts';
import { storedFields, type StoredVector, type TicketReembedded, type TicketStored } from './events.ts';
import type { CleanTicket } from './ticket-record.ts';

export type TicketCommand =
  | { readonly type: 'StoreTicket'; readonly data: TicketStored['data'] }
  | { readonly type: 'ReembedTicket'; readonly vector: StoredVector };

export type TicketState =
  | { readonly status: 'missing' }
  | { readonly status: 'stored'; readonly data: TicketStored['data'] };

/** A model is its name and its number of dimensions: some models offer several. */
const isOfModel = (one: StoredVector, other: StoredVector) =>
  one.model === other.model && one.values.length === other.values.length;

/** Each ticket of a collection is one stream: concurrent uploads store it once (rule 1), and it has one vector per model. */
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

/** What TicketStored records: the listed fields of the ticket, without those that it lacks. */
export const ticketStoredData = (
  owner: Pick<TicketStored['data'], 'tenantId' | 'collectionId' | 'recordId'>,
  ticket: CleanTicket,
  vector: StoredVector,
): TicketStored['data'] => {
  const stored = Object.entries<unknown>(ticket).filter(
    ([name, value]) => Object.hasOwn(storedFields, name) && value !== undefined,
  );
  return {
    tenantId: owner.tenantId,
    collectionId: owner.collectionId,
    recordId: owner.recordId,
    ...(Object.fromEntries(stored) as Pick<CleanTicket, keyof typeof storedFields>),
    vector: { model: vector.model, values: vector.values },
  };
};
