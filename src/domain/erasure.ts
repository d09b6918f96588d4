import type { Decider } from './decider.ts';
import { ErasureNotFound } from './errors.ts';
import type { RecordedEvent } from './events.ts';
import type { TicketFact } from './ticket-events.ts';
import { ticket } from './ticket.ts';
import {
  type ErasedTicket,
  type ErasureAmended,
  type ErasureHeldBack,
  type ErasureProven,
  type ErasureRequested,
  type ErasureStep,
  erasureSteps,
  type SameText,
} from './erasure-events.ts';

export type ErasureCommand =
  | { readonly type: 'RequestErasure'; readonly data: ErasureRequested['data'] }
  | { readonly type: 'AmendErasure'; readonly tickets: readonly ErasedTicket[] }
  | { readonly type: 'HoldBackErasure'; readonly left: number }
  | {
      readonly type: 'ProveStep';
      readonly proof: Pick<ErasureProven['data'], 'step' | 'found' | 'positions' | 'elsewhere'>;
    };

export type ErasureState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'requested';
      readonly request: ErasureRequested['data'];
      /** Those of the request, as they were last. */
      readonly tickets: readonly ErasedTicket[];
      readonly proven: ReadonlySet<ErasureStep>;
      /** Of all erased events, once they are known. */
      readonly positions: readonly string[];
      /** What other tickets have of the texts. */
      readonly elsewhere: readonly SameText[];
      /** Pieces of the texts that the files had after the last look; undefined if it has not come to that. */
      readonly heldBackFor: number | undefined;
    };

export type ErasureEvent = ErasureRequested | ErasureAmended | ErasureProven | ErasureHeldBack;

/** Each erasure is one stream. A step is proven once. */
export const erasure: Decider<ErasureCommand, ErasureState, ErasureEvent> = {
  initialState: { status: 'missing' },

  decide: (command, state) => {
    if (command.type === 'RequestErasure') {
      return state.status === 'missing' ? [{ type: 'ErasureRequested', data: command.data }] : [];
    }
    if (state.status === 'missing') throw new ErasureNotFound();
    const { erasureId, userId, collectionId } = state.request;
    if (command.type === 'AmendErasure') {
      const tickets = command.tickets.filter((ticket) => isChanged(state.tickets, ticket));
      return tickets.length === 0
        ? []
        : [{ type: 'ErasureAmended', data: { erasureId, userId, collectionId, tickets } }];
    }
    if (command.type === 'HoldBackErasure') {
      if (state.heldBackFor !== undefined || state.proven.has('read_models')) return [];
      return [{ type: 'ErasureHeldBack', data: { erasureId, userId, collectionId, left: command.left } }];
    }
    if (state.proven.has(command.proof.step)) return [];
    return [{ type: 'ErasureProven', data: { erasureId, userId, collectionId, ...command.proof } }];
  },

  evolve: (state, event) => {
    if (event.type === 'ErasureRequested') {
      const positions = event.data.tickets.flatMap((ticket) => ticket.positions);
      const { tickets } = event.data;
      const unproven = { proven: new Set<ErasureStep>(), elsewhere: [], heldBackFor: undefined };
      return { status: 'requested', request: event.data, tickets, positions, ...unproven };
    }
    if (state.status === 'missing') return state;
    if (event.type === 'ErasureAmended') {
      const amended = new Map(event.data.tickets.map((ticket) => [ticket.recordId, ticket]));
      return { ...state, tickets: state.tickets.map((ticket) => amended.get(ticket.recordId) ?? ticket) };
    }
    if (event.type === 'ErasureHeldBack') return { ...state, heldBackFor: event.data.left };
    const { step, positions: erased = [], elsewhere = state.elsewhere } = event.data;
    const positions = [...new Set([...state.positions, ...erased])];
    return { ...state, proven: new Set([...state.proven, step]), positions, elsewhere };
  },
};

/** Whether a ticket of an erasure has had events since it was read for it. */
const isChanged = (tickets: readonly ErasedTicket[], { recordId, positions }: ErasedTicket): boolean => {
  const before = tickets.find((ticket) => ticket.recordId === recordId);
  return before !== undefined && before.positions.at(-1) !== positions.at(-1);
};

const outcomes: Readonly<Record<string, 'stored' | 'updated'>> = {
  TicketStored: 'stored',
  TicketStoredAgain: 'stored',
  TicketCorrected: 'updated',
};

const outcomeOf = ({ type, metadata }: RecordedEvent): ErasedTicket['uploads'] => {
  const { uploadId, place: index, row = null } = metadata;
  const outcome = outcomes[type];
  if (outcome === undefined || uploadId === undefined || index === undefined) return [];
  return [{ uploadId, index, row, outcome }];
};

/** What an erasure needs of a stream: the revision of its newest event (undefined if there is none), the positions of all, and the ticket, if it has one. */
export type TicketPast = {
  readonly last: number | undefined;
  readonly positions: readonly string[];
  readonly ticket: ErasedTicket | undefined;
};

/** Gathers that from the events of a stream in their order, with the texts of one of them at a time. */
export const ticketPast = () => {
  const positions: string[] = [];
  const uploads: ErasedTicket['uploads'][number][] = [];
  let state = ticket.initialState;
  let last: number | undefined;
  const erased = (): ErasedTicket | undefined => {
    if (state.status === 'missing' || state.status === 'erased') return undefined;
    const { recordId, ticketId } = state.data;
    return { recordId, ticketId, revisions: state.revision, positions, uploads };
  };
  return {
    add: (event: RecordedEvent): void => {
      state = ticket.evolve(state, event as RecordedEvent<TicketFact>);
      positions.push(String(event.position));
      uploads.push(...outcomeOf(event));
      last = event.revision;
    },
    end: (): TicketPast => ({ last, positions, ticket: erased() }),
  };
};

/** Why an erasure is not proven whose texts the files still have. No file is named: others may have theirs in it. */
export const textsLeft = (pieces: number, isHeldBack: boolean): string =>
  `${pieces} pieces of the texts are left in files: ${isHeldBack ? 'the operator of the service has to remove them' : 'they are looked for again'}`;

/** The steps of a service: `log_disk` only where the log's server keeps what was erased. */
export const stepsOf = ({ hasLogServer }: { readonly hasLogServer: boolean }): readonly ErasureStep[] =>
  erasureSteps.filter((step) => hasLogServer || step !== 'log_disk');
