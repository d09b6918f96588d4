import type { Decider } from './decider.ts';
import type { TicketStored } from './events.ts';

export type TicketCommand = { readonly type: 'StoreTicket'; readonly data: TicketStored['data'] };

export type TicketState = { readonly status: 'missing' | 'stored' };

/** One ticket of one collection a stream, so that it is stored once however many uploads race (rule 1 of the contract). */
export const ticket: Decider<TicketCommand, TicketState, TicketStored> = {
  initialState: { status: 'missing' },
  decide: (command, state) => (state.status === 'stored' ? [] : [{ type: 'TicketStored', data: command.data }]),
  evolve: () => ({ status: 'stored' }),
};
