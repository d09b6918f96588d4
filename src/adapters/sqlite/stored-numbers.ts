import type { TicketState } from '../../ports/collections.ts';
import { type TicketOutcome, ticketOutcomes } from '../../ports/uploads.ts';

/** The states of tickets by their stored numbers. */
export const ticketStates = ['active', 'withdrawn', 'erased', 'undone'] as const satisfies readonly TicketState[];

export const stateNumber = (state: TicketState): number => ticketStates.indexOf(state);

/** The stored number of an outcome: its index in the list. */
export const outcomeNumber = (outcome: TicketOutcome): number => ticketOutcomes.indexOf(outcome);
