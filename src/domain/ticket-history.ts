import type { RecordedEvent, Surface } from './events.ts';
import { changedTexts, ticket, type TicketTexts } from './ticket.ts';
import type { TicketFact } from './ticket-events.ts';

/** What happened to a ticket; `at` is ISO 8601. A vector of another model is no part of it. */
export type TicketHistoryEntry = {
  readonly change: 'stored' | 'corrected' | 'withdrawn' | 'restored';
  readonly at: string;
  /** Null for what an upload did, whose surface is that of the upload. */
  readonly surface: Surface | null;
  /** The revision after it. */
  readonly revision: number;
  readonly uploadId: string | null;
  /** The texts that a correction changed, as they were before; empty if there was none. */
  readonly before: Partial<TicketTexts>;
};

const changes = {
  TicketStored: 'stored',
  TicketCorrected: 'corrected',
  TicketWithdrawn: 'withdrawn',
  TicketRestored: 'restored',
} as const;

/** The history of a ticket from the events of its stream, oldest first. */
export const ticketHistory = (events: readonly RecordedEvent[]): readonly TicketHistoryEntry[] => {
  let state = ticket.initialState;
  return events.flatMap((recorded): TicketHistoryEntry[] => {
    const event = recorded as RecordedEvent<TicketFact>;
    const { metadata } = event;
    const earlier = state;
    state = ticket.evolve(state, event);
    if (event.type === 'TicketReembedded' || !('revision' in state)) return [];
    const texts = event.type === 'TicketCorrected' && 'data' in earlier ? earlier.data : undefined;
    const { at, surface = null, uploadId = null } = metadata;
    const before = texts ? textsBefore(texts, state.data) : {};
    return [{ change: changes[event.type], at, surface, revision: state.revision, uploadId, before }];
  });
};

const textsBefore = (before: Partial<TicketTexts>, after: TicketTexts): Partial<TicketTexts> =>
  Object.fromEntries(changedTexts(before, after).map((name) => [name, before[name] ?? '']));
